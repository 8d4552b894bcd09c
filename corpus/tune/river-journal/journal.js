const svgNode = (name, attributes, text = '') => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.textContent = text;
  return node;
};
const kilometres = [24, 31, 18, 36, 29, 0, 33, 27, 38, 22, 16];
kilometres.forEach((km, day) => {
  const x = 50 + day * 52;
  bars.append(
    svgNode('rect', { x, y: 150 - km * 3, width: 34, height: km * 3, rx: 3, fill: '#6fa3b8' }),
    svgNode('text', { x: x + 17, y: 145 - km * 3, 'text-anchor': 'middle', 'font-size': 12 }, km),
    svgNode('text', { x: x + 17, y: 168, 'text-anchor': 'middle', 'font-size': 12, fill: '#678' }, `day ${day + 1}`),
  );
});

const towns = ['Roanne', 'Iguerande', 'Digoin', 'Decize', 'Imphy', 'Nevers'];
const head = heads.insertRow();
for (const title of ['Day', ...towns]) head.append(Object.assign(document.createElement('th'), { textContent: title }));
for (let day = 1; day <= 11; day++) {
  const row = levels.insertRow();
  row.insertCell().textContent = day;
  towns.forEach((town, n) => { row.insertCell().textContent = 60 + ((day * 7 + n * 13) % 45); });
}

document.getElementById('size').addEventListener('click', (event) => {
  const isLarge = document.querySelector('main').classList.toggle('large');
  event.target.textContent = isLarge ? 'Smaller text' : 'Larger text';
});
document.getElementById('heron').addEventListener('click', () => {
  const herons = document.getElementById('herons');
  herons.textContent = Number(herons.textContent) + 1;
});
