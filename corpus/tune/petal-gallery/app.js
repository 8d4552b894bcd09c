const plants = [
  { id: 'aster', name: 'Aster', hue: 270, text: 'Flowers until the first frost and is loved by late bees.', water: 'twice a week', light: 'sun', tall: '60 cm' },
  { id: 'poppy', name: 'Poppy', hue: 5, text: 'Short in bloom but sows itself wherever there is a gap.', water: 'seldom', light: 'sun', tall: '70 cm' },
  { id: 'iris', name: 'Iris', hue: 230, text: 'Stands with its feet in the water and asks for little else.', water: 'always', light: 'half shade', tall: '90 cm' },
  { id: 'arnica', name: 'Arnica', hue: 45, text: 'Comes from the mountains and wants poor soil.', water: 'once a week', light: 'sun', tall: '40 cm' },
  { id: 'mallow', name: 'Mallow', hue: 320, text: 'Grows tall at a wall and lasts for years.', water: 'twice a week', light: 'sun', tall: '180 cm' },
  { id: 'gentian', name: 'Gentian', hue: 215, text: 'Small and very blue; opens only when it is bright.', water: 'once a week', light: 'half shade', tall: '15 cm' },
  { id: 'tansy', name: 'Tansy', hue: 52, text: 'Yellow buttons which keep the flies away.', water: 'seldom', light: 'sun', tall: '100 cm' },
];
const get = (id) => document.getElementById(id);
const basket = [];
let shown = plants[0];

function picture(plant) {
  const petals = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<ellipse cx="150" cy="55" rx="20" ry="48" fill="hsl(${plant.hue} 65% 55%)" transform="rotate(${turn} 150 105)"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="310" viewBox="0 0 300 310"><rect x="144" y="110" width="12" height="200" fill="#5b7a35"/><ellipse cx="95" cy="240" rx="60" ry="16" fill="#5b7a35" transform="rotate(25 95 240)"/><ellipse cx="205" cy="220" rx="60" ry="16" fill="#5b7a35" transform="rotate(-25 205 220)"/>${petals}<circle cx="150" cy="105" r="26" fill="#e8c24a"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
function show() {
  for (const li of get('strip').children) li.classList.toggle('on', li.id === shown.id);
  get('bloom').src = picture(shown);
  get('name').textContent = shown.name;
  for (const key of ['text', 'water', 'light', 'tall']) get(key).textContent = shown[key];
}
get('strip').innerHTML = plants.map((plant) => `<li id="${plant.id}"><img src="${picture(plant)}" alt="">${plant.name}</li>`).join('');
get('strip').addEventListener('click', (event) => {
  const li = event.target.closest('li');
  if (!li) return;
  shown = plants.find((plant) => plant.id === li.id);
  show();
});
get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  basket.push(`${get('count').value} ${shown.name}, ${get('pot').value.toLowerCase()}`);
  get('basket').textContent = `Basket: ${basket.join('; ')}`;
});
show();
