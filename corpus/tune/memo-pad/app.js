const $ = (s) => document.querySelector(s);

$('#code').addEventListener('click', () => {
  const taken = getSelection().toString();
  $('#taken').textContent = taken ? `Taken: ${taken}` : 'Nothing is selected';
});

$('#count').addEventListener('click', () => {
  $('#lines').textContent = `${$('#memo').children.length} lines`;
});

$('#line').addEventListener('click', (event) => {
  const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  if (!place) return;
  const words = place.offsetNode.textContent;
  const before = words.slice(0, place.offset).split(' ').pop();
  const after = words.slice(place.offset).split(' ')[0];
  $('#word').textContent = `Found: ${before}${after}`;
});

$('#bold').addEventListener('click', () => $('#memo').classList.toggle('bold'));
