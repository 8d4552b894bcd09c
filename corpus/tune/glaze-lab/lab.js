const tiles = [
  ['Rust', { Feldspar: 42, Silica: 24, Whiting: 16, Kaolin: 8, Iron: 9, Bone: 1 }],
  ['Amber', { Feldspar: 46, Silica: 22, Whiting: 18, Kaolin: 9, Iron: 4, Bone: 1 }],
  ['Straw', { Feldspar: 48, Silica: 24, Whiting: 18, Kaolin: 8, Iron: 1, Bone: 1 }],
  ['Moss', { Feldspar: 44, Silica: 25, Whiting: 17, Kaolin: 9, Copper: 4, Bone: 1 }],
  ['Teal', { Feldspar: 43, Silica: 26, Whiting: 17, Kaolin: 8, Copper: 5, Cobalt: 1 }],
  ['Ink', { Feldspar: 41, Silica: 27, Whiting: 16, Kaolin: 9, Iron: 4, Cobalt: 3 }],
  ['Celadon', { Feldspar: 47, Silica: 26, Whiting: 17, Kaolin: 8, Iron: 1, Tin: 1 }],
  ['Plum', { Feldspar: 44, Silica: 25, Whiting: 16, Kaolin: 9, Iron: 4, Tin: 2 }],
];
const state = { tile: null, near: false, cone: 6, kept: [] };
const el = (id) => document.getElementById(id);

const part = (n, inset) => {
  const [x, y] = [(n % 4) * 200, Math.floor(n / 4) * 200];
  return `inset(${y + inset}px ${600 - x + inset}px ${200 - y + inset}px ${x + inset}px)`;
};

function render() {
  el('tiles').innerHTML = tiles.map(([name], n) => `<li class="${n === state.tile ? 'on' : ''}"><button id="tile-${n}" data-tile="${n}"><b>${n + 1}</b> ${name}</button></li>`).join('');
  for (const button of document.querySelectorAll('[data-cone]')) button.classList.toggle('on', Number(button.dataset.cone) === state.cone);
  el('kept').textContent = state.kept.join(', ') || 'Nothing yet';
  el('near').textContent = state.near ? 'Step back' : 'Look closer';
  if (state.tile === null) return;
  const [name, recipe] = tiles[state.tile];
  el('name').textContent = name;
  el('close').style = `object-view-box: ${part(state.tile, state.near ? 50 : 0)}`;
  el('about').textContent = `Tile ${state.tile + 1}, cone ${state.cone}, ${Object.keys(recipe).length} ingredients.`;
  el('parts').innerHTML = Object.entries(recipe).map(([what, share]) => `<div><b>${share}</b><span>${what}</span></div>`).join('');
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  if (button.dataset.tile) Object.assign(state, { tile: Number(button.dataset.tile), near: false });
  if (button.dataset.cone) state.cone = Number(button.dataset.cone);
  if (button.id === 'near') state.near = !state.near;
  if (button.id === 'keep' && state.tile !== null) state.kept.push(tiles[state.tile][0]);
  render();
});
render();
