const crews = {
  early: [['Femke', 'cox'], ['Ole', 'engine'], ['Birte', 'deck']],
  late: [['Hauke', 'cox'], ['Momme', 'engine'], ['Silja', 'deck'], ['Jens', 'radio']],
  night: [['Gesa', 'cox'], ['Ole', 'engine'], ['Tade', 'deck']],
};
let force = 2;
const byId = (id) => document.getElementById(id);

function drawCrew() {
  byId('crew').replaceChildren(...crews[byId('pick').value].map(([name, job]) => {
    const card = document.createElement('div');
    card.innerHTML = `<b>${name}</b><p>${job}</p>`;
    return card;
  }));
}

function drawSea() {
  byId('state').textContent = `${force} of 9`;
  byId('sea').style.setProperty('--force', force);
}

byId('pick').addEventListener('change', drawCrew);
byId('more').addEventListener('click', () => { force = Math.min(9, force + 2); drawSea(); });
byId('less').addEventListener('click', () => { force = Math.max(0, force - 1); drawSea(); });
byId('swap').addEventListener('submit', (event) => {
  event.preventDefault();
  const item = document.createElement('li');
  item.textContent = `${byId('from').value} for ${byId('to').value}`;
  byId('swaps').append(item);
  byId('from').value = byId('to').value = '';
});
drawCrew();
drawSea();
