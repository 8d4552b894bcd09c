const kinds = { dig: ['Dig for bait', 12], boat: ['Lay up a boat', 60], fire: ['Light a fire', 5], wed: ['Hold a wedding', 140] };
const tides = [['Mo', 3.1], ['Tu', 3.4], ['We', 3.9], ['Th', 4.2], ['Fr', 4.1], ['Sa', 3.7], ['Su', 3.2]];
const leaves = ['purpose', 'place', 'summary'];
const find = (id) => document.getElementById(id);
let kind = null;
let people = 2;

function turn(n) {
  leaves.forEach((leaf, i) => { find(leaf).hidden = i !== n; });
  [...find('way').children].forEach((item, i) => item.classList.toggle('now', i === n));
}
function line(name, words) {
  const row = find('sheet').insertRow();
  row.insertCell().textContent = name;
  row.insertCell().textContent = words;
}
for (const [day, metres] of tides) {
  const bar = document.createElement('div');
  bar.style.height = `${Math.round(metres * 24)}px`;
  bar.textContent = day;
  bar.title = `${metres} m`;
  find('tides').append(bar);
}
find('choices').addEventListener('click', (event) => {
  const choice = event.target.closest('.choice');
  if (!choice) return;
  kind = choice.dataset.kind;
  turn(1);
});
find('more').addEventListener('click', () => { people = Math.min(80, people + 1); find('people').value = people; });
find('fewer').addEventListener('click', () => { people = Math.max(1, people - 1); find('people').value = people; });
find('back').addEventListener('click', () => turn(0));
find('place').addEventListener('submit', (event) => {
  event.preventDefault();
  const who = find('who').value.trim();
  const beach = find('beach').value.trim();
  if (!who || !beach) {
    find('missing').textContent = 'Name and beach are needed.';
    return;
  }
  find('missing').textContent = '';
  const [name, price] = kinds[kind];
  find('sheet').replaceChildren();
  line('Purpose', name);
  line('Name', who);
  line('Beach', beach);
  line('People', people);
  line('To pay', `${price}.00`);
  const item = document.createElement('li');
  item.textContent = `${name}, ${who}, ${beach}`;
  find('out').append(item);
  turn(2);
});
find('again').addEventListener('click', () => turn(0));
