const $ = (s) => document.querySelector(s);

$('#review').setHTML?.('<p>A <b>quiet</b> book about a keeper and <i>his dog</i>. Three parts, each shorter than the last.</p>');

const speed = navigator.connection?.effectiveType;
if (speed) $('#line').textContent = 'Pictures are on';

window.requestIdleCallback?.(() => {
  $('#hint').textContent = 'You may also like: Tide Tables';
});

for (const words of ['Vote for the next book', 'Invite a friend']) {
  window.scheduler?.postTask(() => {
    const task = document.createElement('div');
    task.textContent = words;
    $('#todo').append(task);
  }, { priority: 'user-visible' });
}

$('#send').addEventListener('click', () => {
  const comment = document.createElement('div');
  comment.className = 'comment';
  comment.setHTML?.($('#say').value);
  if (comment.firstChild) $('#comments').append(comment);
  $('#say').value = '';
});

$('#up').addEventListener('click', () => {
  const week = $('#week');
  try {
    week.moveBefore(week.lastElementChild, week.firstElementChild);
  } catch {
    // The order is only a wish.
  }
});
