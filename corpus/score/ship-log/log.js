var winds = ['SW 4', 'SW 5', 'W 6', 'NW 7', 'NW 5', 'N 3', 'calm'];
var remarks = ['Set the main with one reef.', 'Passed a trawler to starboard, exchanged lights.', 'Pumped the bilge, forty strokes.', 'Rain, good for the tanks.', 'Changed the jib sheet, worn through at the block.', 'Porridge for all hands.'];
var entries = [];
for (var i = 0; i < 21; i += 1) {
  entries.push({
    when: 'Day ' + (1 + Math.floor(i / 3)) + ', ' + ['morning', 'noon', 'evening'][i % 3] + ' watch',
    position: (48 + i * 0.21).toFixed(2) + ' N  ' + (5 + i * 0.17).toFixed(2) + ' W',
    wind: winds[i % winds.length],
    glass: 1009 + (i * 5) % 14 + ' hPa',
    remark: remarks[i % remarks.length] + ' ' + remarks[(i + 2) % remarks.length],
  });
}
var at = 0;

function show(number) {
  at = Math.max(0, Math.min(entries.length - 1, number));
  var entry = entries[at];
  ['when', 'position', 'wind', 'glass', 'remark'].forEach(function (key) {
    document.getElementById(key).textContent = entry[key];
  });
  document.getElementById('which').textContent = 'Entry ' + (at + 1) + ' of ' + entries.length;
  document.querySelectorAll('.line').forEach(function (line, index) {
    line.className = index === at ? 'line at' : 'line';
  });
}

document.getElementById('index').innerHTML = entries.map(function (entry, index) {
  return '<div class="line" id="line-' + (index + 1) + '" data-number="' + index + '">' + entry.when + '</div>';
}).join('');
document.getElementById('index').onclick = function (event) {
  if (event.target.dataset.number) show(Number(event.target.dataset.number));
};
document.getElementById('earlier').onclick = function () { show(at - 1); };
document.getElementById('later').onclick = function () { show(at + 1); };
show(0);
