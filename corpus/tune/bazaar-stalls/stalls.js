'use strict';

const goods = ['תבלינים', 'זיתים', 'לחם', 'דגים', 'בדים', 'ספרים', 'פירות', 'נחושת', 'תה'];
const names = ['הפינה', 'השער', 'הבאר', 'הגפן', 'הקשת', 'המדרגות'];
const stalls = Array.from({ length: 30 }, (_, n) => ({
  id: n + 1,
  name: `${names[n % names.length]} ${Math.floor(n / names.length) + 1}`,
  goods: goods[(n * 5) % goods.length],
  rent: 180 + ((n * 37) % 23) * 10,
  free: n === 27,
}));
const state = { order: 'id', find: '', open: null };
const $ = (id) => document.getElementById(id);
const cell = (text, className) => `<td${className ? ` class="${className}"` : ''}>${text}</td>`;

function draw() {
  const shown = stalls.filter((stall) => `${stall.name} ${stall.goods}`.includes(state.find)).sort((a, b) => a[state.order] - b[state.order] || a.id - b.id);
  $('rows').innerHTML = shown.map((stall) => `<tr id="stall-${stall.id}" class="${stall.id === state.open ? 'open' : ''}">${cell(stall.id)}${cell(stall.name)}${cell(stall.goods)}${cell(`₪${stall.rent}`, 'money')}${cell(stall.free ? 'פנוי' : 'תפוס', stall.free ? 'free' : '')}</tr>`).join('');
  $('count').textContent = `${shown.length} דוכנים`;
}

function open(id) {
  const stall = stalls.find((one) => one.id === id);
  state.open = id;
  $('name').textContent = stall.name;
  $('facts').innerHTML = `<li>סחורה: ${stall.goods}</li><li>שכירות: <bdi>${stall.rent} ILS</bdi></li><li>שורה: <bdi>${'ABCD'[Math.floor((id - 1) / 9)]}</bdi></li>`;
  draw();
}

$('rows').addEventListener('click', ({ target }) => open(Number(target.closest('tr').id.slice(6))));
$('find').addEventListener('input', ({ target }) => { state.find = target.value.trim(); draw(); });
$('by-number').addEventListener('click', () => { state.order = 'id'; draw(); });
$('by-rent').addEventListener('click', () => { state.order = 'rent'; draw(); });
$('go').addEventListener('click', () => {
  const { id } = stalls.find(({ free }) => free);
  open(id);
  $(`stall-${id}`).scrollIntoView({ block: 'center' });
});
$('note').addEventListener('input', count);
function count() { $('length').textContent = `${$('note').textContent.length} אותיות`; }

$('bars').innerHTML = [52, 70, 61, 76, 64, 40].map((height, n) => `<rect x="${255 - n * 45}" y="${96 - height}" width="30" height="${height}"/><text x="${270 - n * 45}" y="${90 - height}" text-anchor="middle">${height}</text>`).join('');
count();
draw();
