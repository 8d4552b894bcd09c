const talk = document.querySelector('#talk');
const messages = [
  ['Mira', 'Gate four is shut, take the ramp behind the bakery.'],
  ['Jon', 'Understood. I have eleven left and two without a number.'],
  ['me', 'I can take the two, I pass the square anyway.'],
  ['Mira', 'Good. Ring twice at the pharmacy, the bell sticks.'],
  ['me', 'Will do.'],
];
const answers = ['Thank you!', 'The lift works again.', 'See you at the depot.'];

function draw() {
  talk.textContent = '';
  for (const [who, text] of messages) {
    const p = document.createElement('p');
    const small = document.createElement('small');
    small.textContent = who === 'me' ? 'You' : who;
    p.className = who === 'me' ? 'mine' : 'theirs';
    p.append(small, text);
    talk.append(p);
  }
  talk.scrollTop = talk.scrollHeight;
}
document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = document.querySelector('#text');
  if (!field.value) return;
  messages.push(['me', field.value]);
  if (answers.length) messages.push(['Jon', answers.shift()]);
  field.value = '';
  draw();
});
for (const button of document.querySelectorAll('[data-hint]')) {
  button.addEventListener('click', () => {
    const hint = document.getElementById(button.dataset.hint);
    if (!hint.matches(':popover-open')) hint.showPopover();
  });
}
document.querySelector('#rooms').addEventListener('click', (event) => {
  const li = event.target.closest('li');
  li?.querySelector('b')?.remove();
});
draw();
