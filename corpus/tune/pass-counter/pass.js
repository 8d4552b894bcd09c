var tickets = [
  { no: 61, table: 4, lines: ['2 onion soup', '1 trout, no butter', '1 lamb, pink'], state: '' },
  { no: 62, table: 11, lines: ['3 mushroom pie', '3 green salad'], state: 'rush' },
  { no: 63, table: 2, lines: ['1 tasting menu'], state: '' },
  { no: 64, table: 7, lines: ['2 risotto', '1 steak, blue', '1 chips', '1 chips, no salt'], state: 'done' },
];
var board = document.getElementById('board');
var covers = 0;

function $(id) { return document.getElementById(id); }

function coversOf(ticket) {
  return ticket.lines.reduce(function (sum, line) { return sum + (parseInt(line, 10) || 1); }, 0);
}

function countTo(goal) {
  var from = covers, begin = performance.now();
  covers = goal;
  (function frame() {
    var part = Math.min(1, (performance.now() - begin) / 400);
    $('covers').textContent = Math.round(from + (goal - from) * part);
    if (part < 1 && covers === goal) requestAnimationFrame(frame);
  })();
}

function toast(text) {
  var box = document.createElement('div');
  box.className = 'toast';
  box.textContent = text;
  $('toasts').appendChild(box);
  setTimeout(function () { box.remove(); }, 900);
}

function make(ticket) {
  var card = document.createElement('article');
  card.id = 't' + ticket.no;
  card.innerHTML = '<h2><span></span><span></span></h2><ul></ul><div class="heat"><b></b></div><button></button>';
  card.querySelector('h2').firstChild.textContent = 'Table ' + ticket.table;
  card.querySelector('h2').lastChild.textContent = '#' + ticket.no;
  ticket.lines.forEach(function (line) { card.querySelector('ul').appendChild(document.createElement('li')).textContent = line; });
  card.querySelector('button').addEventListener('click', function () { finish(ticket); });
  return card;
}

function paint() {
  tickets.forEach(function (ticket) {
    var card = $('t' + ticket.no) || board.appendChild(make(ticket));
    card.className = 'ticket ' + ticket.state;
    card.querySelector('button').textContent = ticket.state === 'done' ? 'Call back' : 'Served';
  });
  $('open').textContent = tickets.filter(function (t) { return t.state !== 'done'; }).length;
  countTo(tickets.reduce(function (sum, t) { return sum + coversOf(t); }, 0));
}

function finish(ticket) {
  ticket.state = ticket.state === 'done' ? '' : 'done';
  toast('Table ' + ticket.table + (ticket.state ? ' is served' : ' is back'));
  paint();
}

$('fire').addEventListener('click', function () {
  var lines = $('dishes').value.split(',').map(function (s) { return s.trim(); }).filter(Boolean);
  if (!lines.length) { toast('Which dishes?'); return; }
  tickets.push({ no: tickets[tickets.length - 1].no + 1, table: $('table').value || '?', lines: lines, state: '' });
  $('dishes').value = $('table').value = '';
  $('fire').focus();
  paint();
});

document.addEventListener('keydown', function (event) {
  if (event.target.tagName === 'INPUT') return;
  var open = tickets.filter(function (t) { return t.state !== 'done'; });
  var newest = open[open.length - 1];
  if (!newest) return;
  if (event.key === 'n') finish(newest);
  if (event.key === 'r') { newest.state = newest.state === 'rush' ? '' : 'rush'; paint(); }
});
paint();
