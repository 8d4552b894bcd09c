const atoms = [
  ['He', 'Helium', 2, 4, [2]], ['C', 'Carbon', 6, 12, [2, 4]], ['N', 'Nitrogen', 7, 14, [2, 5]],
  ['O', 'Oxygen', 8, 16, [2, 6]], ['F', 'Fluorine', 9, 19, [2, 7]], ['Ne', 'Neon', 10, 20, [2, 8]],
];
const find = (id) => document.getElementById(id);
let current = 3;
let right = 0;

function dots(shells) {
  const parts = [];
  shells.forEach((n, shell) => {
    const radius = shell === 0 ? 60 : 110;
    for (let i = 0; i < n; i++) {
      const angle = (i / n) * 2 * Math.PI + shell * 0.4;
      const x = Math.round(180 + radius * Math.cos(angle));
      const y = Math.round(150 + radius * Math.sin(angle));
      parts.push(`<circle class="dot" cx="${x}" cy="${y}" r="7"/>`);
    }
  });
  return parts.join('');
}

function show(n) {
  current = n;
  const [, name, charge, mass, shells] = atoms[n];
  find('electrons').innerHTML = dots(shells);
  find('plate').textContent = name;
  find('shells').textContent = shells.join(', ');
  find('sum').innerHTML = `<mrow><mn>${mass}</mn><mo>&minus;</mo><mn>${charge}</mn><mo>=</mo><menclose notation="roundedbox" class="result"><mn>${mass - charge}</mn></menclose></mrow>`;
  find('asked').textContent = name.toLowerCase();
  find('answers').innerHTML = [charge - 1, charge, mass - charge + 2, mass].map((sum) => `<button type="button" data-sum="${sum}">${sum}</button>`).join('');
  find('rows').innerHTML = atoms.map(([, word, z, a], i) => `<tr class="${i === n ? 'on' : ''}"><td>${word}</td><td>${z}</td><td>${a}</td><td>${a - z}</td></tr>`).join('');
  find('picker').innerHTML = atoms.map(([sign], i) => `<button type="button" data-atom="${i}" class="${i === n ? 'on' : ''}">${sign}</button>`).join('');
}
find('picker').addEventListener('click', (event) => {
  if (event.target.dataset.atom) show(Number(event.target.dataset.atom));
});
find('answers').addEventListener('click', (event) => {
  const [, name, charge, mass] = atoms[current];
  const isRight = Number(event.target.dataset.sum) === mass - charge;
  if (isRight) right++;
  find('score').textContent = `${right} right`;
  find('said').textContent = isRight ? `Right, ${name} has ${mass - charge}.` : `No, ${name} has ${mass - charge}.`;
});
show(current);
