const poems = [
  { id: 'tide', title: 'Tide table', lines: ['The harbour keeps its ledger in the mud,', 'a column for the moon, one for the rain;', 'at noon the cranes lean over it and nod,', 'at six the water rubs it out again.', 'Whatever owed us anything has gone', 'by dinghy, with a lantern, up the creek,', 'and left a rope to show where it was drawn', 'and left a gull, that had been taught to speak.'] },
  { id: 'loft', title: 'Loft', lines: ['Under the roof the summer is still kept', 'in apple boxes, newspaper and twine;', 'the wasps that came for it have overslept', 'and hang like tiny lamps along the line.', 'We climb up once a year to put away', 'a thing we do not need and cannot throw.', 'The ladder is too short for us to stay.', 'The window is too small to let it go.'] },
];
const $ = (id) => document.getElementById(id);
const vowels = (text) => (text.toLowerCase().match(/[aeiouy]+/g) || []).length;

function open({ id, lines }) {
  $('poem').replaceChildren(...lines.map((text, n) => {
    const line = document.createElement('verse-line');
    line.setAttribute('n', n + 1);
    line.setAttribute('text', text);
    return line;
  }));
  $('metre').innerHTML = lines.map((text, n) => `<tr><th>${n + 1}</th><td>${text.split(' ').length} words</td><td>${vowels(text)} beats</td></tr>`).join('');
  for (const button of $('poems').children) button.classList.toggle('on', button.id === id);
  $('marked').textContent = 'None';
}

$('poems').append(...poems.map((poem) => {
  const button = document.createElement('button');
  button.id = poem.id;
  button.textContent = poem.title;
  button.addEventListener('click', () => open(poem));
  return button;
}));
document.querySelector('.views').addEventListener('click', ({ target }) => {
  if (target.dataset.view) $('poem').dataset.view = target.dataset.view;
});
$('poem').addEventListener('mark', () => {
  const marked = [...$('poem').querySelectorAll('[marked]')].map((line) => line.getAttribute('n'));
  $('marked').textContent = marked.length ? `Lines ${marked.join(', ')}` : 'None';
});
$('poem').addEventListener('word', ({ detail: { word, line } }) => {
  const item = document.createElement('li');
  item.textContent = `${word} (line ${line})`;
  $('words').append(item);
  $('hint').textContent = `${$('words').children.length} to look up`;
});
open(poems[0]);
