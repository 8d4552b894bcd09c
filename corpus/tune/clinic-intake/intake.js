const form = document.getElementById('intake');
const problem = document.getElementById('problem');
const pages = [...form.querySelectorAll('[data-step]')];
let step = 1;

const words = {
  name: 'Please write your full name.',
  mail: 'This does not look like an e-mail address.',
  agree: 'Please read how your data are kept.',
};

function show(number) {
  step = number;
  for (const page of pages) page.hidden = Number(page.dataset.step) !== step;
  document.querySelectorAll('.steps li').forEach((item, n) => item.classList.toggle('now', n + 1 === step));
  document.getElementById('progress').value = step;
  document.getElementById('back').disabled = step === 1;
  document.getElementById('next').textContent = step === 3 ? 'Send' : 'Next';
  problem.textContent = '';
}

function firstWrong() {
  return [...pages[step - 1].elements].find((field) => field.name && !field.checkValidity());
}

function finish() {
  const data = new FormData(form);
  const rows = [['Name', data.get('name')], ['Born', data.get('birth')], ['Insurance', data.get('insurance') || 'none'], ['Sleep', `${data.get('sleep')} of 10`], ['Arrival', data.get('time')]];
  document.getElementById('summary').innerHTML = rows.map(([key, value]) => `<dt>${key}</dt><dd>${value}</dd>`).join('');
  document.getElementById('done').showModal();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const wrong = firstWrong();
  if (wrong) {
    problem.textContent = words[wrong.name] ?? 'Something is missing.';
    wrong.focus();
  } else if (step < 3) {
    show(step + 1);
  } else {
    finish();
  }
});
form.elements.sleep.addEventListener('input', (event) => {
  document.getElementById('sleep-out').value = `${event.target.value} of 10`;
});
document.getElementById('back').addEventListener('click', () => show(step - 1));
