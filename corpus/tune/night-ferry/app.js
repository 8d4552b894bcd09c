const byId = id => document.getElementById(id);

async function loadCrossings() {
  const answer = await fetch('crossings.json');
  const crossings = await answer.json();
  byId('crossings').replaceChildren(...crossings.map(({ at, to, deck, seats }) => {
    const row = document.createElement('tr');
    for (const value of [at, to, deck, seats]) row.insertCell().textContent = value;
    return row;
  }));
}

// The night sheet is only fetched by those who want it.
let night;
async function toggleNight({ currentTarget: button }) {
  night ??= (await import('./night.css', { with: { type: 'css' } })).default;
  const isOn = document.adoptedStyleSheets.includes(night);
  document.adoptedStyleSheets = isOn ? [] : [night];
  button.ariaPressed = String(!isOn);
  button.textContent = isOn ? 'Night colours' : 'Day colours';
}

async function openNotes() {
  const { default: notes } = await import('./notes.txt', { with: { type: 'text' } });
  const lines = notes.trim().split('\n').map(line => Object.assign(document.createElement('p'), { textContent: line }));
  byId('text').replaceChildren(...lines);
}

function describe(entry) {
  const name = new URL(entry.name).pathname.slice(1);
  return `${name}: ${entry.responseStatus}, ${entry.contentType}`;
}

function listFiles() {
  const wanted = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.json'));
  byId('loaded').replaceChildren(...wanted.map(entry => {
    const item = document.createElement('li');
    item.textContent = describe(entry);
    return item;
  }));
}

// Short messages go when they were read.
const queue = 'requestIdleCallback' in window ? requestIdleCallback : callback => setTimeout(callback, 1);

byId('theme').addEventListener('click', toggleNight);
byId('notes').addEventListener('click', openNotes);
byId('files').addEventListener('click', listFiles);
queue(loadCrossings);
