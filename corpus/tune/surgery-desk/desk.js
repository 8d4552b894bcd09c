'use strict';

const form = document.getElementById('form');
const field = (id) => document.getElementById(id);
const wanted = ['name', 'born', 'mail', 'phone', 'reason', 'words'];
const dialog = field('sum');

function say(...lines) {
  field('says').replaceChildren(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
}

function progress() {
  const done = wanted.filter((id) => field(id).value !== '').length;
  field('done').value = done;
  field('done-out').textContent = `${done} of ${wanted.length}`;
  field('pain-out').textContent = field('pain').value;
}

function complaints() {
  const all = [];
  if (field('name').validity.valueMissing) all.push('We need a name.');
  if (field('mail').validity.typeMismatch) all.push('The e-mail address has no @ sign.');
  if (field('phone').validity.patternMismatch) all.push('The telephone number is too short.');
  if (field('since').validity.rangeUnderflow) all.push('Days cannot be less than none.');
  return all;
}

function summary() {
  const has = [...form.querySelectorAll('[name="has"]:checked')].map(({ value }) => value);
  return { Name: field('name').value, Reason: field('reason').value || 'not told', Pain: `${field('pain').value} of 10`, Has: has.join(', ') || 'nothing', Habit: form.elements.smoke.value };
}

form.addEventListener('input', progress);
form.addEventListener('change', progress);
form.addEventListener('reset', () => setTimeout(() => { progress(); say('The form is empty again.'); }));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  form.classList.add('checked');
  const all = complaints();
  if (all.length) { say(...all); return; }
  field('list').innerHTML = Object.entries(summary()).map(([key, value]) => `<dt>${key}</dt><dd>${value}</dd>`).join('');
  dialog.showModal();
});
dialog.addEventListener('close', () => say(dialog.returnValue === 'yes' ? 'Thank you, please take a chair.' : 'Change what is wrong.'));
