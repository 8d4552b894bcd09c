const field = (id) => document.getElementById(id);
const slips = [];

function preview() {
  const text = field('to').value;
  if (text) field('address').textContent = text;
  field('label').className = `label ${field('size').value}`;
  field('stamp').textContent = field('frail').checked ? 'fragile' : 'priority';
}

function show() {
  field('sheet').innerHTML = slips.map((lines) =>
    `<div class="slip"><b>${lines.length} lines</b><ol>${lines.map((line) => `<li>${line}</li>`).join('')}</ol></div>`).join('');
  field('count').textContent = slips.length === 1 ? '1 slip' : `${slips.length} slips`;
}

field('form').addEventListener('submit', (event) => {
  event.preventDefault();
  preview();
});
field('print').addEventListener('click', () => {
  // What is on the label as people see it, without the spaces of the source.
  slips.push(field('address').innerText.split('\n'));
  show();
});
