const texts = ['pressure in range', 'valve opened', 'valve closed', 'filter rinsed', 'pressure low', 'sensor silent', 'night mode'];
const rows = Array.from({ length: 5000 }, (_, n) => {
  const text = texts[Math.floor(Math.random() * texts.length)];
  const at = 5 * 3600 + n * 7;
  return {
    n: n + 1, text, pump: 'P' + (1 + Math.floor(Math.random() * 6)),
    time: [at / 3600, at / 60 % 60, at % 60].map(v => String(Math.floor(v)).padStart(2, '0')).join(':'),
    level: text === 'sensor silent' ? 'fail' : text === 'pressure low' ? 'warn' : 'info'
  };
});
const view = document.getElementById('view'), space = document.getElementById('space');
const high = 28;
let shown = rows, level = '', chosen = 0;

function draw() {
  const first = Math.max(0, Math.floor(view.scrollTop / high) - 4);
  const last = Math.min(shown.length, first + 28);
  space.style.height = shown.length * high + 'px';
  const out = document.createDocumentFragment();
  for (let i = first; i < last; i++) {
    const r = shown[i];
    const el = document.createElement('div');
    el.className = `line ${r.level}${r.n === chosen ? ' sel' : ''}`;
    el.style.top = i * high + 'px';
    el.id = 'line-' + i;
    for (const v of [r.n, r.time, r.level, r.pump, r.text]) el.appendChild(document.createElement('span')).textContent = v;
    el.onclick = () => {
      chosen = r.n;
      document.getElementById('detail').textContent = `Line ${i + 1}, at ${r.time}`;
      draw();
    };
    out.append(el);
  }
  space.replaceChildren(out);
  document.getElementById('count').textContent = shown.length === rows.length ? 'all lines' : 'filtered';
}

function filter() {
  const word = document.getElementById('find').value.toLowerCase();
  shown = rows.filter(r => (!level || r.level === level) && r.text.includes(word));
  view.scrollTop = 0;
  draw();
}
view.addEventListener('scroll', () => requestAnimationFrame(draw));
document.getElementById('find').addEventListener('input', filter);
document.querySelectorAll('[data-level]').forEach(b => b.addEventListener('click', () => {
  level = b.dataset.level;
  document.querySelectorAll('[data-level]').forEach(x => x.classList.toggle('on', x === b));
  filter();
}));
draw();
