const people = [
  ['Abara, Ngozi', 'Sister', 'EEL-EL-'], ['Bright, Owen', 'Nurse', 'NN--LLE'], ['Castellanos, Inés', 'Nurse', 'LLEE--E'],
  ['Dunne, Siobhán', 'Healthcare assistant', 'EE-LLN-'], ['Eriksen, Pål', 'Nurse', '--NNN--'], ['Farrugia, Maria', 'Sister', 'LE-E-EL'],
  ['Gill, Harpreet', 'Nurse', 'E-LL-NN'], ['Hughes, Dilys', 'Healthcare assistant', 'L-EE-LL'], ['Ionescu, Radu', 'Nurse', '-NN--EE'],
  ['Jarvis, Pete', 'Healthcare assistant', 'EL--EE-'], ['Kaur, Simran', 'Nurse', 'LLE-NN-'],
].map(([name, grade, week]) => ({ name, grade, week: [...week] }));
const hours = { E: 7.5, L: 7.5, N: 11, '-': 0 };
const order = ['E', 'L', 'N', '-'];
let sorted = 'name';

const total = (person) => person.week.reduce((sum, shift) => sum + hours[shift], 0);
const $ = (selector) => document.querySelector(selector);

function draw() {
  const word = $('#find').value.toLowerCase();
  const shown = people
    .filter((person) => !$('#grade').value || person.grade === $('#grade').value)
    .filter((person) => !$('#nights').checked || person.week.includes('N'))
    .filter((person) => person.name.toLowerCase().includes(word))
    .sort((a, b) => (sorted === 'hours' ? total(b) - total(a) : 0) || (a.name < b.name ? -1 : 1));
  $('#rows').replaceChildren(...shown.map((person) => {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = person.name;
    row.append(head);
    row.insertCell().textContent = person.grade;
    row.cells[1].className = 'grade';
    person.week.forEach((shift, day) => {
      const cell = row.insertCell();
      cell.textContent = shift === '-' ? '–' : shift;
      cell.className = shift.toLowerCase();
      cell.dataset.place = `${person.name} ${day}`;
      cell.onclick = () => {
        person.week[day] = order[(order.indexOf(shift) + 1) % 4];
        $('#note').textContent = `${person.name}: day ${day + 1} is now ${person.week[day] === '-' ? 'off' : person.week[day]}.`;
        draw();
      };
    });
    row.insertCell().textContent = total(person).toFixed(1);
    return row;
  }));
  const foot = $('tfoot tr').cells;
  for (let day = 0; day < 7; day++) foot[day + 1].textContent = shown.filter((person) => person.week[day] !== '-').length;
  $('#sum').textContent = shown.reduce((sum, person) => sum + total(person), 0).toFixed(1);
  $('#found').textContent = `${shown.length} of ${people.length} people`;
  $('#by-name').ariaPressed = String(sorted === 'name');
  $('#by-hours').ariaPressed = String(sorted === 'hours');
}

for (const id of ['#grade', '#nights', '#find']) $(id).addEventListener('input', draw);
$('#by-name').onclick = () => { sorted = 'name'; draw(); };
$('#by-hours').onclick = () => { sorted = 'hours'; draw(); };
draw();
