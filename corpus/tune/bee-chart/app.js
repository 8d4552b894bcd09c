const $ = (s) => document.querySelector(s);
const months = ['April', 'May', 'June'];
let month = 0;

for (let hive = 0; hive < 5; hive += 1) {
  const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  bar.setAttribute('x', 40 + hive * 90);
  bar.setAttribute('y', 200 - hive * 8);
  bar.setAttribute('width', 30);
  bar.setAttribute('height', 30 + hive * 8);
  $('#bars').append(bar);
}

$('#next').addEventListener('click', () => {
  month = (month + 1) % months.length;
  $('#month').textContent = months[month];
  $('#chart').classList.toggle('warm', month > 0);
  $('#growth').textContent = `${12 + month * 3} %`;
  $('#growth').attributeStyleMap?.set('font-size', CSS.px(20 + month * 8));
});

$('#bars').addEventListener('click', (event) => {
  for (const bar of $('#bars').children) bar.classList.toggle('chosen', bar === event.target);
  const chart = $('#chart');
  const area = chart.createSVGRect();
  area.x = event.target.x.baseVal.value - 60;
  area.y = 150;
  area.width = 150;
  area.height = 80;
  const near = chart.getIntersectionList?.(area, $('#bars'));
  if (near) $('#reach').textContent = `Hives in reach: ${near.length}`;
});
