const games = [
  ['Barley Road', 'board', true], ['Crows', 'cards', false], ['Eleven Up', 'dice', true], ['Fjord', 'board', false],
  ['Harvest Five', 'cards', true], ['Ink and Iron', 'board', false], ['Last Train', 'board', true], ['Mirabelle', 'cards', false],
  ['Pips', 'dice', false], ['Quarry', 'board', false], ['Seven Hats', 'cards', true], ['Tumble', 'dice', true],
];
const chosen = { kind: null, many: false };

function draw() {
  const shown = games.filter(([, kind, many]) => (!chosen.kind || kind === chosen.kind) && (!chosen.many || many));
  document.getElementById('games').innerHTML = shown
    .map(([name, kind, many]) => `<li class="${kind}"><b>${name}</b>${kind}${many ? ', five or more' : ''}</li>`).join('');
  document.getElementById('found').textContent = `${shown.length} of ${games.length} games`;
}

document.getElementById('options').addEventListener('click', (event) => {
  const { kind, many } = event.target.dataset;
  if (kind) chosen.kind = kind;
  if (many) chosen.many = true;
  draw();
});

document.getElementById('all').addEventListener('click', () => {
  chosen.kind = null;
  chosen.many = false;
  draw();
});

draw();
