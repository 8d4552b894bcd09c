'use strict';

const kilometres = [0, 46, 88, 131];
const names = ['the start', 'the valley', 'the pass', 'the lake'];

function arrive() {
  const day = Number(document.body.dataset.day);
  document.getElementById('stage').textContent = day ? `Day ${day} of 3, at ${names[day]}` : 'Before the first day';
  document.getElementById('way').textContent = `${kilometres[day]} of 160 kilometres`;
  document.querySelectorAll('.road i').forEach((part, n) => part.classList.toggle('done', n <= day));
}

addEventListener('pagereveal', () => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', arrive);
  else arrive();
});
