const prints = [
  { id: 'fen', name: 'Fen in March', old: 48, now: 36, tones: ['#cfe3ea', '#8fae8b', '#4f6f52', '#f6d36b'], at: [70, 70] },
  { id: 'dune', name: 'Dune path', old: 48, now: 40, tones: ['#e9e2d0', '#d9b778', '#a77f43', '#f2905a'], at: [180, 60] },
  { id: 'loch', name: 'Loch, evening', old: 60, now: 45, tones: ['#d3cde6', '#7d86ad', '#3c4672', '#f7b7a3'], at: [130, 90] },
  { id: 'alp', name: 'High pasture', old: 52, now: 39, tones: ['#bfdcf2', '#9cc08a', '#5c8f57', '#fff0a8'], at: [200, 50] },
  { id: 'rust', name: 'Ore harbour', old: 66, now: 52, tones: ['#ead2c4', '#b4694c', '#6f3a31', '#ffcf8a'], at: [60, 60] },
  { id: 'snow', name: 'Snow line', old: 44, now: 33, tones: ['#dfe7ee', '#c3d0dc', '#8fa3b5', '#fbe3c2'], at: [150, 64] },
];
const chosen = new Set();
const wall = document.querySelector('#wall');

const art = ({ tones: [sky, hill, near, sun], at: [x, y] }) => `
  <svg viewBox="0 0 250 190" preserveAspectRatio="none" style="--sky: ${sky}; --hill: ${hill}; --near: ${near}; --sun: ${sun}">
    <rect class="sky" width="250" height="190"/>
    <circle class="sun" cx="${x}" cy="${y}" r="30"/>
    <path class="hill" d="M0 130 C60 80 110 120 150 100 S230 90 250 110 V190 H0 Z"/>
    <path class="near" d="M0 165 C80 130 150 175 250 140 V190 H0 Z"/>
  </svg>`;

for (const print of prints) {
  const card = document.createElement('article');
  card.className = 'print';
  card.id = print.id;
  card.innerHTML = `${art(print)}<h3>${print.name}</h3><p><span class="old">${print.old} €</span><span class="now">${print.now} €</span></p>`;
  card.addEventListener('click', () => {
    chosen.has(print) ? chosen.delete(print) : chosen.add(print);
    card.classList.toggle('mine', chosen.has(print));
    const sum = [...chosen].reduce((all, one) => all + one.now, 0);
    document.querySelector('#count').textContent = chosen.size ? `${chosen.size} chosen, ${sum} €` : 'Nothing chosen';
  });
  wall.append(card);
}

const lights = document.querySelectorAll('[data-light]');
for (const button of lights) {
  button.addEventListener('click', () => {
    wall.classList.toggle('dusk', button.dataset.light === 'dusk');
    lights.forEach((other) => other.classList.toggle('on', other === button));
  });
}
