const gauges = new Map([
  ['Inner basin', [182, 201, 223, 237, 240]],
  ['Outer mole', [190, 214, 236, 251]],
  ['Sluice', [164, 171]],
]);
const log = [];

function draw() {
  const towers = [];
  const rows = document.querySelector('#rows');
  rows.textContent = '';
  for (const [name, levels] of gauges) {
    const tower = document.createElement('div');
    tower.className = 'tower';
    const items = levels.map((level, n) => `<li>${8 + n}:00 – ${level} cm</li>`).join('');
    tower.innerHTML = `<div class="inner"><h2>${name}</h2><ul>${items}</ul></div>`;
    towers.push(tower);
    const row = rows.insertRow();
    for (const cell of [name, Math.max(...levels), Math.min(...levels), levels.length]) row.insertCell().textContent = cell;
  }
  document.querySelector('#towers').replaceChildren(...towers);
}

document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = document.querySelector('#gauge').value;
  const levels = gauges.get(name);
  if (!levels) return;
  levels.push(Number(document.querySelector('#level').value));
  log.push(name);
  draw();
});
document.querySelector('#undo').addEventListener('click', () => {
  const name = log.pop();
  if (name) gauges.get(name).pop();
  draw();
});
draw();
