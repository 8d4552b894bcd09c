const g = document.getElementById('sky').getContext('2d');
const stars = Array.from({ length: 90 }, () => ({ x: Math.random() * 900, y: Math.random() * 520, v: 20 + Math.random() * 60 }));
const ship = { x: 450, want: 450 };
let meteors = [], score = 0, hull = 3, moves = 0, state = 'ready', last = 0, wait = 0;

function step(dt) {
  ship.x += (ship.want - ship.x) * Math.min(1, dt * 10);
  for (const s of stars) { s.y += s.v * dt; if (s.y > 520) { s.y = 0; s.x = Math.random() * 900; } }
  wait -= dt;
  if (wait <= 0) {
    wait = 0.25 + Math.random() * 0.3;
    meteors.push({ x: 40 + Math.random() * 820, y: -30, r: 10 + Math.random() * 16, v: 160 + Math.random() * 140, turn: Math.random() * 6 });
  }
  for (const m of meteors) {
    m.y += m.v * dt;
    m.turn += dt;
    if (Math.hypot(m.x - ship.x, m.y - 460) < m.r + 16) { m.y = 999; if (hull > 1) hull -= 1; }
    else if (m.y > 560 && m.y < 999) { m.y = 999; score += 10; }
  }
  meteors = meteors.filter(m => m.y < 999);
}

function paint() {
  g.clearRect(0, 0, 900, 520);
  g.fillStyle = '#8f9bff';
  for (const s of stars) g.fillRect(s.x, s.y, 2, 2);
  g.fillStyle = '#a9714b';
  for (const m of meteors) {
    g.beginPath();
    for (let n = 0; n < 7; n++) {
      const a = m.turn + n / 7 * Math.PI * 2;
      g.lineTo(m.x + Math.cos(a) * m.r, m.y + Math.sin(a) * m.r * (n % 2 ? 0.8 : 1));
    }
    g.fill();
  }
  g.fillStyle = '#ffb454';
  g.beginPath();
  g.moveTo(ship.x, 436);
  g.lineTo(ship.x + 18, 480);
  g.lineTo(ship.x - 18, 480);
  g.fill();
  document.getElementById('score').textContent = score;
  document.getElementById('hull').textContent = hull;
  document.getElementById('moves').textContent = moves;
  document.getElementById('state').textContent = state;
}

function frame(now) {
  const dt = Math.min(0.05, (now - last) / 1000);
  last = now;
  if (state === 'flying') step(dt);
  paint();
  requestAnimationFrame(frame);
}
function toggle() { if (state !== 'ready') state = state === 'flying' ? 'paused' : 'flying'; }

addEventListener('keydown', e => {
  if (e.key === 'ArrowLeft') { ship.want = Math.max(40, ship.want - 70); moves++; }
  else if (e.key === 'ArrowRight') { ship.want = Math.min(860, ship.want + 70); moves++; }
  else if (e.key === 'p') toggle();
  else return;
  e.preventDefault();
});
document.getElementById('start').addEventListener('click', e => { state = 'flying'; e.target.blur(); });
document.getElementById('pause').addEventListener('click', e => { toggle(); e.target.blur(); });
requestAnimationFrame(frame);
