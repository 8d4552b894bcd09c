'use strict';

const KINDS = [
  ['brood', 'Brood frames', 'Sealed or open, more than a palm'],
  ['stores', 'Stores frames', 'Capped honey and pollen'],
  ['empty', 'Drawn, empty', 'Room for the queen to lay'],
  ['foundation', 'Foundation', 'Not yet drawn'],
];
const hive = (id, name, colour, year, tally, queen) => ({ id, name, colour, year, tally, queen });
const hives = [
  hive('h1', 'Old Meg', '#d9a441', 2023, { brood: 6, stores: 3, empty: 1, foundation: 1 }, true),
  hive('h2', 'Cider Press', '#7d9b5f', 2024, { brood: 5, stores: 2, empty: 3, foundation: 1 }, true),
  hive('h3', 'Number three', '#b5654a', 2025, { brood: 2, stores: 2, empty: 1, foundation: 6 }, false),
  hive('h4', 'Gatehouse', '#6d8fb3', 2024, { brood: 4, stores: 4, empty: 2, foundation: 1 }, true),
];
const state = { current: 'h1', editing: null, log: ['Smoker lit, yard opened.'] };

const current = () => hives.find(({ id }) => id === state.current);
const frames = ({ tally }) => Object.values(tally).reduce((sum, n) => sum + n, 0);
const update = (change) => { Object.assign(state, change); mount(view, document.getElementById('root')); };
const note = (text) => [text, ...state.log].slice(0, 8);

function count(kind, by) {
  const it = current();
  navigator.vibrate(by > 0 ? 15 : [15, 40, 15]);
  it.tally[kind] = Math.max(0, it.tally[kind] + by);
  update({ log: note(`${it.name}: ${kind} ${by > 0 ? 'up' : 'down'} to ${it.tally[kind]}.`) });
}

function card(it) {
  return h('li', { className: it.id === state.current ? 'hive on' : 'hive', id: it.id, onclick: () => update({ current: it.id }) },
    h('i', { style: `background: ${it.colour}` }),
    h('b', {}, it.name),
    h('small', {}, `Queen of ${it.year}, ${it.queen ? 'seen' : 'not seen'}`),
    h('span', { className: 'bar' }, KINDS.map(([kind]) => h('span', { className: kind, style: `flex: ${it.tally[kind]}` }))));
}

function heading(it) {
  if (state.editing !== it.id) {
    return h('div', { className: 'title' }, h('h2', {}, it.name), h('button', { id: 'rename', onclick: () => { update({ editing: it.id }); document.getElementById('name').select(); } }, 'Rename'));
  }
  const field = h('input', { id: 'name', value: it.name, maxLength: 24 });
  field.addEventListener('blur', () => {
    it.name = field.value.trim() || it.name;
    queueMicrotask(() => update({ editing: null, log: note(`Hive is now called ${it.name}.`) }));
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    field.remove();
    update({ editing: null });
  });
  return h('div', { className: 'title' }, field, h('small', {}, 'Enter keeps the name'));
}

function sheet(it) {
  return h('section', { className: 'sheet' },
    heading(it),
    h('ul', { id: 'tally' }, KINDS.map(([kind, name, about]) => h('li', {},
      h('div', {}, h('b', {}, name), h('small', {}, about)),
      h('button', { className: 'less', id: `${kind}-less`, onclick: () => count(kind, -1) }, '−'),
      h('output', { className: 'count' }, String(it.tally[kind])),
      h('button', { className: 'more', id: `${kind}-more`, onclick: () => count(kind, 1) }, '+')))),
    h('p', { className: 'sum' }, 'Frames in the box: ', h('b', { id: 'total' }, String(frames(it)))),
    h('p', {}, h('button', { id: 'queen', onclick: () => { it.queen = !it.queen; update({ log: note(`${it.name}: queen ${it.queen ? 'seen' : 'not seen'}.`) }); } }, it.queen ? 'Queen was seen' : 'Mark queen as seen')));
}

function view() {
  const it = current();
  return [
    h('ul', { id: 'hives' }, hives.map(card)),
    sheet(it),
    h('aside', {}, h('h2', {}, 'Yard book'), h('ol', { id: 'log' }, state.log.map((line) => h('li', {}, line))),
      h('p', { className: 'foot' }, `${hives.length} hives, ${hives.filter(({ queen }) => queen).length} queens seen`)),
  ];
}

update({});
