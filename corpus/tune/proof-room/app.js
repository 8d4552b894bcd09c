const mended = { keper: 'keeper', slowely: 'slowly', enginge: 'engine' };
const $ = selector => document.querySelector(selector);
const story = $('#story');

function* ranges() {
  const text = story.firstChild;
  for (const wrong of Object.keys(mended)) {
    const start = text.data.indexOf(wrong);
    if (start < 0) continue;
    const range = new Range();
    range.setStart(text, start);
    range.setEnd(text, start + wrong.length);
    yield range;
  }
}

function mark() {
  const found = [...ranges()];
  CSS.highlights.set('mistake', new Highlight(...found));
  $('#advice').textContent = `${found.length} mistakes. Touch a red word.`;
}

function clear() {
  CSS.highlights.clear();
  $('#advice').textContent = 'Nothing is marked.';
}

function advise({ clientX, clientY }) {
  const [hit] = CSS.highlights.highlightsFromPoint(clientX, clientY);
  if (!hit) return;
  const word = hit.ranges[0].toString();
  $('#advice').textContent = `Instead of "${word}" write "${mended[word]}".`;
}

function countNote() {
  const words = $('#note').textContent.trim().split(/\s+/).filter(Boolean);
  $('#count').textContent = words.length ? `${words.length} ${words.length === 1 ? 'word' : 'words'} in the note.` : 'No note.';
}

$('#mark').addEventListener('click', mark);
$('#clear').addEventListener('click', clear);
story.addEventListener('click', advise);
$('#note').addEventListener('input', countNote);
$('#note').addEventListener('keydown', event => {
  if (event.key === 'Escape') event.target.blur();
});
