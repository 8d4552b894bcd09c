const shapes = [
  '<circle cx="50" cy="50" r="40"/>', '<rect x="12" y="12" width="76" height="76"/>',
  '<path d="M50 8L92 88H8Z"/>', '<path d="M50 6L94 50L50 94L6 50Z"/>',
  '<path d="M38 8H62V38H92V62H62V92H38V62H8V38H38Z"/>', '<path d="M10 60A40 40 0 0 1 90 60Z"/>',
  '<path d="M50 5L61 38H96L68 59L79 92L50 72L21 92L32 59L4 38H39Z"/>', '<path d="M20 10H80L95 50L80 90H20L5 50Z"/>',
  '<ellipse cx="50" cy="50" rx="44" ry="22"/>', '<path d="M10 10H90L50 90Z"/>',
  '<path d="M50 90L12 50A22 22 0 0 1 50 26A22 22 0 0 1 88 50Z"/>', '<path d="M15 15H40V60H85V85H15Z"/>'
];
const colors = ['#ef476f', '#118ab2', '#06a77d', '#e07a1f', '#7353ba', '#b5838d'];
const board = document.getElementById('board');
let open, moves, found, started, ticking;

function shuffle(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function start() {
  open = []; moves = 0; found = 0; started = Date.now();
  clearInterval(ticking);
  ticking = setInterval(clock, 250);
  const deck = shuffle([...shapes.keys(), ...shapes.keys()]);
  board.replaceChildren(...deck.map((shape, n) => {
    const tile = document.createElement('button');
    tile.className = 'tile';
    tile.id = 'tile-' + n;
    tile.dataset.key = Math.random().toString(36).slice(2, 8);
    tile.shape = shape;
    tile.innerHTML = `<span class="side back"></span><span class="side front"><svg viewBox="0 0 100 100" fill="${colors[shape % 6]}">${shapes[shape]}</svg></span>`;
    tile.onclick = () => turn(tile);
    return tile;
  }));
  show();
}

function turn(tile) {
  if (document.body.dataset.busy === 'yes' || tile.matches('.up, .done')) return;
  tile.classList.add('up');
  open.push(tile);
  if (open.length < 2) return;
  moves++;
  document.body.dataset.busy = 'yes';
  setTimeout(() => {
    const same = open[0].shape === open[1].shape;
    open.forEach(t => { t.classList.remove('up'); if (same) t.classList.add('done'); });
    if (same) found++;
    open = [];
    document.body.dataset.busy = 'no';
    show();
  }, 700);
  show();
}

function clock() {
  const s = Math.floor((Date.now() - started) / 1000);
  document.getElementById('clock').textContent = Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
}

function show() {
  document.getElementById('moves').textContent = moves;
  document.getElementById('found').textContent = found;
}

document.getElementById('again').addEventListener('click', start);
start();
