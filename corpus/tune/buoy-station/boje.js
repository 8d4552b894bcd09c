const zahl = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const stunden = Array.from({ length: 24 }, (_, h) => ({
  h,
  wave: 1.4 + Math.sin(h / 3.1) * 0.7 + ((h * 7) % 5) / 12,
  temp: 14.2 + Math.sin((h - 8) / 3.8) * 1.6,
  wind: 9 + Math.cos(h / 4) * 5 + ((h * 3) % 4) / 2,
}));
const arten = { wave: ['Wellenhöhe in Metern', 'm', '#1b7f9c'], temp: ['Wassertemperatur in Grad', '°C', '#c0563c'], wind: ['Wind in Metern je Sekunde', 'm/s', '#3d7a5c'] };
let art = 'wave';
const el = (id) => document.getElementById(id);

function reihe() {
  const n = +el('smooth').value;
  const ab = +el('from').value;
  return stunden.slice(ab).map((_, i, alle) => {
    const teil = alle.slice(Math.max(0, i - n + 1), i + 1);
    return teil.reduce((s, w) => s + w[art], 0) / teil.length;
  });
}

function zeichne() {
  const c = el('plot').getContext('2d');
  const { width: b, height: h } = el('plot');
  const werte = reihe();
  const [titel, einheit, farbe] = arten[art];
  const max = Math.ceil(Math.max(...werte) + 1);
  const x = (i) => 44 + (i * (b - 64)) / (werte.length - 1);
  const y = (w) => h - 28 - (w / max) * (h - 48);
  c.clearRect(0, 0, b, h);
  c.font = '11px "DejaVu Sans"';
  c.textAlign = 'right';
  for (let i = 0; i <= 4; i++) {
    const w = (max * i) / 4;
    c.fillStyle = '#678';
    c.fillText(zahl.format(w), 36, y(w) + 4);
    c.strokeStyle = '#dde6ea';
    c.beginPath(); c.moveTo(44, y(w)); c.lineTo(b - 20, y(w)); c.stroke();
  }
  c.beginPath();
  werte.forEach((w, i) => c.lineTo(x(i), y(w)));
  c.lineWidth = 2.5; c.lineJoin = 'round'; c.strokeStyle = farbe;
  c.save(); c.shadowColor = '#0006'; c.shadowBlur = 6; c.shadowOffsetY = 3; c.stroke(); c.restore();
  if (el('area').checked) {
    c.lineTo(x(werte.length - 1), y(0)); c.lineTo(x(0), y(0)); c.closePath();
    const g = c.createLinearGradient(0, 20, 0, h);
    g.addColorStop(0, farbe + 'aa'); g.addColorStop(1, farbe + '00');
    c.fillStyle = g; c.fill();
  }
  c.textAlign = 'center'; c.fillStyle = '#456';
  werte.forEach((_, i) => { if (i % 3 === 0) c.fillText(`${i + +el('from').value} Uhr`, x(i), h - 8); });
  el('caption').textContent = titel;
  el('mean').textContent = `Mittel ${zahl.format(werte.reduce((s, w) => s + w, 0) / werte.length)} ${einheit}`;
}

function tafel() {
  const letzte = stunden[23];
  const kacheln = [['≈', 'Welle', `${zahl.format(letzte.wave)} m`], ['☀', 'Wasser', `${zahl.format(letzte.temp)} °C`], ['⚑', 'Wind', `${zahl.format(letzte.wind)} m/s`], ['☁', 'Druck', '1.013 hPa']];
  el('tiles').innerHTML = kacheln.map(([z, n, w]) => `<div class="tile" data-sign="${z}"><small>${n}</small><b>${w}</b></div>`).join('');
  el('rows').innerHTML = stunden.map((s) => `<tr data-h="${s.h}"><td>${String(s.h).padStart(2, '0')}:00</td><td>${zahl.format(s.wave)}</td><td>${zahl.format(s.temp)}</td><td>${zahl.format(s.wind)}</td><td>${s.wind > 13 ? '⚠' : '✓'}</td></tr>`).join('');
  el('ticks').innerHTML = ['N', 'NO', 'O', 'SO', 'S', 'SW', 'W', 'NW'].map((n, i) => `<g transform="rotate(${i * 45})"><line y1="-100" y2="-92" stroke="#0b4f6c"/><text y="-78" text-anchor="middle">${n}</text></g>`).join('');
  dreh(120);
}

function dreh(grad) {
  for (const teil of document.querySelectorAll('#needle')) teil.setAttribute('transform', `rotate(${grad})`);
  document.querySelector('.needle').setAttribute('transform', `translate(3 4) rotate(${grad})`);
  el('grad').textContent = grad + '°';
}

el('tabs').addEventListener('click', (e) => {
  if (!e.target.dataset.show) return;
  art = e.target.dataset.show;
  for (const b of el('tabs').children) b.classList.toggle('on', b === e.target);
  zeichne();
});
el('rows').addEventListener('click', (e) => {
  const zeile = e.target.closest('tr');
  document.querySelector('tr.hot')?.classList.remove('hot');
  zeile.classList.add('hot');
  dreh((zeile.dataset.h * 35) % 360);
});
for (const id of ['smooth', 'from', 'area']) el(id).addEventListener('input', zeichne);
tafel();
zeichne();
