const $ = (s) => document.querySelector(s);
const colours = ['#81b29a', '#e07a5f', '#f2cc8f'];
let mixed = 0;
let stirred = 0;

$('#mix').addEventListener('click', () => {
  mixed += 1;
  $('#note').dataset.colour = colours[mixed % colours.length];
  $('#note').textContent = `Mixed ${mixed} times`;
});

$('#stir').addEventListener('click', () => {
  stirred += 1;
  $('#stirred').textContent = stirred === 1 ? 'Stirred once' : `Stirred ${stirred} times`;
});
