const rows = { wages: '2480 + 310', rent: '890', power: '64 * 1.19', food: '14 * 30', bus: '49', rest: 'wages - rent - power - food - bus', weekly: 'rest / 4' };
const past = [];
const id = (name) => document.getElementById(name);

function valueOf(name, depth = 0) {
  if (!(name in rows)) throw new ReferenceError(`There is no row called ${name}`);
  if (depth > 20) throw new RangeError(`The row ${name} needs itself`);
  return evaluate(rows[name], (other) => valueOf(other, depth + 1));
}

function show(changed) {
  let good = 0;
  id('rows').replaceChildren(...Object.keys(rows).map((name) => {
    const row = document.createElement('tr');
    row.classList.toggle('changed', name === changed);
    row.insertCell().textContent = name;
    row.insertCell().textContent = rows[name];
    row.insertCell().textContent = valueOf(name).toFixed(2);
    good++;
    return row;
  }));
  id('good').textContent = good;
  const wages = valueOf('wages');
  id('shares').replaceChildren(...['rent', 'power', 'food', 'bus', 'rest'].map((name) => {
    const share = document.createElement('div');
    share.className = 'share';
    const percent = Math.round((valueOf(name) / wages) * 100);
    share.innerHTML = `<span>${name}</span><i style="width: ${Math.max(0, percent)}%"></i><span>${percent} %</span>`;
    return share;
  }));
  id('undo').disabled = past.length === 0;
}

function note(text) {
  const item = document.createElement('li');
  item.textContent = text;
  id('history').prepend(item);
}

id('set').addEventListener('click', () => {
  const name = id('row').value;
  const before = rows[name];
  rows[name] = id('formula').value;
  try {
    for (const other of Object.keys(rows)) valueOf(other);
    past.push([name, before]);
    id('trouble').textContent = '';
    note(`${name} is now ${valueOf(name).toFixed(2)}`);
    show(name);
  } catch (error) {
    rows[name] = before;
    // The first line of the stack is the name and the message; the places are for us.
    id('trouble').textContent = error.stack.split('\n')[0];
    note(`${name} was left as it is`);
  }
});
id('undo').addEventListener('click', () => {
  const [name, before] = past.pop();
  rows[name] = before;
  note(`${name} is back to ${valueOf(name).toFixed(2)}`);
  show(name);
});
id('row').addEventListener('change', () => { id('formula').value = rows[id('row').value]; });
for (const name of Object.keys(rows)) id('row').append(new Option(name));
id('formula').value = rows.wages;
show();
