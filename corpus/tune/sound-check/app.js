const scenes = [
  { name: 'Quartet', levels: [62, 48, 55, 70, 40, 66] },
  { name: 'Reading', levels: [80, 12, 0, 0, 22, 35] },
  { name: 'Dance', levels: [74, 78, 81, 85, 70, 90] },
];
const strips = ['Voice one', 'Voice two', 'Violin', 'Cello', 'Piano', 'Room'];
let scene = 0;
let levels = [...scenes[0].levels];

function drawScenes() {
  document.querySelector('#scenes').replaceChildren(...scenes.map((one, n) => {
    const item = document.createElement('li');
    item.textContent = one.name;
    item.className = n === scene ? 'on' : '';
    item.id = `scene-${n}`;
    item.onclick = () => { scene = n; levels = [...one.levels]; draw(); };
    return item;
  }));
}

function drawStrips() {
  document.querySelector('#strips').replaceChildren(...strips.map((name, n) => {
    const strip = document.createElement('div');
    strip.className = 'strip';
    strip.innerHTML = `<label for="s${n}">${name}</label><input type="range" id="s${n}" min="0" max="100"><output>${levels[n]}</output>`;
    const range = strip.querySelector('input');
    range.value = levels[n];
    range.oninput = () => { levels[n] = Number(range.value); strip.querySelector('output').textContent = range.value; };
    return strip;
  }));
}

function draw() {
  document.querySelector('#title').textContent = `Scene: ${scenes[scene].name}`;
  drawScenes();
  drawStrips();
}

document.querySelector('#flat').onclick = () => { levels = levels.map(() => 50); drawStrips(); };
document.querySelector('#loud').onclick = () => { levels = levels.map((level) => Math.min(100, level + 6)); drawStrips(); };
document.querySelector('#save').onclick = () => { scenes[scene].levels = [...levels]; };
document.querySelector('#form').onsubmit = (event) => {
  event.preventDefault();
  const note = document.querySelector('#note');
  const item = document.createElement('li');
  item.textContent = note.value;
  document.querySelector('#notes').append(item);
  note.value = '';
};
draw();
