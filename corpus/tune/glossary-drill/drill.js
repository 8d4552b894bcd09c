const $ = (id) => document.getElementById(id);
const { words, start } = await (await fetch('words.json')).json();
const percent = new Intl.NumberFormat('en-US', { style: 'percent' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const sorted = [...words].sort((a, b) => a.de.localeCompare(b.de, 'de'));
const history = [];
let at = 0;

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function drawWords() {
  const wanted = plain($('find').value);
  const hits = sorted.filter(({ de }) => plain(de).includes(wanted));
  $('words').replaceChildren(...hits.map(({ de, en }) => {
    const item = document.createElement('li');
    const from = plain(de).indexOf(wanted);
    const mark = Object.assign(document.createElement('mark'), { textContent: de.slice(from, from + wanted.length) });
    item.append(de.slice(0, from), ...(wanted ? [mark] : []), de.slice(from + wanted.length), ` – ${en}`);
    return item;
  }));
  $('found').textContent = `${hits.length} of ${sorted.length} words`;
}

function graph() {
  const context = $('graph').getContext('2d');
  context.clearRect(0, 0, 260, 90);
  history.forEach(({ right }, index) => {
    context.fillStyle = right ? '#2b7a3d' : '#b3261e';
    context.fillRect(10 + index * 30, right ? 20 : 50, 20, right ? 60 : 30);
  });
}

function ask() {
  $('ask').textContent = `What is “${words[at].de}”?`;
}

function score() {
  const right = history.filter((entry) => entry.right).length;
  $('right').textContent = `${right} of ${history.length}`;
  $('part').textContent = history.length ? percent.format(right / history.length) : '–';
  $('next').textContent = day.format(new Date(new Date(start).getTime() + (1 + right) * 86_400_000));
  $('history').replaceChildren(...history.map((entry) => Object.assign(document.createElement('li'), { textContent: `${entry.de}: ${entry.given}${entry.right ? '' : `, better ${entry.en}`}` })));
  graph();
}

$('answer').addEventListener('submit', (event) => {
  event.preventDefault();
  const { de, en } = words[at];
  const given = $('text').value.trim();
  const right = plain(given) === plain(en);
  history.push({ de, en, given, right });
  $('verdict').className = right ? 'good' : 'bad';
  $('verdict').textContent = right ? 'Right!' : `No, it is “${en}”.`;
  at = (at + 1) % words.length;
  $('answer').reset();
  $('text').focus();
  ask();
  score();
});
$('find').addEventListener('input', drawWords);
let timer;
$('note').addEventListener('input', () => {
  clearTimeout(timer);
  $('saved').textContent = 'Saving …';
  timer = setTimeout(() => {
    localStorage.setItem('note', $('note').value);
    $('saved').textContent = `${localStorage.getItem('note').length} letters saved`;
  }, 80);
});
const began = performance.now();
setInterval(() => { $('since').textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`; }, 100);
console.info('drill', new Error('where').stack);
drawWords();
ask();
score();
