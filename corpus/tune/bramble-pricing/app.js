const plans = [
  { id: 'twig', name: 'Twig', price: 12, perks: ['Berries of the week', 'Paper box', 'Card with a recipe'] },
  { id: 'hedge', name: 'Hedge', price: 21, perks: ['Berries and stone fruit', 'Box is taken back', 'Swap what you dislike'] },
  { id: 'orchard', name: 'Orchard', price: 38, perks: ['Everything that is ripe', 'Crate for a whole kitchen', 'Somebody to call'] },
];
const get = (id) => document.getElementById(id);
let best = 'hedge';

function draw() {
  const year = get('year').checked;
  get('plans').innerHTML = plans.map((plan) => {
    const price = (year ? plan.price * 0.8 : plan.price).toFixed(2);
    return `<div class="slot ${plan.id === best ? 'best' : ''}"><div class="card" id="${plan.id}"><div class="ribbon">Fits you best</div><h2>${plan.name}</h2><p class="price">${price}</p><ul class="perks">${plan.perks.map((perk) => `<li>${perk}</li>`).join('')}</ul><button type="button" data-plan="${plan.id}">Take ${plan.name}</button></div></div>`;
  }).join('');
}
get('year').addEventListener('change', draw);
get('eaters').addEventListener('change', () => {
  const eaters = Number(get('eaters').value);
  get('full').value = eaters;
  best = eaters < 2 ? 'twig' : eaters < 6 ? 'hedge' : 'orchard';
  draw();
});
get('plans').addEventListener('click', (event) => {
  const id = event.target.dataset.plan;
  if (!id) return;
  const plan = plans.find((one) => one.id === id);
  get('chosen').textContent = `You have chosen ${plan.name}${get('year').checked ? ' for a year' : ''}.`;
});
draw();
