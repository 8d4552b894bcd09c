const plan = {
  fri: [['Gate', [[14, 18, 'Ruth'], [18, 23, 'Bashir']]], ['Stage', [[9, 17, 'Ola']]], ['Kitchen', [[10, 15, 'Finn'], [15, 21, 'Carla']]], ['First aid', [[12, 20, 'Mei']]]],
  sat: [['Gate', [[9, 13, 'Bashir'], [13, 18, 'Ruth'], [18, 23, 'Jonas']]], ['Stage', [[8, 12, 'Ola'], [14, 22, 'Dana']]], ['Kitchen', [[8, 14, 'Carla'], [15, 21, 'Finn']]], ['First aid', [[10, 19, 'Mei']]], ['Waste', [[11, 14, 'Lou'], [20, 23, 'Lou']]]],
  sun: [['Gate', [[9, 15, 'Jonas']]], ['Stage', [[10, 16, 'Dana']]], ['Kitchen', [[8, 13, 'Carla']]], ['Waste', [[12, 20, 'Lou']]]],
};

function show(day) {
  let hours = 0;
  document.getElementById('rows').innerHTML = plan[day].map(([team, shifts]) => {
    const boxes = shifts.map(([from, to, who], index) => {
      hours += to - from;
      const id = `${team.toLowerCase().replace(' ', '-')}-${index + 1}`;
      return `<button class="shift${from >= 16 ? ' late' : ''}" id="${id}" data-from="${from}" data-to="${to}" data-who="${who}" data-team="${team}">${who}</button>`;
    });
    return `<div class="row"><span class="team">${team}</span>${boxes.join('')}</div>`;
  }).join('');
  document.getElementById('hours').textContent = `${hours} hours planned`;
  for (const button of document.querySelectorAll('.day')) {
    button.classList.toggle('active', button.dataset.day === day);
  }
}

document.getElementById('days').addEventListener('click', (event) => {
  if (event.target.dataset.day) show(event.target.dataset.day);
});

document.getElementById('rows').addEventListener('click', (event) => {
  const shift = event.target.closest('.shift');
  if (!shift) return;
  document.querySelector('.chosen')?.classList.remove('chosen');
  shift.classList.add('chosen');
  const { who, team, from, to } = shift.dataset;
  document.getElementById('detail').textContent = `${who} works at ${team} from ${from} to ${to}.`;
});

show('sat');
