const vouchers = await (await fetch('vouchers.json')).json();
const deck = document.getElementById('deck');
const used = new Set();
let kind = 'all';

function show() {
  deck.replaceChildren(...vouchers.filter(v => kind === 'all' || v.kind === kind).map(v => {
    const card = document.createElement('div');
    card.id = v.id;
    card.className = `voucher ${v.kind}${used.has(v.id) ? ' used' : ''}`;
    card.innerHTML = `<div class="amount">${v.amount} kr</div>
      <div class="what"><b>${v.name}</b>${used.has(v.id) ? 'Redeemed' : 'Tap to redeem'}<i>Valid until ${v.until}</i></div>`;
    card.onclick = () => { used.add(v.id); show(); };
    return card;
  }));
  const sum = vouchers.filter(v => used.has(v.id)).reduce((a, v) => a + v.amount, 0);
  document.getElementById('saved').textContent = sum + ' kr';
}

document.getElementById('filters').addEventListener('click', e => {
  if (!e.target.dataset.kind) return;
  e.preventDefault();
  kind = e.target.dataset.kind;
  document.querySelectorAll('#filters a').forEach(a => a.classList.toggle('sel', a === e.target));
  show();
});
show();
