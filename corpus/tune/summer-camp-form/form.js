const form = document.getElementById('camp');
const wanted = ['first', 'family', 'mail', 'phone', 'pass', 'remarks'];

function count() {
  document.getElementById('filled').value = wanted.filter(n => form.elements[n].value.trim()).length;
}
form.addEventListener('input', count);
form.addEventListener('reset', () => setTimeout(count));
form.addEventListener('submit', event => {
  event.preventDefault();
  const data = new FormData(form);
  const tail = data.get('food') === 'veg' ? 'vegetarian' : 'with meat';
  document.getElementById('answer').textContent =
    `${data.get('first')} ${data.get('family')}: week ${data.get('week')}, ${tail}, swims ${data.get('swims')} of 10${data.has('tent') ? ', tent' : ''}`;
  document.getElementById('left').value -= 1;
});
