const ferns = {
  male: { name: 'Male fern', latin: 'Dryopteris filix-mas', pairs: 7, about: 'Stands in crowns under hazel and in old quarries. The fronds come up rolled like the head of a fiddle and open within a fortnight; the scales on the stalk are pale brown. Look on the back of a leaf in July: the round covers lie in two rows along the middle rib and fall when they are ripe. It keeps some green until the snow, and cattle leave it alone.' },
  hart: { name: "Hart's tongue", latin: 'Asplenium scolopendrium', pairs: 4, about: 'One strap of a leaf, undivided, with a heart at its foot. It wants lime and shade, and so it lives in wells, on the north side of walls and in deep lanes. The dark stripes on the back are the spore cases, set in pairs like the legs of something that walks. In a dry summer the tips curl and it waits.' },
  lady: { name: 'Lady fern', latin: 'Athyrium filix-femina', pairs: 9, about: 'Lighter and finer than the male fern, by ditches and on wet banks. The covers are bent like a comma. It is the first to go yellow, often before September is out, and it lies down at the first frost. The old name has nothing to do with the other plant; the two are no pair at all.' },
};
const rules = [
  'Leaf undivided, a strap: go to 2. Leaf divided: go to 3.', 'Foot heart-shaped: hart’s tongue. Foot narrow: not in this atlas.', 'Divided once: go to 4. Divided more than once: go to 6.', 'On walls, a hand long: spleenworts. In woods, longer: go to 5.',
  'Outer leaves flat, inner leaves narrow and upright: hard fern.', 'Stalk with broad pale scales: go to 7. Stalk nearly bare: go to 9.', 'Covers round, in two rows: male fern.', 'Covers kidney-shaped, leaf broad as a shield: buckler fern.', 'Covers like a comma: lady fern. No covers: go to 10.', 'Single stalks, tall as a child, rolled edges: bracken.', 'In water, four leaves: not a fern that one would expect.', 'Anything else: take a photograph and ask.',
];
const state = { fern: 'male', mode: 'short', scale: 0 };
const id = (name) => document.getElementById(name);

function leaves(n) {
  const list = [];
  for (let i = 1; i <= n; i += 1) {
    const t = i / (n + 1);
    const [x, y] = [20 + 40 * t + 170 * t * t, 300 - 300 * t + 10 * t * t];
    const size = 46 * (1 - t) + 12;
    list.push(`<ellipse cx="${(x - size / 3).toFixed(1)}" cy="${(y - size / 3).toFixed(1)}" rx="${(size / 2).toFixed(1)}" ry="6" transform="rotate(40 ${x.toFixed(1)} ${y.toFixed(1)})"/>`);
  }
  return list.join('');
}

function draw() {
  const fern = ferns[state.fern];
  id('ferns').innerHTML = Object.entries(ferns).map(([key, { name }]) => `<button id="fern-${key}" data-fern="${key}" class="${key === state.fern ? 'on' : ''}">${name}</button>`).join('');
  id('latin').textContent = fern.latin;
  id('about').textContent = fern.about;
  id('leaves').innerHTML = leaves(fern.pairs + state.scale);
  id('pairs').textContent = `${fern.pairs + state.scale} pairs of leaflets`;
  const shown = state.mode === 'full' ? rules : rules.slice(0, 4);
  id('rules').className = `rules ${state.mode}`;
  id('rules').innerHTML = shown.map((rule, n) => `<p><b>${n + 1}</b> ${rule}</p>`).join('');
  id('count').textContent = `${shown.length} of ${rules.length} questions`;
  for (const button of document.querySelectorAll('[data-mode]')) button.classList.toggle('on', button.dataset.mode === state.mode);
}

document.addEventListener('click', ({ target: { dataset, id: name } }) => {
  if (dataset.fern) state.fern = dataset.fern;
  if (dataset.mode) state.mode = dataset.mode;
  if (name === 'more') state.scale += 1;
  if (name === 'fewer') state.scale -= 1;
  draw();
});
draw();
