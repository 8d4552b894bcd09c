const berths = [['Tern', 'Mrs Laird, until September'], ['Fuel boat', 'the harbour itself'], ['', ''], ['Osprey', 'Mr Quist, at sea'], ['Mallow', 'the Brandt family'], ['', ''], ['Skua', 'the rowing club'], ['Anselm', 'on sale, ask inside'], ['Gudrun', 'Mr Ferrier']];
const waiting = [['Petrel', 7.2], ['Two Sisters', 9.8], ['Bramble', 6.4], ['Old Nell', 8.1], ['Halcyon', 11.5], ['Minna', 5.9], ['Corrib', 7.7], ['Sparrow', 6.0], ['Thea', 8.8], ['Wander', 10.2], ['Ellen', 7.0], ['Juno', 6.6]];
const works = ['Sluice shut', 'Crane', 'Paint day', 'Regatta', 'Fuel comes', 'Nothing', 'School boats', 'Crane', 'Inspector', 'Pump repair', 'Nothing', 'Committee', 'Market boats', 'Crane', 'Fuel comes', 'Nothing', 'Dredger', 'Dredger', 'Regatta', 'Prize giving'];
const find = (id) => document.getElementById(id);

find('diary').innerHTML = works.map((work, n) => `<div class="${n === 11 ? 'twelfth' : 'day'}"><span>${n + 1} June</span><span>${work}</span></div>`).join('');
find('water').innerHTML = berths.map(([boat], n) => `<div class="berth ${boat ? '' : 'free'}" data-berth="${n}" style="anchor-name: --berth-${n + 1}">${n + 1}. ${boat || 'free'}</div>`).join('');

function roll() {
  find('waiting').innerHTML = waiting.map(([boat, metres]) => `<div><span>${boat}</span><span>${metres.toFixed(1)}</span></div>`).join('');
}
find('water').addEventListener('click', (event) => {
  const berth = event.target.closest('.berth');
  if (!berth) return;
  for (const other of document.querySelectorAll('.berth')) other.classList.toggle('mine', other === berth);
  const [boat, owner] = berths[berth.dataset.berth];
  find('pick').textContent = boat ? `${boat} lies here: ${owner}.` : `Berth ${Number(berth.dataset.berth) + 1} is free.`;
});
find('ask').addEventListener('click', () => {
  const [boat, metres] = waiting.shift();
  waiting.push([boat, metres]);
  find('asked').textContent = `${boat} was asked`;
  roll();
});
roll();
