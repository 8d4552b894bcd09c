const messages = [
  '06:12 pressure 5.8 bar, falling slowly',
  '06:40 feed pump changed over to B',
  '07:05 pressure 6.1 bar and steady',
];
const log = document.getElementById('log');
let minutes = 7 * 60 + 30;

function clock() {
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

function draw() {
  log.replaceChildren(...messages.map((message) => {
    const line = document.createElement('p');
    line.textContent = message;
    return line;
  }));
}

document.getElementById('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = document.getElementById('text');
  messages.push(`${clock()} ${text.value}`);
  minutes += 15;
  text.value = '';
  draw();
});
document.getElementById('drop').addEventListener('click', () => {
  messages.pop();
  draw();
});
for (const [id, name] of [['b1', 'one'], ['b2', 'two']]) {
  document.getElementById(id).addEventListener('click', () => {
    document.getElementById('which').textContent = `Shown: ${name}`;
  });
}
draw();
