const zones = [
  { key: 'sun', name: 'Sonnenseite', lifts: 3 },
  { key: 'ice', name: 'Eiskar-Nord', lifts: 3 },
  { key: 'kid', name: 'Kinderland', lifts: 3 },
  { key: 'top', name: 'Gipfelrunde', lifts: 2 },
];
const lifts = [
  ['Almbahn', '8-seat chair', 3200, 'sun'], ['Hochkarbahn', 'gondola', 2600, 'top'],
  ['Vorgipfel', 'T-bar', 900, 'top'], ['Leckerplan', '4-seat chair', 2200, 'ice'],
  ['Draxlerloch', 'T-bar', 1100, 'ice'], ['Hasenlift', 'magic carpet', 600, 'kid'],
  ['Bärenlift', 'rope tow', 450, 'kid'], ['Wiesenlift', 'rope tow', 450, 'kid'],
  ['Blauer Hang', '6-seat chair', 2800, 'sun'], ['Sonnenlift', 'T-bar', 1200, 'sun'],
  ['Kargraben', '2-seat chair', 1000, 'ice'],
].map(([name, kind, most, zone], n) => ({ name, kind, most, zone, n }));

const state = { zone: null, reading: 0, hideShut: false };

const isShut = (lift) => (lift.n + state.reading) % 5 === 4;
const load = (lift) => (isShut(lift) ? 0 : Math.round(lift.most * (0.15 + ((lift.n * 37 + state.reading * 23) % 80) / 100)));

const html = {
  zone: (z) => `<div class="zone ${state.zone === z.key ? 'on' : ''}" data-zone="${z.key}">
    <h3>${z.name}</h3><p>${z.lifts} lifts</p></div>`,
  row(lift) {
    const now = load(lift);
    const tone = isShut(lift) ? 'shut' : now > lift.most * 0.6 ? 'busy' : '';
    return `<tr class="${tone}"><td>${lift.name}</td><td>${lift.kind}</td><td>${now} of ${lift.most}</td>
      <td><div class="meter"><i style="--now: ${now}; --most: ${lift.most}"></i></div></td>
      <td><span class="state">${isShut(lift) ? 'closed' : 'open'}</span></td></tr>`;
  },
};

function render() {
  const shown = lifts.filter((l) => (!state.zone || l.zone === state.zone) && !(state.hideShut && isShut(l)));
  document.getElementById('zones').innerHTML = zones.map(html.zone).join('');
  document.getElementById('rows').innerHTML = shown.map(html.row).join('');
  document.getElementById('zone-name').textContent = zones.find((z) => z.key === state.zone)?.name ?? 'All lifts';
  document.getElementById('closed').textContent = state.hideShut ? 'Show closed lifts' : 'Hide closed lifts';
  document.getElementById('note').textContent = `Reading of ${['09:30', '10:00', '10:30', '11:00'][state.reading % 4]}`;
}

document.getElementById('zones').addEventListener('click', (event) => {
  const zone = event.target.closest('.zone')?.dataset.zone;
  if (!zone) return;
  state.zone = state.zone === zone ? null : zone;
  render();
});
document.getElementById('tick').addEventListener('click', () => { state.reading += 1; render(); });
document.getElementById('closed').addEventListener('click', () => { state.hideShut = !state.hideShut; render(); });
render();
