let total = 0;
for (const [id, n] of Object.entries(basket)) {
  const row = document.createElement('tr');
  row.innerHTML = `<td>${teas[id].name}</td><td>${n} x ${money(teas[id].price)}</td><td>${money(n * teas[id].price)}</td>`;
  document.querySelector('#lines').append(row);
  total += n * teas[id].price;
}
document.querySelector('#total').textContent = 'Together ' + money(total);
document.querySelector('#order').onclick = () => {
  const number = crypto.getRandomValues(new Uint32Array(1))[0] % 9000 + 1000;
  const note = document.querySelector('#note').value;
  document.querySelector('#thanks').textContent = `Order ${number} is on its way${note ? ' (' + note + ')' : ''}.`;
  for (const id of Object.keys(basket)) delete basket[id];
  keep();
};
