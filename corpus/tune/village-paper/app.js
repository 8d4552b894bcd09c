const $ = (s) => document.querySelector(s);
const words = ['Sofa', 'Two goats', 'Blue paint', 'Piano lessons', 'Firewood', 'Old maps', 'Bees'];
let shown = 0;
let votes = 60;

function show(count) {
  for (let i = 0; i < count; i += 1) {
    const ad = document.createElement('span');
    ad.textContent = words[shown % words.length];
    $('#ads').append(ad);
    shown += 1;
  }
}

$('#more').addEventListener('click', () => show(2));

$('#vote').addEventListener('click', () => {
  votes += 1;
  $('#votes').textContent = `${votes} votes so far`;
});

show(5);
