const $ = (id) => document.getElementById(id);
const make = (tag, text, extra = {}) => Object.assign(document.createElement(tag), { textContent: text }, extra);

const day = (date) => date.toLocaleDateString('en-CA', { timeZone: 'UTC' });
const later = (date, days) => new Date(date.getTime() + days * 86_400_000);

const { pieces, clauses, day: today } = await (await fetch('pieces.json')).json();
const letters = new Map(pieces.map(({ id }) => [id, []]));
let current = pieces[0];

function draw() {
  $('pieces').replaceChildren(...pieces.map((piece) => make('button', piece.name, { id: piece.id, className: piece === current ? 'on' : '', onclick: () => open(piece) })));
  $('to').textContent = `To the registrar, ${current.to}`;
  const letter = letters.get(current.id);
  const terms = $('clauses').querySelectorAll('div').length + 1;
  $('lines').replaceChildren(...letter.map((line) => make('li', line)));
  $('terms').replaceChildren(make('li', `${terms} ${terms === 1 ? 'term' : 'terms'} as agreed, see the enclosure.`));
  $('length').textContent = `${terms} of at most 6 terms`;
  $('count').textContent = letter.length === 1 ? '1 finding' : `${letter.length} findings`;
}

function open(piece) {
  current = piece;
  $('report').replaceChildren(...piece.report.map((text) => make('p', text)));
  draw();
}

function add(text) {
  if (text.trim()) letters.get(current.id).push(text.trim());
  draw();
}

function takeSentence() {
  const selection = getSelection();
  selection.modify('move', 'backward', 'sentenceboundary');
  selection.modify('extend', 'forward', 'sentence');
  add(selection.toString());
}

function stamp() {
  const [year, month] = day(new Date(today)).split('-');
  $('ref').textContent = `Ref. ${current.id}/${year}/${Number(month)}`;
}

function periods() {
  $('periods').replaceChildren(...pieces.map(({ name, leaves, days }) => {
    const row = document.createElement('tr');
    const from = new Date(leaves);
    row.append(make('td', name), make('td', day(from)), make('td', day(later(from, days))));
    return row;
  }));
  const first = pieces.map(({ leaves }) => leaves).sort()[0];
  $('next').textContent = `The next crate leaves in ${(new Date(first) - new Date(today)) / 86_400_000} days.`;
}

$('clauses').textContent = clauses;
$('clauses').addEventListener('input', draw);
$('stamp').addEventListener('click', stamp);
document.addEventListener('keydown', (event) => {
  if (event.key !== 's' || event.target.isContentEditable) return;
  event.preventDefault();
  takeSentence();
});
periods();
open(current);
