const flags = [
  { id: 'red', name: 'Harbour red', a: '#c1121f', b: '#ffffff' },
  { id: 'blue', name: 'Club blue', a: '#1d3557', b: '#e9c46a' },
  { id: 'green', name: 'Regatta green', a: '#2a9d8f', b: '#f4a261' },
];
const badges = ['Crew', 'Skipper', 'Cook', 'Guest'];
const order = ['Club blue, “Windsbraut”'];
let chosen = flags[0];

function drawFlags() {
  document.querySelector('#flags').replaceChildren(...flags.map((flag) => {
    const box = document.createElement('div');
    box.className = flag === chosen ? 'flag on' : 'flag';
    box.id = flag.id;
    box.innerHTML = `<div class="cloth" style="--a: ${flag.a}; --b: ${flag.b}"></div><p>${flag.name}</p>`;
    box.addEventListener('click', () => { chosen = flag; drawFlags(); });
    return box;
  }));
}

function drawOrder() {
  document.querySelector('#items').replaceChildren(...order.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
}

for (const name of badges) {
  const badge = document.createElement('div');
  badge.className = 'badge';
  badge.textContent = name;
  document.querySelector('#badges').append(badge);
}
document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  order.push(`${chosen.name}, “${document.querySelector('#letters').value}”`);
  drawOrder();
});
document.querySelector('#empty').addEventListener('click', () => { order.length = 0; drawOrder(); });
drawFlags();
drawOrder();
