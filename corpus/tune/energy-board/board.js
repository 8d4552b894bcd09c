const flats = [
  [1, 'Okonkwo', ['owner'], 214.6], [2, 'van der Westhuizen-Papadopoulos', ['tenant', 'pets'], 98.2], [3, 'Lee', ['tenant'], 301.9],
  [4, 'Bäckerei Ström', ['shop', 'night'], 1275.4], [5, 'Quist', ['owner', 'solar'], 12.8], [6, 'Ferreira', [], 187.0],
  [7, 'Workshop', ['shared'], 66.3], [8, 'Nakamura', ['tenant', 'solar'], 143.5], [9, 'Stairs and lift', ['shared', 'night'], 402.2],
];
const field = (id) => document.getElementById(id);

function price() {
  return Number(document.querySelector('[name=tariff]:checked').value);
}

function show() {
  const wanted = field('find').value.toLowerCase();
  const chosen = flats.filter(([, name]) => name.toLowerCase().includes(wanted));
  if (field('order').value === '1') chosen.sort((a, b) => b[3] - a[3]);
  field('rows').innerHTML = chosen.map(([door, name, tags, use]) => `<tr><td>${door}</td><td>${name}</td>
    <td>${tags.map((tag) => `<span class="tag">${tag}</span>`).join('')}</td><td class="n">${use.toFixed(1)}</td>
    <td class="n">${(use * price()).toFixed(2)}</td><td><progress max="1300" value="${use}"></progress></td></tr>`).join('');
  const total = flats.reduce((sum, flat) => sum + flat[3] * price() + Number(field('fee').value), 0);
  field('total').textContent = total.toFixed(2);
  field('fee-out').textContent = field('fee').value;
}

function draw() {
  const context = field('curve').getContext('2d');
  const gradient = context.createLinearGradient(0, 0, 0, 120);
  gradient.addColorStop(0, '#88c0d0');
  gradient.addColorStop(1, '#fff');
  context.beginPath();
  context.moveTo(0, 120);
  for (let x = 0; x <= 300; x += 5) context.lineTo(x, 70 - 35 * Math.sin(x / 32) - 12 * Math.cos(x / 11));
  context.lineTo(300, 120);
  context.fillStyle = gradient;
  context.fill();
  context.font = '11px "DejaVu Sans", sans-serif';
  context.fillStyle = '#2e3440';
  for (const hour of [0, 6, 12, 18]) context.fillText(`${hour}:00`, hour * 12 + 2, 115);
}

for (const id of ['order', 't-day', 't-night', 'fee']) field(id).addEventListener('change', show);
field('find').addEventListener('input', show);
field('recount').addEventListener('click', show);
draw();
show();
