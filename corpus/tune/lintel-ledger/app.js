const budget = 4000;
const entries = [
  ['2026-06-02', 'Lime, nine sacks', 'Mason', 162, 'paid'],
  ['2026-06-04', 'Scaffold for a month', 'Mason', 840, 'paid'],
  ['2026-06-09', 'Slates, 200', 'Roofer', 410, 'paid'],
  ['2026-06-15', 'Gutter on the yard side', 'Roofer', 236, 'open'],
  ['2026-06-18', 'Oak for two steps', 'Joiner', 95, 'paid'],
  ['2026-06-23', 'Stair window', 'Joiner', 380, 'open'],
  ['2026-06-30', 'White for the hall', 'Painter', 74, 'paid'],
  ['2026-07-03', 'Hinges', 'Joiner', 28, 'paid'],
  ['2026-07-08', 'Sand', 'Mason', 45, 'paid'],
];
const get = (id) => document.getElementById(id);

function draw() {
  const from = Number(get('from').value);
  const shown = entries.filter(([, , , cost]) => cost >= from);
  get('rows').replaceChildren(...shown.map(([day, what, trade, cost, paid]) => {
    const row = document.createElement('tr');
    row.className = paid;
    for (const value of [day, what, trade, cost.toFixed(2)]) row.insertCell().textContent = value;
    return row;
  }));
  const spent = entries.reduce((sum, [, , , cost]) => sum + cost, 0);
  get('count').textContent = shown.length;
  get('spent').textContent = spent;
  get('left').textContent = budget - spent;
  get('used').value = Math.round((100 * spent) / budget);
  get('above').textContent = from;
}
get('entry').addEventListener('submit', (event) => {
  event.preventDefault();
  const paid = document.querySelector('[name=paid]:checked').value;
  entries.push([get('day').value, get('what').value, get('trade').value, Number(get('cost').value), paid]);
  get('what').value = '';
  draw();
  get('ledger').scrollTop = get('ledger').scrollHeight;
});
get('from').addEventListener('input', draw);
draw();
