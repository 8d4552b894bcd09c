const teas = {
  smoke: { name: 'Campfire Black', price: 7.5, color: '#5b3a29', about: 'Dried over pine wood. Tastes of tents and wet socks, in a good way.' },
  meadow: { name: 'Meadow Green', price: 6.2, color: '#8fae5d', about: 'Picked in the first week of May and never hurried.' },
  dusk: { name: 'Dusk Oolong', price: 11, color: '#b07d3c', about: 'Half way between two teas and proud of it.' },
  frost: { name: 'Frost White', price: 14.9, color: '#d9d3bd', about: 'Only buds, only by hand, only on cold mornings.' }
};
const basket = JSON.parse(localStorage.getItem('basket') || '{}');
const money = n => '€ ' + n.toFixed(2);

function keep() {
  localStorage.setItem('basket', JSON.stringify(basket));
  size();
}
function size() {
  document.querySelector('#size').textContent = Object.values(basket).reduce((a, b) => a + b, 0);
}
size();
