const months = ['January', 'February', 'March', 'April', 'May', 'June'];
const kinds = [['Rent of the hall', 180], ['Candles', -24.5], ['Choir evening', 96], ['Roof repair', -310], ['Flea market', 412.8]];
const entries = months.flatMap((month, m) => kinds.map(([what, sum], k) => ({
  month, day: 3 + k * 5, what, sum: sum + (sum > 0 ? m * 4 : -m * 2), first: k === 0,
})));
const pledges = [
  ['New chairs for the upper room, promised by the bowls club after their summer feast, to be paid in one sum before the harvest supper', 640],
  ['Piano tuning', 85],
  ['Paint for the porch and both doors, half of it given by the shop in Mill Lane as long as the colour stays green', 132.4],
  ['Tea towels', 18],
];
const $ = (selector) => document.querySelector(selector);
const money = (sum) => sum.toFixed(2);

function fill(month) {
  $('#book').innerHTML = entries.map((entry) =>
    `<tr class="${entry.first ? 'first' : ''}" data-month="${entry.month}"><td>${entry.day} ${entry.month}</td><td>${entry.what}</td><td>${money(entry.sum)}</td></tr>`).join('');
  $('#pledges').innerHTML = pledges.map(([what, sum]) => `<tr><td class="what">${what}</td><td class="sum"><b>${money(sum)}</b></td></tr>`).join('');
  const sum = entries.reduce((all, entry) => all + entry.sum, 0);
  $('#balance').textContent = `Balance ${money(sum)}, ${pledges.length} pledges open`;
  jump(month);
}

function jump(month) {
  const index = months.indexOf(month);
  $('.book').scrollTop = index * kinds.length * 40;
  for (const button of document.querySelectorAll('.months button')) {
    button.toggleAttribute('aria-current', button.textContent === month);
  }
}

$('.months').innerHTML = months.map((month) => `<button type="button" id="${month.toLowerCase()}">${month}</button>`).join('');
$('.months').addEventListener('click', ({ target }) => {
  if (target.matches('button')) jump(target.textContent);
});
$('#settle').addEventListener('click', () => {
  const [what, sum] = pledges.splice(1, 1)[0];
  entries.push({ month: 'June', day: 28, what, sum });
  $('#told').textContent = `${what} is settled.`;
  fill($('[aria-current]').textContent);
});
fill('January');
