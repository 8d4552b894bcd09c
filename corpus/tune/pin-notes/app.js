const scroller = document.querySelector('#scroller');
const list = document.querySelector('#list');

function count() {
  document.querySelector('#n').textContent = list.children.length;
}

document.querySelector('#top').addEventListener('click', () => { scroller.scrollTop = 0; });
document.querySelector('#end').addEventListener('click', () => { scroller.scrollTop = 9999; });
document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = document.querySelector('#text');
  if (text.value === '') return;
  const item = document.createElement('li');
  item.textContent = text.value;
  list.append(item);
  text.value = '';
  count();
});
list.addEventListener('click', (event) => {
  if (event.target.localName !== 'li') return;
  event.target.style.textDecoration = event.target.style.textDecoration ? '' : 'line-through';
});
count();
