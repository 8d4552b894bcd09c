const $ = (s) => document.querySelector(s);
const pages = {
  home: ['Home', 'Welcome to the rowing club at the old lock.'],
  fees: ['Fees', 'Adults pay 40 a season, juniors 15.'],
  events: ['Events', 'The regatta is in June. Bring a cake.'],
};

window.navigation?.addEventListener('navigate', (event) => {
  const page = pages[new URL(event.destination.url).hash.slice(2)];
  if (!page) return;
  $('#view h2').textContent = page[0];
  $('#view p').textContent = page[1];
});

const coming = [
  { name: 'Regatta', on: '2024 June 14' },
  { name: 'Dinner', on: '2024 March 5' },
  { name: 'Cleaning day', on: '2024 April 9' },
];
coming.sort((a, b) => new Date(a.on) - new Date(b.on));
for (const { name, on } of coming) {
  const line = document.createElement('li');
  line.textContent = `${name} in month ${new Date(on).getMonth() + 1}`;
  $('#dates').append(line);
}
$('#changed').textContent = 'Changes are told at the boathouse.';

let isOpen = false;
$('#turn').addEventListener('click', () => {
  isOpen = !isOpen;
  $('#gate').textContent = isOpen ? 'The gate is open.' : 'The gate is shut.';
});
