const pieces = [
  ['Bowl with a rim', 420, '#41b3a3'], ['Bowl, flat', 385, '#85dcba'], ['Mug, left-handed', 310, '#e8a87c'], ['Mug, tall', 345, '#c38d9e'],
  ['Plate, dented', 610, '#d9bf77'], ['Jug', 1120, '#6d9dc5'], ['Lid of the jug', 140, '#6d9dc5'], ['Tile with a hare', 275, '#9ab87a'],
  ['Tile with half a hare', 268, '#9ab87a'], ['Salt pig', 530, '#e27d60'], ['Whistle', 45, '#f4d06f'], ['Vase, leaning', 890, '#a3a3c2'],
];
const list = document.getElementById('list');
const chosen = new Set();

list.innerHTML = pieces.map(([name, weight, color], index) =>
  `<li id="piece-${index}"><i style="background: radial-gradient(circle at 35% 30%, #fff8, ${color} 60%)"></i><b>${name}</b><span>${weight} g</span></li>`).join('');

function show() {
  const rows = [...chosen].map((index) => `<tr><td>${pieces[index][0]}</td><td>${pieces[index][1]} g</td></tr>`);
  document.querySelector('#chosen tbody').innerHTML = rows.join('') || '<tr><td>Nothing yet</td></tr>';
  const weight = [...chosen].reduce((sum, index) => sum + pieces[index][1], 0);
  document.getElementById('weight').textContent = weight;
  document.getElementById('fill').value = weight;
  list.querySelectorAll('li').forEach((item, index) => item.classList.toggle('in', chosen.has(index)));
}

list.addEventListener('click', (event) => {
  const index = Number(event.target.closest('li').id.slice(6));
  if (!chosen.delete(index)) chosen.add(index);
  show();
});
const scroller = document.getElementById('pieces');
document.getElementById('up').addEventListener('click', () => { scroller.scrollTop = 0; });
document.getElementById('jump').addEventListener('click', () => { scroller.scrollTop = scroller.scrollHeight; });
document.getElementById('middle').addEventListener('click', () => { scroller.scrollTop = 160; });
show();
