const sheet = document.getElementById('sheet');

document.getElementById('style-menu').addEventListener('click', (event) => {
  const entry = event.target.closest('.entry');
  if (!entry) return;
  sheet.className = `sheet ${entry.dataset.style}`;
  document.getElementById('style-name').textContent = entry.dataset.style;
  event.currentTarget.hidePopover();
});

document.getElementById('paper-menu').addEventListener('click', (event) => {
  const entry = event.target.closest('.entry');
  if (!entry) return;
  sheet.style.backgroundColor = entry.dataset.paper;
  document.getElementById('paper-name').textContent = entry.textContent;
  event.currentTarget.hidePopover();
});

document.getElementById('sign-tool').addEventListener('click', () => {
  document.getElementById('sign').textContent = 'Margriet';
});
