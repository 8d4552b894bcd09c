const page = document.getElementById('page');
const $ = (id) => document.getElementById(id);
const tasks = [{ text: 'Send to the Hallorans', done: false }, { text: 'Book the shed', done: true }];

function count() {
  const blocks = [...page.querySelectorAll('h1, h2, p, li, blockquote')];
  const words = blocks.flatMap((block) => block.textContent.trim().split(/\s+/)).filter(Boolean).length;
  $('words').textContent = words;
  $('paras').textContent = page.querySelectorAll('p').length;
  $('minutes').textContent = `${(words / 120).toFixed(1)} min`;
  $('outline').replaceChildren(...[...page.querySelectorAll('h2')].map((heading) => {
    const item = document.createElement('li');
    item.textContent = heading.textContent;
    return item;
  }));
}

function showTasks() {
  $('tasks').replaceChildren(...tasks.map((task) => {
    const item = document.createElement('li');
    item.textContent = task.text;
    item.classList.toggle('done', task.done);
    item.onclick = () => { task.done = !task.done; showTasks(); };
    return item;
  }));
}

let timer = 0;
function touch() {
  count();
  $('saved').textContent = 'Writing …';
  clearTimeout(timer);
  timer = setTimeout(() => { $('saved').textContent = 'All changes kept'; }, 300);
}

document.execCommand('defaultParagraphSeparator', false, 'p');
document.execCommand('styleWithCSS', false, false);

for (const button of document.querySelectorAll('[data-do]')) {
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    const { do: command, with: value } = button.dataset;
    document.execCommand(command, false, value);
    state();
    touch();
  });
}

function state() {
  for (const name of ['bold', 'italic', 'underline']) {
    const button = document.querySelector(`[data-do="${name}"]`);
    button.classList.toggle('on', document.queryCommandState(name));
  }
}

page.addEventListener('keydown', (event) => {
  const command = { b: 'bold', i: 'italic', u: 'underline' }[event.key];
  if (!command || !event.ctrlKey) return;
  event.preventDefault();
  document.execCommand(command);
  touch();
});
page.addEventListener('input', touch);
page.addEventListener('keyup', state);
page.addEventListener('mouseup', () => setTimeout(state));
$('task').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.value.trim()) return;
  tasks.push({ text: event.target.value.trim(), done: false });
  event.target.value = '';
  showTasks();
});
$('footer').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') { event.preventDefault(); event.target.blur(); }
});
count();
showTasks();
