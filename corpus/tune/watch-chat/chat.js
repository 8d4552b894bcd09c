const people = ['Morag', 'Ewan', 'Sile', 'me'];
const lines = [
  'Who has the key to the fuel store?', 'Hanging behind the door, as ever.', 'Drill at six, full kit please.',
  'I am on shift until half past, start without me.', 'The new pump arrived. It is heavier than the old one, so bring a trolley and a friend.',
  'Trolley yes, friend no.', 'Swell two metres from the west tonight.', 'Then we practise the tow inside the harbor.',
  'Radio check on channel 8?', 'Loud and clear.', 'Two paddle boards were late yesterday, both back by themselves.',
  'Please write it in the log all the same.', 'Done.', 'Tea after the drill, Sile bakes.', 'Sile does not bake, Sile buys.',
  'Fine by me.', 'Spare gloves: three pairs left, all left hands. I do not want to know how.', 'Ask the engine room.',
  'The engine room denies everything.', 'Forecast is better now, wind four.', 'Launch at ten past six then.', 'See you there.',
];
const list = document.getElementById('list');
const log = document.getElementById('log');
let first;

function entry(index) {
  const who = people[(index * 5 + (index >> 2)) % 4];
  const item = document.createElement('li');
  if (who === 'me') item.className = 'me';
  item.id = `m${index}`;
  item.innerHTML = `<b>${who === 'me' ? 'You' : who} <time>${16 + (index >> 3)}:${String((index * 7) % 60).padStart(2, '0')}</time></b>`;
  item.append(lines[index] ?? '');
  return item;
}

function count() {
  document.getElementById('count').textContent = `${list.children.length} messages shown`;
  document.getElementById('earlier').disabled = first === 0;
}

for (let index = 6; index < lines.length; index++) list.append(entry(index));
first = 6;
log.scrollTop = log.scrollHeight;
count();

document.getElementById('earlier').addEventListener('click', () => {
  const from = Math.max(0, first - 2);
  for (let index = first - 1; index >= from; index--) list.prepend(entry(index));
  first = from;
  count();
});

document.getElementById('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = document.getElementById('text');
  lines.push(text.value);
  const item = entry(lines.length - 1);
  item.className = 'me';
  list.append(item);
  text.value = '';
  log.scrollTop = log.scrollHeight;
  count();
});
