const sheet = document.getElementById('sheet');
const titles = ['Harbour waltz', 'Salt and tin', 'The ferry song'];
let title = 0;

// The first line is plain text, every further one is a div.
function countLines() {
  const further = sheet.querySelectorAll('div').length;
  return sheet.textContent || further ? further + 1 : 0;
}

function nameForm(lines) {
  if (lines === 0) return 'empty page';
  if (lines === 2) return 'couplet';
  if (lines === 3) return 'tercet';
  if (lines === 4) return 'quatrain';
  return 'free form';
}

function update() {
  const lines = countLines();
  const words = sheet.innerText.match(/[\p{L}']+/gu) ?? [];
  document.getElementById('lines').textContent = lines;
  document.getElementById('words').textContent = words.length;
  document.getElementById('form').textContent = nameForm(lines);
}

sheet.addEventListener('input', update);

document.getElementById('rename').addEventListener('click', () => {
  title = (title + 1) % titles.length;
  document.getElementById('title').textContent = titles[title];
});

update();
