const forecast = {
  today: { level: 'High', advice: 'Keep the windows shut until eight in the evening.', plants: [['Birch', 310, 'high', 'At its peak, and carried from the hills by the east wind until late on Friday night, say the observers'], ['Ash', 90, 'middle', 'Almost over'], ['Grass', 25, 'low', 'The early meadows on the south side of the river have begun, a fortnight before the usual date in this town'], ['Oak', 60, 'middle', 'Beginning']] },
  morrow: { level: 'Low', advice: 'Rain from four in the morning. Air the bedrooms.', plants: [['Birch', 40, 'low', 'Washed out by rain, though it may come back on Saturday when the wind turns to the east again in the afternoon'], ['Ash', 10, 'low', 'Over'], ['Grass', 15, 'low', 'Wet'], ['Oak', 20, 'low', 'Waiting for the sun, and there will be a great deal of it in the second half of next week, so be prepared']] },
};
const streets = ['Tanner Row', 'Church Hill', 'Allotments', 'Canal Walk', 'Birch Avenue'];
const find = (selector) => document.querySelector(selector);
const diary = [];

function show(day) {
  const { level, advice, plants } = forecast[day];
  find('#level').textContent = level;
  find('#advice').textContent = advice;
  find('.alarm').classList.toggle('low', level === 'Low');
  find('#plants').innerHTML = plants.map(([plant, grains, load, remark]) => `<tr><td>${plant}</td><td>${grains}</td><td>${load}</td><td class="remark">${remark}</td></tr>`).join('');
  for (const button of find('#when').children) button.classList.toggle('on', button.dataset.day === day);
}
find('#worst').innerHTML = streets.map((street) => `<li>${street}</li>`).join('');
find('#when').addEventListener('click', (event) => {
  if (event.target.dataset.day) show(event.target.dataset.day);
});
find('#moods').addEventListener('click', (event) => {
  if (!event.target.dataset.mood) return;
  diary.push(`${find('#level').textContent} load: ${event.target.dataset.mood}`);
  find('#days').innerHTML = diary.map((line) => `<li>${line}</li>`).join('');
});
show('today');
