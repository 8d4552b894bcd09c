const $ = (s) => document.querySelector(s);

for (const box of document.querySelectorAll('[type=checkbox]')) {
  box.addEventListener('change', () => {
    const names = [...document.querySelectorAll('input:checked')].map((input) => input.parentNode.textContent.trim());
    $('#chosen').textContent = names.length ? `Chosen: ${names.join(', ')}` : 'Nothing chosen';
  });
}

$('#join').addEventListener('click', () => {
  const monday = $('#week').valueAsDate;
  $('#answer').textContent = monday ? `See you from ${monday.toISOString().slice(0, 10)}` : 'Choose a week, please';
});
