const lanes = ['To do', 'Doing', 'Done'];
const uid = () => 'c' + crypto.randomUUID().slice(0, 8);
let cards = [
  { key: uid(), slug: 'notes', title: 'Write the notes', lane: 0 },
  { key: uid(), slug: 'icons', title: 'Redraw the icons', lane: 0 },
  { key: uid(), slug: 'price', title: 'Settle the price', lane: 1 },
  { key: uid(), slug: 'venue', title: 'Book the venue', lane: 2 }
];

function log(text) {
  const li = document.createElement('li');
  li.textContent = text;
  document.querySelector('#entries').prepend(li);
}

function button(text, name, run) {
  const b = document.createElement('button');
  b.textContent = text;
  b.className = name;
  b.onclick = run;
  return b;
}

function move(card, by) {
  card.lane += by;
  if (card.lane > 2) cards = cards.filter(c => c !== card);
  log(card.lane > 2 ? `${card.title}: put away` : `${card.title}: ${lanes[card.lane]}`);
  render();
}

function render() {
  document.querySelector('#lanes').replaceChildren(...lanes.map((name, n) => {
    const lane = document.createElement('div');
    lane.className = 'lane';
    const mine = cards.filter(c => c.lane === n);
    const head = document.createElement('h2');
    head.textContent = `${name} (${mine.length})`;
    lane.append(head, ...mine.map(card => {
      const el = document.createElement('div');
      el.className = 'card';
      el.id = card.key;
      el.dataset.slug = card.slug;
      el.append(card.title);
      el.append(button('<', 'back', () => n && move(card, -1)), button('>', 'on', () => move(card, 1)));
      return el;
    }));
    return lane;
  }));
}

const editor = document.querySelector('#editor');
document.querySelector('#new').onclick = () => { editor.returnValue = ''; document.querySelector('#title').value = ''; editor.showModal(); };
editor.addEventListener('close', () => {
  const title = document.querySelector('#title').value.trim();
  if (editor.returnValue !== 'yes' || !title) return;
  cards.push({ key: uid(), slug: title.toLowerCase().replace(/\W+/g, '-'), title, lane: 0 });
  log(`${title}: new`);
  render();
});
render();
