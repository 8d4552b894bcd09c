const id = new URLSearchParams(location.search).get('id');
const tea = teas[id];
let count = 1;
document.title = tea.name + ' - Leaf and Kettle';
document.querySelector('#name').textContent = tea.name;
document.querySelector('#about').textContent = tea.about;
document.querySelector('#price').textContent = money(tea.price) + ' for 100 g';
document.querySelector('#swatch').style.background = tea.color;
const list = JSON.parse(sessionStorage.getItem('seen') || '[]').filter(x => x !== id);
sessionStorage.setItem('seen', JSON.stringify([id, ...list]));
const show = () => { document.querySelector('#count').textContent = count; };
document.querySelector('#plus').onclick = () => { count++; show(); };
document.querySelector('#minus').onclick = () => { count = Math.max(1, count - 1); show(); };
document.querySelector('#put').onclick = () => {
  basket[id] = (basket[id] || 0) + count;
  keep();
};
