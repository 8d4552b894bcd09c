const branches = {
  't-nagar': { today: 84200, month: 1830000, year: 35600000, bills: [31, 702, 12950], sold: [4, 11, 23] },
  mylapore: { today: 46750, month: 940000, year: 21400000, bills: [17, 365, 8011], sold: [2, 6, 18] },
  madurai: { today: 61300, month: 1270000, year: 28900000, bills: [22, 488, 9870], sold: [3, 9, 12] },
};
const cloths = [['Kanjivaram silk', 240000], ['Banarasi brocade', 160000], ['Chettinad cotton', 850]];
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', notation: 'compact' });
let branch = 't-nagar';

function put(id, text) {
  document.getElementById(id).textContent = text;
}

function draw() {
  const { today, month, year, bills, sold } = branches[branch];
  put('sum-today', rupees.format(today));
  put('sum-month', rupees.format(month));
  put('sum-year', rupees.format(year));
  put('bills-today', `${bills[0]} bills`);
  put('bills-month', `${bills[1]} bills`);
  put('bills-year', `${bills[2]} bills`);
  document.getElementById('cloths').innerHTML = cloths
    .map(([name, price], index) => `<tr><td>${name}</td><td>${sold[index]}</td><td>${rupees.format(price)}</td></tr>`).join('');
  for (const link of document.querySelectorAll('nav a')) link.classList.toggle('here', link.id === `go-${branch}`);
}

document.getElementById('branches').addEventListener('click', (event) => {
  if (!event.target.id) return;
  event.preventDefault();
  branch = event.target.id.slice(3);
  draw();
});

document.getElementById('sell').addEventListener('click', () => {
  const now = branches[branch];
  for (const key of ['today', 'month', 'year']) now[key] += cloths[2][1];
  now.bills = now.bills.map((count) => count + 1);
  now.sold[2] += 1;
  draw();
});

draw();
