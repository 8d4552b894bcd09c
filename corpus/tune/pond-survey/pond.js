const SVG = 'http://www.w3.org/2000/svg';
const map = document.getElementById('map');
const finds = [
  ['frog', 210, 180], ['frog', 330, 210], ['frog', 260, 250], ['newt', 300, 150], ['fly', 300, 276],
  ['frog', 440, 150], ['newt', 520, 270], ['newt', 600, 240], ['fly', 430, 260], ['fly', 580, 180], ['fly', 620, 280],
  ['frog', 300, 400], ['newt', 240, 380], ['newt', 420, 430], ['fly', 500, 400], ['frog', 560, 350],
];

for (const [kind, x, y] of finds) {
  const dot = document.createElementNS(SVG, 'circle');
  dot.setAttribute('class', kind);
  dot.setAttribute('cx', x);
  dot.setAttribute('cy', y);
  dot.setAttribute('r', 8);
  document.getElementById('finds').append(dot);
}

function count(button) {
  const [x, y, width, height] = button.dataset.area.split(' ').map(Number);
  const frame = document.getElementById('frame');
  Object.entries({ x, y, width, height }).forEach(([name, value]) => frame.setAttribute(name, value));

  const area = map.createSVGRect();
  Object.assign(area, { x, y, width, height });
  const inside = [...map.getIntersectionList(area, document.getElementById('finds'))];
  const number = (kind) => inside.filter((dot) => dot.classList.contains(kind)).length;

  const row = document.getElementById('counts').insertRow();
  for (const text of [button.textContent, number('frog'), number('newt'), number('fly')]) row.insertCell().textContent = text;
}

for (const button of document.querySelectorAll('.areas button')) {
  button.addEventListener('click', () => count(button));
}

map.addEventListener('click', (event) => {
  const clump = event.target.closest('.clump');
  map.querySelector('.clump.on')?.classList.remove('on');
  const box = document.getElementById('plant');
  if (!clump) {
    box.innerHTML = '<b>Nothing chosen</b><p>Choose a stand of plants on the map.</p>';
    return;
  }
  clump.classList.add('on');
  box.innerHTML = `<b>${clump.dataset.name}</b><p>${clump.dataset.note}</p>`;
});

document.getElementById('guide-open').addEventListener('click', () => document.getElementById('guide').show());
