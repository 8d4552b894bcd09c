const get = (id) => document.getElementById(id);
const state = get('state');
const changed = new Set();

for (const button of document.querySelectorAll('[data-tab]')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[data-tab]')) {
      other.classList.toggle('on', other === button);
      get(other.dataset.tab).hidden = other !== button;
    }
  });
}
function note(id) {
  changed.add(id);
  state.textContent = changed.size === 1 ? '1 setting changed' : `${changed.size} settings changed`;
}
for (const field of document.querySelectorAll('main input, main select')) {
  field.addEventListener('change', () => note(field.id));
}
get('warm').addEventListener('input', () => {
  get('degrees').textContent = `${get('warm').value} degrees`;
});
get('add').addEventListener('click', () => {
  const li = document.createElement('li');
  li.textContent = get('who').value;
  get('who').value = '';
  get('persons').append(li);
});
get('save').addEventListener('click', () => {
  state.textContent = `${changed.size} saved`;
  changed.clear();
});
