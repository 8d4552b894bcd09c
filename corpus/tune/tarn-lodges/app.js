const lodges = [
  { id: 'heron', name: 'Heron house', text: 'Two rooms right by the water, a stove and a rowing boat.', price: 96 },
  { id: 'moss', name: 'Moss cabin', text: 'One room under the birches; the bath is in the yard.', price: 64 },
  { id: 'kestrel', name: 'Kestrel loft', text: 'The upper floor of the old boat shed with a wide balcony.', price: 88 },
  { id: 'wren', name: 'Wren nest', text: 'A bed, a lamp and a window; the toilet is at the gate.', price: 41 },
  { id: 'stag', name: 'Stag hall', text: 'For feasts: a hall with a fireplace and eight rooms above.', price: 310 },
  { id: 'otter', name: 'Otter den', text: 'Bunks for six, a long table and a drying room for wet coats.', price: 132 },
];
const get = (id) => document.getElementById(id);
let chosen = null;

const quote = document.createElement('div');
quote.className = 'quote';
quote.hidden = true;

for (const lodge of lodges) {
  const card = document.createElement('article');
  card.id = lodge.id;
  card.innerHTML = `<h1>${lodge.name}</h1><p>${lodge.text}</p><p class="from">from ${lodge.price} a night</p>`;
  card.addEventListener('click', () => choose(lodge));
  get('list').append(card);
}
document.querySelector('.left').append(quote);

function total() {
  const nights = Number(get('nights').value);
  const rows = [[`${nights} nights at ${chosen.price}`, nights * chosen.price]];
  if (get('dog').checked) rows.push(['Dog', nights * 12]);
  rows.push(['Linen', Number(get('guests').value) * 9]);
  return rows;
}

function show() {
  quote.hidden = !chosen;
  if (!chosen) return;
  const rows = total();
  const sum = rows.reduce((all, [, value]) => all + value, 0);
  quote.innerHTML = `<span class="tongue">${chosen.name}</span><dl>${rows.map(([what, value]) => `<dt>${what}</dt><dd>${value}</dd>`).join('')}<dt class="sum">Together</dt><dd class="sum">${sum}</dd></dl>`;
  get('note').textContent = `${chosen.name} is chosen.`;
}

function choose(lodge) {
  chosen = lodge;
  for (const card of document.querySelectorAll('.list article')) card.classList.toggle('chosen', card.id === lodge.id);
  show();
}

for (const id of ['nights', 'dog', 'guests']) {
  get(id).addEventListener('input', () => {
    get('many').textContent = get('guests').value;
    show();
  });
}
get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  get('note').textContent = chosen ? `${chosen.name} is yours from ${get('from').value}.` : 'Choose a lodge first.';
});
