const paper = document.getElementById('paper');
const where = document.getElementById('where');
const sections = [...paper.querySelectorAll('section')];
let size = 0;

document.getElementById('toc').append(...sections.map((section) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${section.id}`;
  link.id = `to-${section.id}`;
  link.textContent = section.querySelector('h2').textContent;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    section.scrollIntoView({ block: 'start' });
    for (const other of sections) other.classList.toggle('here', other === section);
    where.textContent = `Reading: ${link.textContent}`;
  });
  item.append(link);
  return item;
}));
document.getElementById('wide').addEventListener('click', ({ target }) => {
  target.textContent = paper.classList.toggle('wide') ? 'Narrower paper' : 'Wider paper';
});
document.getElementById('bigger').addEventListener('click', () => {
  size = (size + 1) % 3;
  paper.style.fontSize = `${16 + size}px`;
});
document.getElementById('old').addEventListener('toggle', ({ target }) => {
  where.textContent = target.open ? 'Old fines are shown' : 'Old fines are hidden';
});
