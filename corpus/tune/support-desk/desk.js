const tickets = {
  4182: ['Stove glass turned black', 'Ingrid Solheim', 'The glass of my Ember 5 went black after one evening. I burned birch, well dried. What did I do wrong?'],
  4179: ['Spare key for the ash door', 'Tomas Reyes', 'I lost the small key. Can I order one without the whole lock?'],
  4175: ['Delivery to an island', 'Aoife Brennan', 'We live on Inishbofin. Does your carrier take the ferry?'],
  4170: ['Paint for cast iron', 'Milan Horvat', 'Which black do you use for the doors?'],
};
const snippets = {
  'snippet-hello': 'Dear customer,\n\nthank you for writing to us.\n',
  'snippet-care': '\nBlack glass comes from a slow fire. Please:\n- open the air slider fully for the first half hour\n- use two thin logs instead of a thick one\n- wipe the cold glass with a damp cloth and a little ash\n',
  'snippet-bye': '\nWarm regards,\nthe Hearthline workshop',
};
const reply = document.getElementById('reply');
const count = document.getElementById('count');
const thread = document.getElementById('thread');

function showCount() {
  count.textContent = `${reply.value.length} characters`;
}

function addMessage(author, text, mine) {
  const message = document.createElement('article');
  message.className = mine ? 'message mine' : 'message';
  message.append(document.createElement('h3'), document.createElement('p'));
  message.firstChild.textContent = author;
  message.lastChild.textContent = text;
  thread.append(message);
}

reply.addEventListener('input', showCount);

for (const button of document.querySelectorAll('.snippet')) {
  button.addEventListener('click', () => {
    reply.value += snippets[button.id];
    showCount();
  });
}

document.getElementById('queue').addEventListener('click', (event) => {
  const item = event.target.closest('.ticket');
  if (!item) return;
  document.querySelector('.ticket.current').classList.remove('current');
  item.classList.add('current');
  const [subject, author, text] = tickets[item.dataset.ticket];
  document.getElementById('subject').textContent = subject;
  thread.replaceChildren();
  addMessage(author, text, false);
  reply.value = '';
  showCount();
});

document.getElementById('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!reply.value.trim()) return;
  addMessage('You', reply.value.trim(), true);
  document.getElementById('state').textContent = 'answered';
  reply.value = '';
  showCount();
});
