const trips = [
  ['14:02', 4, 'Upper Gulch', 'low floor'], ['14:05', 7, 'Bathhouse', ''], ['14:10', 4, 'Upper Gulch', 'old car'],
  ['14:13', 9, 'Cemetery', 'waits for the ferry'], ['14:17', 7, 'Bathhouse', 'low floor'], ['14:18', 4, 'Mill', 'to the depot'],
  ['14:26', 4, 'Upper Gulch', ''], ['14:29', 7, 'Station', 'short car'], ['14:33', 9, 'Cemetery', 'low floor'],
  ['14:34', 4, 'Upper Gulch', 'school car, full'],
];
let line = 'all';
let mine = null;

function draw() {
  const body = document.getElementById('goes');
  body.replaceChildren();
  trips.forEach((trip, n) => {
    if (line !== 'all' && String(trip[1]) !== line) return;
    const row = body.insertRow();
    row.dataset.trip = n;
    row.className = n === mine ? 'mine' : '';
    for (const word of trip) row.insertCell().textContent = word;
  });
}

document.getElementById('goes').addEventListener('click', (event) => {
  const row = event.target.closest('tr');
  mine = Number(row.dataset.trip);
  const [time, number, to] = trips[mine];
  document.getElementById('told').textContent = `We remind you of line ${number} at ${time} to ${to}.`;
  draw();
});
document.querySelector('.pickline').addEventListener('click', (event) => {
  if (!event.target.dataset.line) return;
  line = event.target.dataset.line;
  for (const button of document.querySelectorAll('.pickline button')) button.classList.toggle('on', button === event.target);
  draw();
});
draw();
