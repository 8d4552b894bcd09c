const tasks = [
  { id: 'depth', title: 'Depth of the inner basin', lane: 'todo', who: 'Ines', days: 1, plan: 6, gear: 'Echo sounder', due: '4 May' },
  { id: 'buoy', title: 'Set the yellow buoy', lane: 'todo', who: 'Tomas', days: 0.5, plan: 2, gear: 'Crane boat', due: '9 May' },
  { id: 'chart', title: 'Draw the west chart', lane: 'doing', who: 'Ruth', days: 4, plan: 8, gear: 'Plotter', due: '11 May' },
  { id: 'tide', title: 'Tide gauge at the pier', lane: 'doing', who: 'Ines', days: 2, plan: 3, gear: 'Ladder, gauge', due: '12 May' },
  { id: 'wreck', title: 'Photos of the wreck', lane: 'done', who: 'Olaf', days: 3, plan: 3, gear: 'Divers', due: '28 April' },
];
const lanes = ['todo', 'doing', 'done'];
const open = new Set();
const get = (id) => document.getElementById(id);

function card(task) {
  const box = document.createElement('div');
  box.innerHTML = `<details id="${task.id}"><summary>${task.title}</summary><p>Who: ${task.who}</p><p>Due: ${task.due}</p><p>Plan: ${task.plan} days</p><p>${task.days} of ${task.plan} days</p><button type="button" data-move="1">Move on</button><button type="button" data-day="1">One day more</button></details><div class="tag">${task.gear}</div><div class="track"><i style="--spent: ${task.days * 10}px; --plan: ${task.plan * 10}px"></i></div>`;
  const details = box.querySelector('details');
  details.open = open.has(task.id);
  details.addEventListener('toggle', () => (details.open ? open.add(task.id) : open.delete(task.id)));
  box.querySelector('[data-move]').addEventListener('click', () => {
    task.lane = lanes[Math.min(2, lanes.indexOf(task.lane) + 1)];
    draw();
  });
  box.querySelector('[data-day]').addEventListener('click', () => {
    task.days = Math.min(task.plan, task.days + 1);
    draw();
  });
  return box;
}
function draw() {
  for (const lane of lanes) {
    const section = document.querySelector(`[data-lane=${lane}]`);
    const own = tasks.filter((task) => task.lane === lane);
    section.querySelector('span').textContent = own.length;
    section.querySelector('.cards').replaceChildren(...own.map(card));
  }
  get('load').value = tasks.filter((task) => task.lane === 'doing').length;
  get('sum').textContent = `${tasks.length} tasks, ${tasks.reduce((sum, task) => sum + task.days, 0)} days worked`;
}
get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const title = get('title').value;
  tasks.push({ id: `new${tasks.length}`, title, lane: get('lane').value, who: 'nobody', days: 0, plan: 4, gear: 'nothing', due: 'open' });
  get('title').value = '';
  draw();
});
draw();
