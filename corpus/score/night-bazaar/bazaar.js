let lang = 'ar';
const basket = [];
const get = id => document.getElementById(id);

function show() {
  const w = words[lang];
  document.documentElement.lang = lang;
  document.documentElement.dir = w.dir;
  document.title = w.title;
  for (const id of ['title', 'stalls', 'cart']) get(id).textContent = w[id];
  get('for-name').textContent = w.name;
  get('list').innerHTML = Object.keys(prices).map(id =>
    `<li id="${id}"><b>${w.goods[id]}</b><bdi>${prices[id]} AED</bdi><button>${w.add}</button></li>`).join('');
  get('lines').innerHTML = basket.map(id => `<li><span>${w.goods[id]}</span><bdi>${prices[id]} AED</bdi></li>`).join('');
  get('sum').textContent = `${w.sum}: ${basket.reduce((a, id) => a + prices[id], 0)}`;
  get('hello').textContent = get('name').value ? `${w.hello} ${get('name').value}` : '';
  document.querySelectorAll('[data-lang]').forEach(b => b.classList.toggle('on', b.dataset.lang === lang));
}
get('tongues').addEventListener('click', e => { if (e.target.dataset.lang) { lang = e.target.dataset.lang; show(); } });
get('list').addEventListener('click', e => {
  if (e.target.tagName !== 'BUTTON') return;
  basket.push(e.target.closest('li').id);
  show();
});
get('name').addEventListener('change', show);
show();
