const $ = (s) => document.querySelector(s);
const texts = ['Title in red', 'Two columns', 'Colophon'];

$('#flip').addEventListener('click', () => document.body.classList.toggle('back'));

$('#load').addEventListener('click', async () => {
  const reader = ReadableStream.from?.(texts).getReader();
  let count = 0;
  while (reader && !(await reader.read()).done) count += 1;
  $('#lines').textContent = count ? `${count} lines are loaded` : 'There are no lines';
});

$('#sign').addEventListener('click', () => {
  $('#signed').textContent = 'Signed off by the printer';
});
