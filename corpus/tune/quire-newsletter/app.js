const get = (id) => document.getElementById(id);
let changes = 0;

function touched(what) {
  changes += 1;
  get('state').textContent = `${what}, change ${changes}`;
}
get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  get('title').textContent = get('subject').value;
  get('greeting').textContent = get('hello').value;
  touched(`Ready for ${get('day').value}`);
});
get('tone').addEventListener('change', () => {
  get('letter').classList.toggle('brick', get('tone').value === 'brick');
  touched('Colour');
});
get('more').addEventListener('click', () => {
  const cell = document.createElement('td');
  cell.className = 'cell';
  cell.innerHTML = '<div class="box"><h3>Walk to the weir</h3><p>Sunday at two, in good shoes.</p><a class="go" href="#subject">Come along</a></div>';
  get('offers').append(cell);
  get('more').disabled = true;
  touched('Third offer');
});
document.querySelector('.offers').addEventListener('click', (event) => {
  if (event.target.matches('.go')) event.preventDefault();
});
