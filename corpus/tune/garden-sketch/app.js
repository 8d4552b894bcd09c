const GRID = 40;
const paints = { bed: '#8a5a36', path: '#cbbfa5', tree: '#2f6b2b' };
const $ = selector => document.querySelector(selector);
const canvas = $('#plot');
const pen = canvas.getContext('2d');
let tool = 'bed';
let marks = [];

function grid() {
  pen.fillStyle = '#cfdcba';
  for (let x = GRID; x < canvas.width; x += GRID) pen.fillRect(x, 0, 1, canvas.height);
  for (let y = GRID; y < canvas.height; y += GRID) pen.fillRect(0, y, canvas.width, 1);
}

const draw = {
  bed: (x, y) => pen.fillRect(x + 4, y + 4, GRID - 8, GRID - 8),
  path: (x, y) => pen.fillRect(x, y + 12, GRID, GRID - 24),
  tree: (x, y) => {
    pen.beginPath();
    pen.arc(x + GRID / 2, y + GRID / 2, 15, 0, 2 * Math.PI);
    pen.fill();
  },
};

function render() {
  pen.clearRect(0, 0, canvas.width, canvas.height);
  grid();
  for (const { kind, x, y } of marks) {
    pen.fillStyle = paints[kind];
    draw[kind](x * GRID, y * GRID);
  }
  for (const kind of Object.keys(paints)) $(`#n-${kind}`).textContent = marks.filter(mark => mark.kind === kind).length;
}

function put({ clientX, clientY }) {
  const box = canvas.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top].map(distance => Math.floor(distance / GRID));
  marks = marks.filter(mark => mark.x !== x || mark.y !== y);
  marks.push({ kind: tool, x, y });
  $('#hint').classList.add('gone');
  render();
}

function choose(kind) {
  tool = kind;
  for (const button of document.querySelectorAll('[data-tool]')) button.setAttribute('aria-pressed', String(button.dataset.tool === kind));
}

let hours = 6;
function setSun(value) {
  hours = Math.min(12, Math.max(0, Math.round(value)));
  $('#thumb').style.left = `${(hours / 12) * 100}%`;
  $('#thumb').setAttribute('aria-valuenow', String(hours));
  $('#sun').textContent = `${hours} ${hours === 1 ? 'hour' : 'hours'} of sun`;
}

function follow({ clientX }) {
  const box = $('#track').getBoundingClientRect();
  setSun(((clientX - box.left) / box.width) * 12);
}

$('#track').addEventListener('pointerdown', event => {
  event.preventDefault();
  $('#track').setPointerCapture(event.pointerId);
  $('#thumb').focus({ preventScroll: true });
  follow(event);
});
$('#track').addEventListener('pointermove', event => {
  if ($('#track').hasPointerCapture(event.pointerId)) follow(event);
});
$('#thumb').addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  setSun(hours + step);
});
canvas.addEventListener('click', put);
document.addEventListener('keydown', ({ key }) => {
  const index = ['1', '2', '3'].indexOf(key);
  if (index >= 0) choose(Object.keys(paints)[index]);
});
$('#tools').addEventListener('click', ({ target }) => target.dataset.tool && choose(target.dataset.tool));
$('#back').addEventListener('click', () => {
  marks.pop();
  render();
});
render();
