const patients = [
  ['Ficus of room 3', 'Moraceae', 'drops leaves', '#4d8b5a'],
  ['Old monstera', 'Araceae', 'yellow leaves', '#2f6f4a'],
  ['Basil from the canteen', 'Lamiaceae', 'leggy', '#7fae4e'],
  ['Orchid, unnamed', 'Orchidaceae', 'no flowers', '#b06fa8'],
  ['Peace lily', 'Araceae', 'curled tips', '#93b59a'],
  ['Lemon tree', 'Rutaceae', 'scale insects', '#d9c64a'],
];
const waiting = [['Rubber plant', 'Moraceae', 'brown spots', '#7a4b3a'], ['Fern by the stairs', 'Polypodiaceae', 'dry fronds', '#5b9a6b']];
const ward = document.getElementById('ward');

function admit([name, family, trouble, tone]) {
  const card = document.createElement('plant-card');
  for (const [key, value] of Object.entries({ name, family, trouble, tone })) card.setAttribute(key, value);
  ward.append(card);
  document.getElementById('state').textContent = `${ward.childElementCount} plants in the ward`;
}

function setView(view) {
  document.body.dataset.view = view;
  for (const button of document.querySelectorAll('.views button')) button.classList.toggle('on', button.dataset.set === view);
}

document.querySelector('.views').addEventListener('click', (event) => {
  if (event.target.dataset.set) setView(event.target.dataset.set);
});
document.getElementById('admit').addEventListener('click', () => {
  if (waiting.length) admit(waiting.shift());
});

patients.forEach(admit);
setView('tiles');
