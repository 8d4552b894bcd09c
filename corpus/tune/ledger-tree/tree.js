import { accounts, quarters } from './accounts.js';

const $ = (id) => document.getElementById(id);
const money = (n) => (n ? n.toFixed(2) : '');
let open = quarters[0];

function branch({ name, parts }, depth) {
  const box = document.createElement('details');
  box.className = `branch depth-${depth}`;
  box.id = name.toLowerCase();
  const summary = document.createElement('summary');
  summary.textContent = name;
  box.append(summary, ...parts.map((part) => (typeof part === 'string' ? leaf(part) : branch(part, depth + 1))));
  return box;
}

function leaf(name) {
  const line = document.createElement('div');
  line.className = 'leaf';
  line.innerHTML = `<span>${name}</span><small>${name.length * 3} entries</small>`;
  return line;
}

function show() {
  for (const tab of $('tabs').children) tab.setAttribute('aria-selected', tab.id === open.id);
  $('name').textContent = open.name;
  $('rows').innerHTML = open.rows.map(([day, what, plus, minus]) => `<tr><td>${day}</td><td>${what}</td><td>${money(plus)}</td><td>${money(minus)}</td></tr>`).join('');
  const left = open.rows.reduce((sum, [, , plus, minus]) => sum + plus - minus, 0);
  $('balance').textContent = `${open.rows.length} entries, ${left.toFixed(2)} left`;
}

function enter(sign) {
  const sum = Number($('sum').value.replace(',', '.'));
  if (!sum) { $('told').textContent = 'How much was it?'; return; }
  open.rows.push(['today', $('what').value || 'No words', sign > 0 ? sum : 0, sign < 0 ? sum : 0]);
  $('told').textContent = `Entered into ${open.name.toLowerCase()}.`;
  show();
}

$('tree').append(...accounts.map((account) => branch(account, 0)));
$('tabs').append(...quarters.map((quarter) => {
  const tab = document.createElement('button');
  tab.id = quarter.id;
  tab.textContent = quarter.name;
  tab.setAttribute('role', 'tab');
  tab.addEventListener('focus', () => { open = quarter; show(); });
  return tab;
}));
$('in').addEventListener('click', () => enter(1));
$('out').addEventListener('click', () => enter(-1));
show();
