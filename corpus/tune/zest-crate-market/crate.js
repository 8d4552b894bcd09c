const boxes = [
  ['plum', 'Blue plums', 'Small, sour at the stone. 4 kg.', 9.8, '#5b4a8a'],
  ['quince', 'Quinces', 'Hard as wood, smell of roses. 3 kg.', 8.4, '#d8b93a'],
  ['pear', 'Winter pears', 'Keep until February. 6 kg.', 12.6, '#a8b05a'],
  ['medlar', 'Medlars', 'To be eaten when they look bad. 2 kg.', 7.2, '#8a6a45'],
  ['russet', 'Russet apples', 'Rough skin, nutty. 6 kg.', 13.1, '#a9794a'],
  ['damson', 'Damsons', 'For jam only, we warned you. 3 kg.', 7.9, '#3f355f'],
];
const names = new Map([['windfall', ['Windfall apples', 11.5]]]);
const basket = new Map();
const money = (sum) => '\u20ac ' + sum.toFixed(2);
const byId = (id) => document.getElementById(id);

for (const [key, name, words, price, color] of boxes) {
  names.set(key, [name, price]);
  const card = document.createElement('article');
  card.className = 'fruit';
  card.innerHTML = `<div class="blob" style="background:${color}"></div><h3>${name}</h3><p>${words}</p>
    <div class="row"><b>${money(price)}</b><button type="button" class="pick" data-fruit="${key}">Add</button></div>`;
  byId('shelf').append(card);
}

function write() {
  let sum = 0;
  let count = 0;
  const rows = [];
  for (const [key, n] of basket) {
    const [name, price] = names.get(key);
    sum += n * price;
    count += n;
    rows.push(`<tr><td>${n} x ${name}</td><td>${money(n * price)}</td></tr>`);
  }
  byId('lines').innerHTML = rows.join('');
  byId('sum').textContent = money(sum);
  byId('tally').textContent = `Basket: ${count} ${count === 1 ? 'box' : 'boxes'}`;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('.pick');
  if (!button) return;
  const key = button.dataset.fruit;
  basket.set(key, (basket.get(key) || 0) + 1);
  write();
});
