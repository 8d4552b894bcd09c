const canvas = document.querySelector('#photo');
const ctx = canvas.getContext('2d');
const source = document.createElement('canvas');
source.width = canvas.width;
source.height = canvas.height;
drawScene(source.getContext('2d'), source.width, source.height);

const looks = {
  none: () => 'none',
  mono: s => `grayscale(${s}%) contrast(1.1)`,
  sepia: s => `sepia(${s}%) saturate(1.3)`,
  night: s => `brightness(${100 - s * 0.6}%) hue-rotate(${s}deg)`,
  dream: s => `blur(${s / 10}px) brightness(1.15)`
};
const state = { look: 'none', strength: 80, frame: false };

function render() {
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  ctx.filter = looks[state.look](state.strength);
  ctx.drawImage(source, 0, 0);
  ctx.filter = 'none';
  if (state.frame) {
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = 36;
    ctx.strokeRect(18, 18, canvas.width - 36, canvas.height - 36);
  }
  const button = document.querySelector(`[data-look=${state.look}]`);
  document.querySelectorAll('#looks button').forEach(b => b.classList.toggle('on', b === button));
  document.querySelector('#strength').textContent = state.strength;
  document.querySelector('#caption').textContent =
    state.look === 'none' ? 'Original' : `${button.textContent}, ${state.strength} %`;
}

function note(text) {
  const item = document.createElement('li');
  item.textContent = text;
  document.querySelector('#history').append(item);
}

document.querySelector('#looks').addEventListener('click', event => {
  const look = event.target.dataset.look;
  if (!look) return;
  state.look = look;
  note('Look: ' + event.target.textContent);
  render();
});
function strengthen(by) {
  state.strength = Math.max(0, Math.min(100, state.strength + by));
  render();
}
document.querySelector('#less').addEventListener('click', () => strengthen(-10));
document.querySelector('#more').addEventListener('click', () => strengthen(10));
document.querySelector('#frame').addEventListener('change', event => {
  state.frame = event.target.checked;
  note(state.frame ? 'Added the border' : 'Removed the border');
  render();
});
render();
