const books = [
  ['The Salt Almanac', 'E. Brandvold', 1931, 'A 3', true], ['Nine Doors of the Tollhouse', 'P. Achterberg', 1978, 'A 7', true],
  ['Moths of Canal Towns', 'R. Iyer', 1999, 'C 1', false], ['A Short Winter', 'L. Marchetti', 2004, 'B 2', true],
  ['Bread without Haste', 'H. Nyberg', 1986, 'D 5', true], ['The Ferryman Counts', 'J. Oyelaran', 1962, 'A 9', false],
  ['Maps for the Unlost', 'S. Petrou', 2011, 'M 1', true], ['How Bells Are Hung', 'C. Duffield', 1948, 'D 2', true],
  ['Letters to a Beekeeper', 'A. Renard', 1955, 'B 8', true], ['Under the Weir', 'T. Maddox', 1990, 'A 4', false],
];
const taken = [];
const find = (selector) => document.querySelector(selector);

function cell(row, text) {
  const td = document.createElement('td');
  td.textContent = text;
  row.append(td);
  return td;
}
function list() {
  const seek = find('#seek').value.trim().toLowerCase();
  const onlyIn = find('#onlyin').checked;
  const body = find('#books');
  body.replaceChildren();
  books.forEach(([title, author, year, shelf, isIn], n) => {
    if (seek && !`${title} ${author}`.toLowerCase().includes(seek)) return;
    if (onlyIn && !isIn) return;
    const row = document.createElement('tr');
    for (const text of [title, author, year, shelf]) cell(row, text);
    const last = cell(row, isIn ? '' : 'out');
    if (isIn) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.book = n;
      button.textContent = 'Borrow';
      last.append(button);
    }
    body.append(row);
  });
  find('#found').textContent = `${body.rows.length} of ${books.length} books`;
}
find('#seek').addEventListener('input', list);
find('#onlyin').addEventListener('change', list);
find('#books').addEventListener('click', (event) => {
  const { book } = event.target.dataset;
  if (book === undefined) return;
  books[book][4] = false;
  taken.push(books[book][0]);
  find('#card').textContent = `Card 1142: ${taken.length} ${taken.length === 1 ? 'book' : 'books'}`;
  find('#sliptext').textContent = `${books[book][0]} is yours until the third of next month.`;
  find('#slip').showModal();
  list();
});
find('#shut').addEventListener('click', () => find('#slip').close());
find('#rooms').addEventListener('click', (event) => {
  const { room } = event.target.dataset;
  if (!room) return;
  for (const section of document.querySelectorAll('.room')) section.hidden = section.id !== room;
  for (const button of find('#rooms').children) button.classList.toggle('open', button === event.target);
});
find('#wishform').addEventListener('submit', (event) => {
  event.preventDefault();
  const wish = Object.fromEntries(new FormData(event.target));
  if (!wish.title) { find('#handed').textContent = 'A title is needed.'; return; }
  const title = document.createElement('dt');
  const words = document.createElement('dd');
  title.textContent = wish.title;
  words.textContent = `${wish.author || 'Unknown'}. ${wish.why}`;
  find('#wishes').append(title, words);
  find('#handed').textContent = 'Thank you.';
  event.target.reset();
});
list();
