const page = document.getElementById('page');
const steps = () => [...page.querySelectorAll('p')].map(p => p.textContent.trim()).filter(Boolean);

function select(node, toEnd) {
  const range = document.createRange();
  range.selectNodeContents(node);
  if (toEnd) range.collapse(false);
  const s = getSelection();
  s.removeAllRanges();
  s.addRange(range);
}
function count() {
  document.getElementById('words').textContent = steps().join(' ').split(/\s+/).length + ' words';
}
function insert(text) {
  page.focus();
  select(page.lastElementChild, true);
  document.execCommand('insertText', false, text);
  count();
}
function style(command) {
  page.focus();
  select(page.firstElementChild);
  document.execCommand(command);
  getSelection().collapseToEnd();
}

document.getElementById('bold').addEventListener('click', () => style('bold'));
document.getElementById('italic').addEventListener('click', () => style('italic'));
document.getElementById('mark').addEventListener('click', () => {
  const p = page.lastElementChild;
  const mark = document.createElement('mark');
  mark.append(...p.childNodes);
  p.append(mark);
});
document.getElementById('temper').addEventListener('click', () => insert(' Bake at 180 degrees.'));
document.getElementById('rest').addEventListener('click', () => insert(' Wait ten minutes.'));
document.getElementById('cook').addEventListener('click', () => {
  document.getElementById('cooking').contentWindow.postMessage(steps(), '*');
});
addEventListener('message', event => { document.body.dataset.sent = event.data.got; });
page.addEventListener('input', count);
count();
