let open = new Date(2025, 4, 6);
let notes = {};

const keyOf = (date) => date.toLocaleDateString('en-CA');

function draw() {
  const lines = notes[keyOf(open)];
  document.getElementById('day').textContent = `Day ${open.getDate()}`;
  document.getElementById('note').textContent = lines ? lines.join('\n') : 'Nothing written on this day.';
  for (const button of document.querySelectorAll('#grid button')) {
    button.className = Number(button.textContent) === open.getDate() ? 'open' : '';
  }
}

const grid = document.getElementById('grid');
for (let day = 1; day <= 31; day += 1) {
  const button = document.createElement('button');
  button.id = `d${day}`;
  button.textContent = day;
  if (day === 1) button.style.gridColumn = '4';
  button.addEventListener('click', () => {
    open = new Date(2025, 4, day);
    draw();
  });
  grid.append(button);
}

document.getElementById('save').addEventListener('click', () => {
  const entry = document.getElementById('entry');
  if (!entry.value) return;
  const key = keyOf(open);
  notes[key] = [...(notes[key] ?? []), entry.value];
  entry.value = '';
  draw();
});

fetch('notes.json').then((answer) => answer.json()).then((saved) => {
  notes = saved;
  document.body.dataset.ready = 'yes';
  draw();
});
