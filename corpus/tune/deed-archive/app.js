const deeds = {
  mill: `<?xml version="1.0" encoding="ISO-8859-1"?>
<deed year="1684" shelf="C 12"><title>Lease of the lower mill</title>
<person>Agnes Harrow</person>
<person>Tobias Pell</person>
<person>John Yeo, clerk</person>
</deed>`,
  meadow: `<?xml version="1.0" encoding="windows-1252"?>
<deed year="1711" shelf="C 31"><title>Sale of Long Meadow</title>
<person>Widow Cray</person>
<person>The parish of Wexcombe</person>
</deed>`,
  well: `<?xml version="1.0" encoding="UTF-8"?>
<deed year="1790" shelf="D 2"><title>Right to the market well</title>
<person>Samuel Oake</person>
<person>Ruth Oake</person>
<person>Peter Lamb</person>
<person>Ann Frith</person>
</deed>`,
};
const parser = new DOMParser();
const $ = selector => document.querySelector(selector);

function fact(name, value) {
  const term = document.createElement('dt');
  const text = document.createElement('dd');
  term.textContent = name;
  text.textContent = value;
  text.id = `fact-${name.toLowerCase().replaceAll(' ', '-')}`;
  return [term, text];
}

function open(key) {
  const doc = parser.parseFromString(deeds[key], 'text/xml');
  const deed = doc.documentElement;
  $('#name').textContent = deed.querySelector('title').textContent;
  $('#facts').replaceChildren(
    ...fact('Year', deed.getAttribute('year')),
    ...fact('Shelf mark', deed.getAttribute('shelf')),
    ...fact('Written in', doc.xmlEncoding),
    ...fact('Age', `${2026 - deed.getAttribute('year')} years`),
  );
  const people = [...deed.querySelectorAll('person')].map(person => {
    const item = document.createElement('li');
    item.textContent = person.textContent;
    return item;
  });
  $('#people').replaceChildren(...people);
  for (const button of $('#tabs').children) button.ariaPressed = String(button.dataset.deed === key);
  $('#source').value = deeds[key].split('\n').slice(1).join('\n');
}

function check() {
  const doc = parser.parseFromString($('#source').value, 'text/xml');
  const problem = doc.querySelector('parsererror');
  $('#verdict').textContent = problem ? `To be mended: ${problem.textContent.replace(/\s+/g, ' ').trim()}` : `${doc.querySelectorAll('person').length} people, all well formed.`;
}

// What is sent goes through a stream, so the size is that of its chunks.
async function weigh() {
  const letter = new Request('/inbox', { method: 'POST', body: $('#source').value });
  const reader = letter.body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
  $('#size').textContent = `The transcript weighs ${bytes} bytes, ${bytes > 160 ? 'two stamps' : 'one stamp'}.`;
}

for (const key of Object.keys(deeds)) {
  const button = document.createElement('button');
  button.dataset.deed = key;
  button.id = `open-${key}`;
  button.textContent = key[0].toUpperCase() + key.slice(1);
  button.onclick = () => open(key);
  $('#tabs').append(button);
}
$('#check').onclick = check;
$('#weigh').onclick = weigh;
open('mill');
