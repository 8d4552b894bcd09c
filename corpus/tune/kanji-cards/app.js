const words = new Map([['maðr', 'man'], ['hestr', 'horse'], ['ríða', 'ride'], ['skógr', 'forest']]);
const verse = ['sá', 'maðr', 'vill', 'ríða', 'hestr', 'um', 'skógr', 'ok', 'heim', 'til', 'skógr', 'ok', 'maðr'];

function drawText() {
  const box = document.querySelector('#text');
  box.textContent = '';
  for (const word of verse) {
    const sense = words.get(word);
    if (sense) {
      const base = document.createElement('b');
      const note = document.createElement('i');
      note.textContent = sense;
      base.append(word, note);
      box.append(base, ' ');
    } else {
      box.append(`${word} `);
    }
  }
}

function drawTable() {
  const table = document.querySelector('#words');
  while (table.rows.length > 1) table.deleteRow(1);
  for (const [word, sense] of words) {
    const row = table.insertRow();
    row.insertCell().textContent = word;
    row.insertCell().textContent = sense;
  }
}

document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const [word, sense] = ['#word', '#sense'].map((id) => document.querySelector(id));
  words.set(word.value, sense.value);
  word.value = sense.value = '';
  drawText();
  drawTable();
});
document.querySelector('#hide').addEventListener('click', (event) => {
  const isHidden = document.querySelector('#words').classList.toggle('hidden');
  event.target.textContent = isHidden ? 'Show senses' : 'Hide senses';
});
drawText();
drawTable();
document.querySelector('#hide').textContent = 'Hide senses';
