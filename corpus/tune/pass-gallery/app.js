const passes = [
  { id: 'day', name: 'Day', text: 'All houses from ten in the morning until they close.', price: 14 },
  { id: 'week', name: 'Week', text: 'Seven days in a row, the river boat included.', price: 29 },
  { id: 'year', name: 'Year', text: 'A year of openings, with ten percent off in the shop.', price: 68 },
  { id: 'pair', name: 'Year for two', text: 'The same for two people who share one address.', price: 112 },
];
let chosen = 'day';
const basket = [];

function drawPasses() {
  const cards = passes.map((pass) => {
    const card = document.createElement('div');
    card.className = 'pass';
    card.id = `pass-${pass.id}`;
    card.setAttribute('aria-selected', pass.id === chosen);
    card.innerHTML = `<h3>${pass.name}</h3><p>${pass.text}</p><b>${pass.price.toFixed(2)}</b>`;
    card.addEventListener('click', () => { chosen = pass.id; drawPasses(); });
    return card;
  });
  document.querySelector('#passes').replaceChildren(...cards);
}

function drawBasket() {
  const rows = document.querySelector('#rows');
  rows.textContent = '';
  for (const item of basket) {
    const row = rows.insertRow();
    row.insertCell().textContent = item.pass.name;
    row.insertCell().textContent = item.name;
    const price = row.insertCell();
    price.className = 'n';
    price.textContent = item.pass.price.toFixed(2);
  }
  document.querySelector('#sum').textContent = basket.reduce((sum, item) => sum + item.pass.price, 0).toFixed(2);
}

document.querySelector('#order').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = document.querySelector('#name');
  basket.push({ pass: passes.find((pass) => pass.id === chosen), name: name.value || 'Bearer' });
  name.value = '';
  drawBasket();
});
drawPasses();
drawBasket();
