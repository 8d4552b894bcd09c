const plants = ['basil', 'thyme', 'tomato', 'pepper', 'lavender', 'radish', 'mint', 'chard', 'bean', 'daisy', 'fern', 'leek'];
const file = (name, n) => `pictures/${name}.${n % 2 ? 'png' : 'svg'}`;
const water = new Map();
const large = document.getElementById('large');
let current;

const watch = new IntersectionObserver(entries => {
  for (const e of entries) {
    if (!e.isIntersecting) continue;
    watch.unobserve(e.target);
    setTimeout(() => e.target.classList.add('seen'), Math.random() * 200);
  }
}, { threshold: 0.1 });

plants.forEach((name, n) => {
  const pot = document.createElement('figure');
  pot.id = name;
  pot.innerHTML = `<img loading="lazy" decoding="async" alt="${name}" src="${file(name, n)}" width="320" height="220"><figcaption><span>${name}</span><b></b></figcaption>`;
  pot.addEventListener('click', () => {
    current = name;
    document.getElementById('picture').src = file(name, n);
    label();
    large.showModal();
  });
  document.getElementById('grid').append(pot);
  watch.observe(pot);
});

function label() {
  document.getElementById('label').textContent = `${current}, watered ${water.get(current) || 0} times`;
}
document.getElementById('water').addEventListener('click', () => {
  water.set(current, (water.get(current) || 0) + 1);
  document.querySelector(`#${current} b`).textContent = water.get(current) + ' l';
  document.getElementById('state').textContent = [...water.values()].reduce((a, b) => a + b) + ' litres today';
  label();
});
document.getElementById('close').addEventListener('click', () => large.close());
