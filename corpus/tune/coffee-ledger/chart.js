const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const cups = [3, 5, 4, 6, 7, 2, 1];
const tones = ['#6f4e37', '#8a6a4d', '#a98467', '#c8a27c', '#dbc1a0', '#7f9c72', '#a8bf9a'];
const g = document.getElementById('chart').getContext('2d');
let kind = 'bars';

function axes() {
  g.font = '15px Arial, sans-serif';
  g.textBaseline = 'middle';
  for (let n = 0; n <= 8; n += 2) {
    const y = 370 - n * 40;
    g.fillStyle = '#3e2a1c';
    g.textAlign = 'right';
    g.fillText(n, 40, y);
    g.fillStyle = '#e5d8c8';
    g.fillRect(50, y - 1, 630, 2);
  }
  g.fillStyle = '#3e2a1c';
  g.textAlign = 'center';
  days.forEach((d, i) => g.fillText(d, 95 + i * 90, 395));
}
const kinds = {
  bars() {
    axes();
    cups.forEach((n, i) => { g.fillStyle = tones[i]; g.beginPath(); g.roundRect(70 + i * 90, 370 - n * 40, 50, n * 40, [8, 8, 0, 0]); g.fill(); });
  },
  line() {
    axes();
    g.strokeStyle = '#6f4e37'; g.lineWidth = 4; g.lineJoin = 'round';
    g.beginPath();
    cups.forEach((n, i) => g.lineTo(95 + i * 90, 370 - n * 40));
    g.stroke();
    cups.forEach((n, i) => { g.fillStyle = '#fff'; g.beginPath(); g.arc(95 + i * 90, 370 - n * 40, 7, 0, Math.PI * 2); g.fill(); g.stroke(); });
  },
  pie() {
    const all = cups.reduce((a, b) => a + b);
    let at = -Math.PI / 2;
    g.shadowColor = '#0005'; g.shadowBlur = 12;
    cups.forEach((n, i) => {
      const to = at + n / all * Math.PI * 2;
      g.fillStyle = tones[i]; g.beginPath(); g.moveTo(350, 210); g.arc(350, 210, 160, at, to); g.fill();
      at = to;
    });
    g.shadowColor = 'transparent';
    const shine = g.createRadialGradient(350, 210, 20, 350, 210, 160);
    shine.addColorStop(0, '#fff6'); shine.addColorStop(1, '#fff0');
    g.fillStyle = shine; g.beginPath(); g.arc(350, 210, 160, 0, Math.PI * 2); g.fill();
  }
};
function draw() {
  g.clearRect(0, 0, 700, 420);
  kinds[kind]();
  document.getElementById('total').textContent = `${cups.reduce((a, b) => a + b)} cups this week`;
  for (const k of Object.keys(kinds)) document.getElementById(k).classList.toggle('on', k === kind);
}
for (const k of Object.keys(kinds)) document.getElementById(k).addEventListener('click', () => { kind = k; draw(); });
document.getElementById('cup').addEventListener('click', () => { cups[6] += 1; draw(); });
draw();
