const kept = [];

function show() {
  document.getElementById('kept').innerHTML = kept.map((word) => `<li>${word}</li>`).join('');
  document.getElementById('n').textContent = kept.length;
  const longest = kept.reduce((best, word) => (word.length > best.length ? word : best), '');
  document.getElementById('longest').textContent = longest || 'none';
}

for (const line of document.querySelectorAll('.line')) {
  line.addEventListener('click', (event) => {
    const range = document.caretRangeFromPoint(event.clientX, event.clientY);
    range.expand('word');
    const word = range.toString().trim().replace(/[.:]$/, '');
    if (word && !kept.includes(word)) kept.push(word);
    show();
  });
}

document.getElementById('clear').addEventListener('click', () => {
  kept.length = 0;
  show();
});
