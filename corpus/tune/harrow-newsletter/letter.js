const tabs = document.getElementById('tabs');
const sent = [];

function turn(page) {
  for (const article of document.querySelectorAll('.page')) article.hidden = article.id !== page;
  for (const button of tabs.children) button.classList.toggle('here', button.dataset.page === page);
}
tabs.addEventListener('click', (event) => {
  if (event.target.dataset.page) turn(event.target.dataset.page);
});
document.getElementById('reply').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = document.getElementById('words');
  if (field.value.trim() === '') return;
  sent.push(field.value.trim());
  field.value = '';
  document.getElementById('sent').innerHTML = '';
  for (const words of sent) {
    const item = document.createElement('li');
    item.textContent = words;
    document.getElementById('sent').append(item);
  }
});
