const people = ['Greta', 'Tomas', 'Ines', 'Pilot station', 'Customs', 'Crane 4'];
const subjects = ['Berth 7 on Friday', 'Missing bollard light', 'Fog signal duty', 'Cruise ship timetable', 'Keys of the boat house', 'Paint for the pier', 'New tide tables', 'Lost dinghy', 'Invoice of the divers', 'Summer party', 'Radio channel 12', 'Ice on the steps'];
const lines = [
  'Can somebody look at this before the noon tide? I am at the pilot station until two.',
  'I checked, and it is as I said: the plan on the wall is from last year.',
  'Fine by me. The divers need the slipway free from nine to eleven, though, and the crane must not swing over them.',
  'Noted. I will bring the long ladder, the short one has a mind of its own.',
  'Thank you! See you at the gate.',
];

class Store {
  folder = 'Inbox';
  query = '';
  threads = subjects.map((subject, n) => ({
    id: n, subject, folder: n % 4 === 3 ? 'Later' : 'Inbox', isUnread: n % 3 === 0,
    messages: lines.slice(0, 3 + (n % 3)).map((text, m) => ({ who: people[(n + m) % people.length], time: `${8 + m}:${(10 + n * 4) % 60 || 10}`, text })),
  }));
  open = this.threads[0];
  get shown() {
    return this.threads.filter((t) => t.folder === this.folder && t.subject.toLowerCase().includes(this.query));
  }
}

const store = new Store();
const $ = (id) => document.getElementById(id);
const make = (tag, props, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

function render() {
  $('folders').replaceChildren(...['Inbox', 'Later', 'Done'].map((name) => {
    const unread = store.threads.filter((t) => t.folder === name && t.isUnread).length;
    return make('li', { className: name === store.folder ? 'on' : '', id: `folder-${name}`, onclick: () => { store.folder = name; render(); } }, name, make('b', { textContent: unread || '' }));
  }));
  $('threads').replaceChildren(...store.shown.map((t) => make('li', {
    id: `thread-${t.id}`, className: [t === store.open && 'open', t.isUnread && 'unread'].filter(Boolean).join(' '),
    onclick: () => { store.open = t; t.isUnread = false; render(); },
  }, make('strong', { textContent: t.subject }), make('p', { textContent: t.messages.at(-1).text }))));
  $('subject').textContent = store.open.subject;
  $('messages').replaceChildren(...store.open.messages.map((m) => make('div', { className: m.who === 'You' ? 'message me' : 'message' }, make('small', { textContent: `${m.who}, ${m.time}` }), make('p', { textContent: m.text }))));
  $('messages').scrollTop = $('messages').scrollHeight;
}

function toast(text) {
  $('toast').textContent = text;
  $('toast').classList.add('shown');
}

$('find').addEventListener('input', () => { store.query = $('find').value.toLowerCase(); render(); });
$('reply').addEventListener('input', () => { $('length').textContent = `${$('reply').textContent.length} letters`; });
$('send').addEventListener('click', () => {
  const text = $('reply').textContent.trim();
  if (!text) return;
  store.open.messages.push({ who: 'You', time: '12:05', text });
  $('reply').textContent = '';
  $('length').textContent = '0 letters';
  toast('Reply sent');
  render();
});
$('done').addEventListener('click', () => {
  store.open.folder = 'Done';
  document.querySelector('.more').open = false;
  toast('Moved to Done');
  render();
});
$('pin').addEventListener('click', () => {
  store.threads.sort((a, b) => (b === store.open) - (a === store.open));
  render();
});
for (const button of document.querySelectorAll('[data-command]')) {
  button.addEventListener('mousedown', (event) => { event.preventDefault(); document.execCommand(button.dataset.command); });
}
render();
