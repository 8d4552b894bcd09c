const zones = {
  AT: 1, BE: 1, CH: 2, CZ: 1, DE: 1, DK: 1, ES: 2, FI: 2, FR: 1, GR: 2, IE: 2, IT: 2, NL: 1, NO: 3, TR: 3,
};
const setup = { 1: 0.1, 2: 0.25, 3: 0.8 };
const names = new Intl.DisplayNames('en', { type: 'region' });
const countries = Object.entries(zones)
  .map(([code, zone]) => ({ name: names.of(code), zone }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

const minutes = document.querySelector('#minutes');
const country = document.querySelector('#country');
const matches = document.querySelector('#matches');

function update() {
  const length = Number(minutes.value) || 0;
  const typed = country.value.trim().toLowerCase();
  const hits = countries.filter(({ name }) => name.toLowerCase().startsWith(typed));
  document.querySelector('#found').textContent = `A call of ${length} minutes`;
  matches.innerHTML = hits.length
    ? hits.map(({ name, zone }) => `<li><span>${name}</span><b>${(setup[zone] + length * zone * 0.12).toFixed(2)}</b></li>`).join('')
    : '<li class="none">You have no network there.</li>';
}

minutes.addEventListener('input', update);
country.addEventListener('input', update);
update();
