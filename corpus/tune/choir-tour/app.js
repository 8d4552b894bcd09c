const stops = [
  { on: '2026-05-02', town: 'Ravenna', hall: 'San Vitale', seats: 320 },
  { on: '2026-05-04', town: 'Ferrara', hall: 'Town theatre', seats: 1150 },
  { on: '2026-05-07', town: 'Trento', hall: 'Cathedral', seats: 640 },
];
const items = ['Folders', 'Pitch pipe', 'Black shoes', 'Throat tea', 'Safety pins'].map(name => ({ name, done: false }));
const fund = { have: 1840, need: 4000 };
const $ = selector => document.querySelector(selector);
const months = ['January', 'February', 'March', 'April', 'May', 'June'];

// Dates are split by hand: the same everywhere.
const spoken = iso => {
  const [, month, day] = iso.split('-').map(Number);
  return `${day} ${months[month - 1]}`;
};
const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
const swap = change => (document.startViewTransition && matchMedia('(prefers-reduced-motion: no-preference) and (hover: none) and (width < 1px)').matches ? document.startViewTransition(change) : change());

function node(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

const panels = {
  stops: () => stops.map(({ on, town, hall, seats }) => node('div', 'stop', node('span', '', spoken(on)), node('span', '', `${town}, ${hall}`), node('span', '', `${grouped(seats)} seats`))),
  pack: () => items.map((item, n) => {
    const button = node('button', item.done ? 'item done' : 'item', item.name);
    button.id = `item-${n}`;
    button.addEventListener('click', () => {
      item.done = !item.done;
      button.classList.toggle('done', item.done);
      $('#live').textContent = says.pack();
    });
    return button;
  }),
  fund: () => {
    const bar = document.createElement('i');
    bar.style.width = `${(fund.have / fund.need) * 100}%`;
    const give = node('button', '', 'Add a concert fee');
    give.id = 'give';
    give.addEventListener('click', () => {
      fund.have = Math.min(fund.need, fund.have + 460);
      bar.style.width = `${(fund.have / fund.need) * 100}%`;
      $('#have').textContent = `${grouped(fund.have)} of ${grouped(fund.need)} euros`;
    });
    const have = node('p', '', `${grouped(fund.have)} of ${grouped(fund.need)} euros`);
    have.id = 'have';
    return [have, node('div', 'gauge', bar), give];
  },
};
const says = {
  stops: () => `${stops.length} stops, ${grouped(stops.reduce((sum, { seats }) => sum + seats, 0))} seats`,
  pack: () => `${items.filter(({ done }) => done).length} of ${items.length} packed`,
  fund: () => 'Thanks to all who gave',
};

function open(name) {
  swap(() => {
    $('#panel').replaceChildren(...panels[name]());
    $('#live').textContent = says[name]();
    for (const tab of document.querySelectorAll('[role=tab]')) {
      const isOn = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
  });
}

$('#tabs').addEventListener('click', ({ target }) => target.id.startsWith('tab-') && open(target.id.slice(4)));
$('#tabs').addEventListener('keydown', event => {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
  open(next.id.slice(4));
  next.focus();
});
open('stops');
