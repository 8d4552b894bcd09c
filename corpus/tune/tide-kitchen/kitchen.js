const $ = (id) => document.getElementById(id);
const recipes = await (await fetch('recipes.json')).json();
const clerk = new Worker('clerk.js');
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const listing = new Intl.ListFormat('en-US', { type: 'conjunction' });
const names = [...recipes].sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }));
let chosen;
let moves = 0;

const cups = { g: [0.035274, 'oz'], ml: [0.033814, 'fl oz'], pieces: [1, 'pieces'] };

function quantity(value, unit) {
  const [factor, name] = $('units').value === 'us' ? cups[unit] : [1, unit];
  return `${amount.format(value * factor)} ${name}`;
}

function draw() {
  if (!chosen) return;
  const guests = $('guests').valueAsNumber || 1;
  const without = [...document.querySelectorAll('fieldset input:checked')].map((box) => box.value);
  const parts = chosen.parts.filter(({ what }) => !without.includes(what));
  $('title').textContent = `${chosen.name} for ${guests}`;
  $('rows').replaceChildren(...parts.map(({ what, each, unit }) => {
    const row = document.createElement('tr');
    row.insertCell().textContent = what;
    row.insertCell().textContent = quantity(each * guests, unit);
    return row;
  }));
  const plural = new Intl.PluralRules('en').select(guests) === 'one' ? 'guest' : 'guests';
  $('cost').textContent = `${money.format(chosen.price * guests)} for ${guests} ${plural}, with ${listing.format(parts.slice(0, 3).map((part) => part.what))}.`;
  $('load').value = guests;
  clerk.postMessage({ parts, guests });
  localStorage.setItem('guests', guests);
}

clerk.addEventListener('message', ({ data }) => {
  $('worker').textContent = `The clerk reckons ${amount.format(data.weight)} g on the table and ${data.minutes} minutes.`;
});
$('list').replaceChildren(...names.map((recipe) => {
  const item = document.createElement('li');
  const button = Object.assign(document.createElement('button'), { textContent: recipe.name, id: recipe.id });
  button.addEventListener('click', () => {
    chosen = recipe;
    for (const other of document.querySelectorAll('#list button')) other.classList.toggle('on', other === button);
    draw();
  });
  item.append(button);
  return item;
}));
for (const id of ['guests', 'units']) $(id).addEventListener('change', draw);
document.querySelector('fieldset').addEventListener('change', draw);
$('remark').addEventListener('input', () => {
  const words = $('remark').textContent.match(/\p{L}+/gu) ?? [];
  $('count').textContent = `${words.length} ${words.length === 1 ? 'word' : 'words'}, the longest is ${words.reduce((a, b) => (b.length > a.length ? b : a), '–')}`;
});
$('start').addEventListener('click', () => {
  $('start').disabled = true;
  let left = 5;
  const tick = setInterval(() => {
    left -= 1;
    $('clock').textContent = left ? `0:0${left}` : 'Soup is ready';
    if (left) return;
    clearInterval(tick);
    $('log').append(Object.assign(document.createElement('li'), { textContent: `Soup for ${localStorage.getItem('guests')} guests served` }));
    $('start').disabled = false;
  }, 60);
});
addEventListener('mousemove', () => { moves += 1; console.debug('mouse', moves); });
$('greet').textContent = `${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.UTC(2026, 4, 9))}, ${names.length} recipes`;
