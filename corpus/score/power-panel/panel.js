const $ = id => document.getElementById(id);
const number = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-US');
const series = {
  day: Array.from({ length: 12 }, (_, n) => 40 + 30 * Math.sin(n / 2) + n * 4),
  week: Array.from({ length: 7 }, (_, n) => 90 + 40 * Math.cos(n) - n * 5)
};
let mode = 'day', held = false;

function line() {
  const data = series[mode];
  const at = (v, n) => [40 + n * 700 / (data.length - 1), 190 - v];
  const path = data.map((v, n) => at(v, n).map(x => x.toFixed(1)).join(' ')).join('L');
  $('line').innerHTML = `<defs><linearGradient id="fade" x2="0" y2="1"><stop stop-color="#ffc94d" stop-opacity=".5"/><stop offset="1" stop-color="#ffc94d" stop-opacity="0"/></linearGradient></defs>`
    + [40, 90, 140, 190].map(y => `<path d="M40 ${y}H740" stroke="#33457a"/><text x="30" y="${y + 4}" text-anchor="end">${190 - y}</text>`).join('')
    + `<path d="M40 190L${path}L740 190Z" fill="url(#fade)"/><path d="M${path}" fill="none" stroke="#ffc94d" stroke-width="3" stroke-linejoin="round"/>`
    + data.map((v, n) => `<circle class="hit" id="point-${n}" cx="${at(v, n)[0]}" cy="${at(v, n)[1]}" r="9" data-value="${v.toFixed(1)}"/>`).join('');
  $('total').textContent = `Total ${whole.format(Math.round(data.reduce((a, b) => a + b) * 24))} kWh`;
}

function ring() {
  let at = 0;
  const parts = [[0.5, '#ffc94d', 'Sun'], [0.3, '#5aa9ff', 'Wind'], [0.2, '#8f7bff', 'Grid']];
  $('ring').innerHTML = parts.map(([share, color]) => {
    const arc = `<circle cx="100" cy="100" r="70" fill="none" stroke="${color}" stroke-width="34" pathLength="100" stroke-dasharray="${share * 100} 100" stroke-dashoffset="${-at}" transform="rotate(-90 100 100)"/>`;
    at += share * 100;
    return arc;
  }).join('') + '<text x="100" y="105" text-anchor="middle">50 % sun</text>';
}

function bars() {
  $('bars').innerHTML = ['Kitchen', 'Bath', 'Study', 'Hall'].map((name, n) =>
    `<text x="0" y="${24 + n * 44}">${name}</text><rect x="70" y="${8 + n * 44}" width="${200 - n * 45}" height="24" rx="6" fill="#5aa9ff"/>`).join('');
}

$('line').addEventListener('pointerover', event => {
  const value = event.target.dataset.value;
  $('tip').hidden = !value;
  if (!value) return;
  $('tip').textContent = number.format(value) + ' kW';
  $('tip').style.left = Number(event.target.getAttribute('cx')) + 10 + 'px';
  $('tip').style.top = Number(event.target.getAttribute('cy')) + 6 + 'px';
});
for (const m of ['day', 'week']) $(m).addEventListener('click', () => {
  mode = m;
  $('day').classList.toggle('on', m === 'day');
  $('week').classList.toggle('on', m === 'week');
  line();
});
$('hold').addEventListener('click', () => { held = !held; $('hold').classList.toggle('on', held); });
setInterval(() => { if (!held) $('now').textContent = number.format(3 + Math.random() * 2); }, 300);
line();
ring();
bars();
