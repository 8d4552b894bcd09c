const $ = (s) => document.querySelector(s);
let bottles = 0;

$('#jump').addEventListener('click', () => {
  $('#where').textContent = 'Resting at the hut';
  $('#hut').scrollIntoViewIfNeeded?.();
});

$('#pack').addEventListener('click', () => {
  bottles += 1;
  $('#packed').textContent = `${bottles} packed`;
});
