const prices = { Birch: 80, Pine: 65, Rowan: 95 };
const form = document.getElementById('form');
const sections = [...document.querySelectorAll('section')];
const value = id => document.getElementById(id).value.trim();
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
let step = 0, booked = false;

const checks = [
  () => form.elements.cabin.value ? '' : 'Please choose a cabin.',
  () => /^[1-6]$/.test(value('guests')) ? '' : ['guests', 'Between one and six guests, please.'],
  () => !value('who') ? ['who', 'Please tell us your name.'] : !document.getElementById('mail').validity.valid || !value('mail') ? ['mail', 'This is not an e-mail address.'] : '',
  () => ''
];

function show() {
  sections.forEach((s, n) => { s.hidden = n !== step; });
  document.querySelectorAll('.steps li').forEach((li, n) => li.classList.toggle('now', n === step));
  document.getElementById('track').style.transform = `scaleX(${(step + 1) / 4})`;
  document.getElementById('back').disabled = step === 0 || booked;
  document.getElementById('next').textContent = booked ? 'Booked' : step === 3 ? 'Book' : 'Next';
  if (step === 3) {
    const cabin = form.elements.cabin.value;
    const rows = { Cabin: cabin, Guests: value('guests'), Nights: value('nights'), Name: value('who'), Price: money.format(prices[cabin] * value('nights')) };
    if (booked) rows.Number = 'C-' + Math.floor(1000 + Math.random() * 9000);
    document.getElementById('summary').innerHTML = Object.entries(rows).map(([k, v]) => `<dt>${k}</dt><dd id="sum-${k.toLowerCase()}">${v}</dd>`).join('');
  }
}

form.addEventListener('submit', event => {
  event.preventDefault();
  const problem = checks[step]();
  const section = sections[step];
  section.querySelectorAll('.bad').forEach(e => e.classList.remove('bad'));
  section.classList.remove('shake');
  const [id, text] = Array.isArray(problem) ? problem : [null, problem];
  section.querySelector('.error').textContent = text;
  if (id) document.getElementById(id).classList.add('bad');
  if (text) {
    void section.offsetWidth;
    section.classList.add('shake');
    return;
  }
  if (step < 3) step++;
  else booked = true;
  show();
});
document.getElementById('back').addEventListener('click', () => { step--; show(); });
show();
