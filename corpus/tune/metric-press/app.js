const specimens = [
  ['Anker thin', 'For invitations. Runs wide, wants air around it.'],
  ['Anker book', 'For everything longer than a page and shorter than a novel.'],
  ['Anker poster', 'Cut in pear wood. The lower case k was lost and recut in 1958.'],
];
let line = '';
let chosen = 0;

function draw() {
  document.querySelector('#grid').replaceChildren(...specimens.map(([name, text], n) => {
    const card = document.createElement('div');
    card.className = n === chosen ? 'card on' : 'card';
    card.id = `card-${n}`;
    const title = document.createElement('h2');
    title.textContent = (n === chosen && line) || name;
    const body = document.createElement('p');
    body.textContent = text;
    card.append(title, body);
    card.addEventListener('click', () => { chosen = n; draw(); });
    return card;
  }));
}

document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  line = document.querySelector('#line').value;
  draw();
});
document.querySelector('#reset').addEventListener('click', () => { line = ''; draw(); });
draw();
