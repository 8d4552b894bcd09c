const people = { Ada: '#8e44ad', Bo: '#c0392b', Cyn: '#2471a3', You: '#2e7d32' };
const answers = ['Aye.', 'On my way.', 'Who took the good mug?', 'Give me five minutes.', 'Copy that, over.', 'Fine by me.'];
const rooms = {
  deck: [{ who: 'Ada', text: 'Wind is turning to the west.' }, { who: 'Bo', text: 'Then we reef before supper.' }],
  galley: [{ who: 'Cyn', text: 'Soup is on. Bring your own spoon.' }],
  engine: [{ who: 'Bo', text: 'Oil is topped up.' }]
};
const unread = { deck: 0, galley: 0, engine: 0 };
let room = 'deck';
const $ = s => document.querySelector(s);

function bubble(m) {
  const el = document.createElement('div');
  el.className = 'msg' + (m.who === 'You' ? ' mine' : '');
  el.id = m.id ??= 'm' + Math.floor(Math.random() * 1e9).toString(16);
  m.at ??= new Date();
  const time = String(m.at.getHours()).padStart(2, '0') + ':' + String(m.at.getMinutes()).padStart(2, '0');
  el.innerHTML = `<i style="background:${people[m.who]}">${m.who[0]}</i><div></div><time>${time}</time>`;
  el.querySelector('div').textContent = m.text;
  return el;
}

function open(name) {
  room = name;
  unread[name] = 0;
  $('#stream').replaceChildren(...rooms[name].map(bubble));
  badges();
}

function badges() {
  document.querySelectorAll('.room').forEach(r => {
    r.classList.toggle('on', r.dataset.room === room);
    r.querySelector('em').textContent = unread[r.dataset.room] || '';
  });
}

function post(name, m) {
  rooms[name].push(m);
  if (name === room) {
    $('#stream').append(bubble(m));
    $('#stream').scrollTop = 1e6;
  } else {
    unread[name]++;
    badges();
  }
}

$('#compose').addEventListener('submit', event => {
  event.preventDefault();
  const text = $('#line').value.trim();
  if (!text) return;
  const here = room;
  post(here, { who: 'You', text });
  $('#line').value = '';
  setTimeout(() => { $('#typing').hidden = false; }, 200 + Math.random() * 200);
  setTimeout(() => {
    $('#typing').hidden = true;
    const who = ['Ada', 'Bo', 'Cyn'][Math.floor(Math.random() * 3)];
    post(here, { who, text: answers[Math.floor(Math.random() * answers.length)] });
  }, 700 + Math.random() * 600);
});
document.querySelectorAll('.room').forEach(r => r.addEventListener('click', () => open(r.dataset.room)));
setTimeout(() => post('engine', { who: 'Cyn', text: 'It is warm in here.' }), 400);
open('deck');
