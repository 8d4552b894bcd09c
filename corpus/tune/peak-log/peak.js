const tours = [
  { name: 'East ridge', stages: [['Meadow', 1480], ['Moraine', 1960], ['Lower hut', 2310], ['Notch', 2790], ['Summit', 3454]], at: 2 },
  { name: 'Glacier way', stages: [['Bridge', 1390], ['Ice tongue', 2020], ['Ridge hut', 2645], ['Summit', 3454]], at: 1 },
  { name: 'Marmot round', stages: [['Car park', 1210], ['Chapel', 1385], ['Marmot bench', 1702]], at: 0 },
  { name: 'North face', stages: [['Wood', 1300], ['Scree', 1800], ['Bivouac', 2555], ['Chimney', 3010], ['Snow cap', 3390], ['Summit', 3454]], at: 3 },
];
const camp = document.getElementById('camp');
const owner = [0, 1, 3];

function show() {
  document.getElementById('tours').innerHTML = tours.map((tour, n) => `
    <section class="tour" id="tour-${n}">
      <h2>${tour.name}<small>${tour.stages.length} stages</small></h2>
      <ul class="stages">${tour.stages.map(([name, height], i) =>
        `<li${i <= tour.at ? ' class="done"' : ''}>${name}<b>${height} m</b></li>`).join('')}</ul>
    </section>`).join('');
  const tour = tours[owner[camp.value]];
  document.getElementById('state').textContent = `${tour.name}: now at ${tour.stages[tour.at][0]}`;
}

function go(step) {
  const tour = tours[owner[camp.value]];
  tour.at = Math.min(Math.max(tour.at + step, 0), tour.stages.length - 1);
  show();
}

camp.addEventListener('change', show);
document.getElementById('climb').addEventListener('click', () => go(1));
document.getElementById('back').addEventListener('click', () => go(-1));
show();
