let period = 'month';

function prices() {
  document.querySelectorAll('.price b').forEach(b => { b.textContent = '€' + b.dataset[period]; });
  document.querySelectorAll('.per').forEach(s => { s.textContent = 'a ' + period; });
  document.getElementById('monthly').classList.toggle('active', period === 'month');
  document.getElementById('yearly').classList.toggle('active', period === 'year');
}

function choose(plan) {
  document.querySelectorAll('.plan').forEach(p => {
    p.classList.toggle('chosen', p === plan);
    p.querySelector('.pick').textContent = p === plan ? 'Chosen' : 'Choose';
  });
  const price = plan.querySelector('b').textContent;
  document.getElementById('choice').textContent = `${plan.querySelector('h2').textContent}: ${price} a ${period}`;
}

document.getElementById('monthly').addEventListener('click', () => { period = 'month'; prices(); });
document.getElementById('yearly').addEventListener('click', () => { period = 'year'; prices(); });
document.querySelectorAll('.plan').forEach(p => p.querySelector('.pick').addEventListener('click', () => choose(p)));
prices();
