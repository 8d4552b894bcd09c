const news = [
  ['The bell is back', 'After four months at the foundry the small bell hangs again. It was cleaned, turned and fitted with a new clapper, and sounds half a tone higher than most of us remember.'],
  ['Choir', 'Rehearsals start on Monday at eight. Tenors are badly needed; nobody has to read music.'],
  ['Roof fund', 'The sale of cakes brought 412 and the sale of old hymn books 96, so that the north side can be done before the autumn rain comes. Thank you to everybody who carried tables, and to the fire brigade for the tent.'],
  ['Path to the mill', 'The path is closed until the ninth because of the fallen ash. Please go round by the lower bridge and leave the gate as you find it.'],
  ['Thanks', 'To whoever mended the bench by the chestnut: it no longer wobbles.'],
];
const box = document.querySelector('#news');

function draw() {
  box.textContent = '';
  for (const [head, text] of news) {
    const article = document.createElement('article');
    const title = document.createElement('h3');
    const body = document.createElement('p');
    title.textContent = head;
    body.textContent = text;
    article.append(title, body);
    box.append(article);
  }
}

document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const head = document.querySelector('#head');
  const body = document.querySelector('#body');
  const item = [head.value || 'Notice', body.value];
  if (document.querySelector('#top').checked) news.unshift(item);
  else news.push(item);
  head.value = body.value = '';
  draw();
});
draw();
