const deals = [
  ['7♠', '3♥', 'K♦', '7♦', '4♥', '9♣', '7♥'],
  ['2♣', 'J♠', '10♠', '5♦', 'Q♠', '5♥', '8♣'],
];
const stock = ['5♥', 'A♠', '6♥', '2♦'];
const values = { A: 1, J: 11, Q: 12, K: 13 };
let deal = 0;
let drawn = 0;
let hand = [...deals[0]];

const rank = (card) => values[card.slice(0, -1)] ?? Number(card.slice(0, -1));

function draw() {
  const box = document.getElementById('hand');
  box.replaceChildren(...hand.map((name) => {
    const card = document.createElement('div');
    card.className = /[♥♦]/.test(name) ? 'card red' : 'card';
    card.dataset.card = name;
    const number = document.createElement('span');
    const suit = document.createElement('i');
    number.textContent = name.slice(0, -1);
    suit.textContent = name.slice(-1);
    card.append(number, suit);
    return card;
  }));
  document.getElementById('mine').textContent = hand.reduce((sum, card) => sum + rank(card), 0);
}

document.getElementById('stock').addEventListener('click', () => {
  if (hand.length > 7) return;
  hand.push(stock[drawn % stock.length]);
  drawn += 1;
  draw();
});

document.getElementById('sort').addEventListener('click', () => {
  hand.sort((one, other) => rank(one) - rank(other));
  draw();
});

document.getElementById('drop').addEventListener('click', () => {
  const last = hand.pop();
  const [number, suit] = document.getElementById('discard').children;
  number.textContent = last.slice(0, -1);
  suit.textContent = last.slice(-1);
  draw();
});

document.getElementById('again').addEventListener('click', () => {
  deal += 1;
  hand = [...deals[deal % deals.length]];
  draw();
});

draw();
