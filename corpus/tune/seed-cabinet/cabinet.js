const kinds = {
  bean: { name: 'Runner bean', sow: 'May', depth: '5 cm', left: 40, about: 'Likes a pole and a warm wall.' },
  beet: { name: 'Beetroot', sow: 'April to July', depth: '2 cm', left: 120, about: 'Each seed is a cluster, so thin the rows.' },
  chard: { name: 'Chard', sow: 'April', depth: '3 cm', left: 60, about: 'Stands until the frost comes.' },
  dill: { name: 'Dill', sow: 'April to June', depth: '1 cm', left: 200, about: 'Does not like to be moved.' },
  kale: { name: 'Kale', sow: 'June', depth: '2 cm', left: 80, about: 'Better after a cold night.' },
  leek: { name: 'Leek', sow: 'March', depth: '1 cm', left: 150, about: 'Plant deep, so that it stays white.' },
};
const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const filled = ['bean', 'beet', 'chard'];
let open = null;

const set = (id, text) => { document.getElementById(id).textContent = text; };

function render() {
  const drawers = filled.map((id) => {
    const drawer = document.createElement('div');
    drawer.id = id;
    drawer.className = id === open ? 'drawer open' : 'drawer';
    drawer.textContent = kinds[id].name;
    return drawer;
  });
  document.getElementById('drawers').replaceChildren(...drawers);
  set('told', `${numbers[filled.length]} drawers are filled.`);
  if (!open) return;
  for (const key of ['name', 'about', 'sow', 'depth', 'left']) set(key, kinds[open][key]);
}

document.getElementById('drawers').addEventListener('click', (event) => {
  if (!event.target.id || event.target.id === 'drawers') return;
  open = event.target.id;
  render();
});
document.getElementById('unpack').addEventListener('click', () => {
  const next = Object.keys(kinds).filter((id) => !filled.includes(id)).slice(0, 2);
  filled.push(...next);
  render();
});
document.getElementById('sowing').addEventListener('click', () => {
  if (open) kinds[open].left -= 10;
  render();
});
render();
