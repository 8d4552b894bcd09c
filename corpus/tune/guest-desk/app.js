import { rooms } from 'rooms';

const $ = selector => document.querySelector(selector);

// One card serves all rooms: what it says depends on who opened it.
$('#card').addEventListener('beforetoggle', event => {
  if (event.newState !== 'open') return;
  const { room } = event.source.dataset;
  $('#card-title').textContent = `Room ${room}`;
  $('#card-text').textContent = rooms[room];
});

let read = 0;
for (const answer of document.querySelectorAll('[hidden]')) {
  answer.addEventListener('beforematch', () => {
    read += 1;
    $('#read').textContent = read === 1 ? 'One answer was read.' : `${read} answers were read.`;
  });
}

$('#menu').addEventListener('click', async () => {
  const { tomorrow } = await import('kitchen');
  $('#breakfast').textContent = tomorrow();
});
