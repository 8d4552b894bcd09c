const state = { boat: null, price: 0, hours: 2 };
const get = (id) => document.getElementById(id);

const render = () => {
  get('hours').textContent = state.hours;
  for (const pick of document.querySelectorAll('.c-pick')) {
    pick.classList.toggle('is-on', pick.dataset.boat === state.boat);
  }
  get('result').textContent = state.boat
    ? `${state.boat} for ${state.hours} hours: ${state.price * state.hours} francs`
    : 'Choose a boat';
};

get('boats').addEventListener('click', ({ target }) => {
  const pick = target.closest('.c-pick');
  if (!pick) return;
  state.boat = pick.dataset.boat;
  state.price = Number(pick.dataset.price);
  render();
});
get('less').addEventListener('click', () => { state.hours = Math.max(1, state.hours - 1); render(); });
get('more').addEventListener('click', () => { state.hours = Math.min(8, state.hours + 1); render(); });
get('hire').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!state.boat) return;
  get('result').textContent = `See you on the lake, ${get('f1').value || 'sailor'}!`;
});
