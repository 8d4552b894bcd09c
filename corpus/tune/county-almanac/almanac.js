const field = (id) => document.getElementById(id);

field('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  const days = Number(field('days').value) * Number(field('unit').value);
  const year = field('leap').checked ? 366 : 365;
  const share = Math.round((days / year) * 1000) / 10;
  field('answer').textContent = `${days} days, ${share}% of the year`;
});
