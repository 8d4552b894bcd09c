const rate = { pine: 4, steel: 7.5, glass: 9.2 };
const names = { pine: 'πεύκο', steel: 'ατσάλι', glass: 'γυαλί' };
const euro = new Intl.NumberFormat('el', { style: 'currency', currency: 'EUR' });
const field = (id) => document.getElementById(id);
const orders = [];

function price() {
  const letters = [...field('text').value].filter((letter) => /\p{L}/u.test(letter)).length;
  const once = letters * rate[field('wood').value] * (Number(field('height').value) / 10);
  return { letters, sum: once + (field('frame').checked ? 18 : 0) };
}

function show() {
  const { letters, sum } = price();
  field('sign').textContent = field('text').value.toLocaleUpperCase('el');
  field('board').className = `board ${field('wood').value}${field('frame').checked ? ' framed' : ''}`;
  field('letters').textContent = `${letters} γράμματα,`;
  field('measure').textContent = `περίπου ${Math.round(letters * Number(field('height').value) * 0.8)} cm πλάτος`;
  field('price').textContent = euro.format(sum);
}

field('form').addEventListener('input', show);
field('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { sum } = price();
  orders.push(sum);
  const item = document.createElement('li');
  item.textContent = `${field('text').value}, ${names[field('wood').value]}, ${euro.format(sum)}`;
  field('orders').append(item);
  field('sum').textContent = `Σύνολο ${euro.format(orders.reduce((a, b) => a + b, 0))}`;
});
show();
