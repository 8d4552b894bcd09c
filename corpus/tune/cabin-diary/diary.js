const state = { year: 2025, month: 7, day: 3 };
const node = (id) => document.getElementById(id);
const keyOf = (date) => date.toLocaleDateString('en-CA');

function renderDays() {
  const first = new Date(state.year, state.month, 1);
  const blank = (first.getDay() + 6) % 7;
  const length = new Date(state.year, state.month + 1, 0).getDate();
  const cells = Array.from({ length: blank }, () => document.createElement('div'));
  for (let day = 1; day <= length; day++) {
    const entry = entries[keyOf(new Date(state.year, state.month, day))];
    const cell = document.createElement('button');
    cell.type = 'button';
    cell.className = 'day';
    cell.dataset.day = day;
    cell.append(day);
    if (entry) {
      cell.classList.add('noted');
      const name = document.createElement('span');
      name.textContent = entry.who;
      cell.append(name);
    }
    if (day === state.day) cell.classList.add('open');
    cells.push(cell);
  }
  node('days').replaceChildren(...cells);
  node('month').textContent = `${first.toLocaleString('en', { month: 'long' })} ${state.year}`;
}

function renderPage() {
  const date = new Date(state.year, state.month, state.day);
  const entry = entries[keyOf(date)];
  node('day').textContent = `${date.toLocaleString('en', { weekday: 'long' })}, the ${state.day}${['th', 'st', 'nd', 'rd'][state.day] ?? 'th'}`;
  node('entry').innerHTML = entry ? `${entry.words}<b>${entry.who}</b>` : 'Nothing was written on this day.';
}

function renderGuests() {
  const names = new Set(Object.values(entries).map((entry) => entry.who));
  node('guests').textContent = names.values().map((name) => name.replace('Family', 'the')).join(', ');
}

function render() {
  renderDays();
  renderPage();
  renderGuests();
}

node('days').addEventListener('click', (event) => {
  const cell = event.target.closest('.day');
  if (cell) { state.day = Number(cell.dataset.day); render(); }
});
node('before').addEventListener('click', () => { state.month -= 1; state.day = 1; render(); });
node('after').addEventListener('click', () => { state.month += 1; state.day = 1; render(); });
node('write').addEventListener('submit', (event) => {
  event.preventDefault();
  entries[keyOf(new Date(state.year, state.month, state.day))] = { who: node('who').value, words: node('words').value };
  node('write').reset();
  render();
});
render();
