const days = ['Monday', 'Tuesday', 'Wednesday'];
const key = 'bakery-rota';
const $ = selector => document.querySelector(selector);
const state = { shifts: [], chosen: -1, past: [] };

// Newer helpers are used where they are there.
const copy = value => (typeof structuredClone === 'function' ? structuredClone(value) : JSON.parse(JSON.stringify(value)));
const group = (list, by) => {
  if (typeof Object.groupBy === 'function') return Object.groupBy(list, by);
  return list.reduce((all, item) => ({ ...all, [by(item)]: [...(all[by(item)] ?? []), item] }), {});
};
const idle = window.requestIdleCallback ?? (job => setTimeout(job, 0));

function remember() {
  state.past.push(copy(state.shifts));
}

function save() {
  try {
    localStorage.setItem(key, JSON.stringify(state.shifts));
  } catch {
    $('#clock').textContent = 'Not saved';
  }
}

function shiftButton(shift) {
  const n = state.shifts.indexOf(shift);
  const button = document.createElement('button');
  button.className = 'shift';
  button.classList.toggle('on', n === state.chosen);
  button.textContent = `${shift.who}, ${shift.hours} h`;
  button.id = `shift-${n}`;
  button.addEventListener('click', () => {
    state.chosen = n;
    for (const other of document.querySelectorAll('.shift')) other.classList.toggle('on', other === button);
  });
  return button;
}

function render() {
  const byDay = group(state.shifts, shift => shift.day);
  $('#board').replaceChildren(...days.map((name, day) => {
    const list = byDay[day] ?? [];
    const total = list.reduce((sum, { hours }) => sum + hours, 0);
    const column = document.createElement('div');
    column.className = total > 12 ? 'day full' : 'day';
    const title = document.createElement('h2');
    title.textContent = name;
    const sum = document.createElement('p');
    sum.textContent = `${total} hours`;
    column.append(title, sum, ...list.map(shiftButton));
    return column;
  }));
  $('#clock').textContent = `${state.shifts.length} shifts on the board`;
  idle(save);
}

function add(event) {
  event.preventDefault();
  const who = $('#who').value.trim();
  const hours = Number.parseInt($('#hours').value, 10);
  const problem = !who ? 'Who is it?' : !(hours >= 1 && hours <= 12) ? 'One to twelve hours, please.' : '';
  $('#problem').textContent = problem;
  if (problem) return;
  remember();
  state.shifts.push({ who, hours, day: 0 });
  event.target.reset();
  render();
}

function move() {
  const shift = state.shifts[state.chosen];
  if (!shift) return;
  remember();
  shift.day = (shift.day + 1) % days.length;
  render();
}

document.addEventListener('keydown', event => {
  if (event.target.matches('input') || event.ctrlKey || event.metaKey) return;
  if (event.key === 'm') move();
  if (event.key === 'u' && state.past.length) {
    state.shifts = state.past.pop();
    render();
  }
});
$('#form').addEventListener('submit', add);
$('#empty').addEventListener('click', () => $('#sure').showModal());
$('#no').addEventListener('click', () => $('#sure').close());
$('#yes').addEventListener('click', () => {
  remember();
  state.shifts = [];
  $('#sure').close();
  render();
});
fetch('rota.json').then(answer => answer.json()).then(shifts => {
  state.shifts = shifts;
  render();
});
