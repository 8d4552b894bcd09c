'use strict';
const trails = [
  { name: 'Mill and weir', points: [[0, 0, 210], [400, 250, 232], [900, 300, 251], [1500, 900, 330], [1900, 800, 310], [2400, 1300, 402]] },
  { name: 'Ridge walk', points: [[0, 900, 480], [500, 700, 610], [1100, 820, 705], [1800, 500, 690], [2600, 640, 820], [3300, 300, 640]] },
];
let current = 0;
const $ = (id) => document.getElementById(id);

function facts({ points }) {
  let far = 0, up = 0;
  points.slice(1).forEach(([x, y, h], i) => {
    const [a, b, c] = points[i];
    far += Math.hypot(x - a, y - b);
    up += Math.max(0, h - c);
  });
  const minutes = Math.round(far / 70 + up / 8);
  return { far, up, time: `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}` };
}

function line(points, width, height, pick) {
  const all = points.map(pick);
  const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
  const scale = (v, list, size) => ((v - Math.min(...list)) / (Math.max(...list) - Math.min(...list) || 1)) * (size - 60) + 30;
  return all.map(([x, y]) => `${scale(x, xs, width).toFixed(1)},${(height - scale(y, ys, height)).toFixed(1)}`);
}

function show() {
  const trail = trails[current];
  const spots = line(trail.points, 560, 360, ([x, y]) => [x, y]);
  $('map').innerHTML = `<path d="M0 300Q140 220 280 290T560 240" fill="none" stroke="#8fb3c9" stroke-width="7"/><polyline points="${spots.join(' ')}" fill="none" stroke="#b8562b" stroke-width="4" stroke-linejoin="round"/>${spots.map((s) => `<circle cx="${s.split(',')[0]}" cy="${s.split(',')[1]}" r="5" fill="#fff" stroke="#b8562b"/>`).join('')}`;
  let way = 0;
  const heights = line(trail.points.map((p, i, list) => { way += i ? Math.hypot(p[0] - list[i - 1][0], p[1] - list[i - 1][1]) : 0; return [way, p[2]]; }), 560, 90, (p) => p);
  $('profile').innerHTML = `<polygon points="30,90 ${heights.join(' ')} 530,90" fill="#a9b99a"/>`;
  const { far, up, time } = facts(trail);
  $('far').textContent = (far / 1000).toFixed(2);
  $('up').textContent = up;
  $('hours').textContent = time;
  $('trails').replaceChildren(...trails.map(({ name, points }, n) => {
    const button = document.createElement('button');
    button.textContent = `${name} (${points.length} points)`;
    button.id = `trail-${n}`;
    button.className = n === current ? 'on' : '';
    button.onclick = () => { current = n; show(); };
    const item = document.createElement('li');
    item.append(button);
    return item;
  }));
  $('count').textContent = `${trails.length} trails`;
}

function read(text) {
  const page = new DOMParser().parseFromString(text, 'application/xml');
  const trouble = page.querySelector('parsererror');
  if (trouble) {
    const place = trouble.textContent.match(/on line (\d+)/);
    throw new Error(place ? `Line ${place[1]} is broken: ${text.split('\n')[place[1] - 1].trim()}` : 'The text is broken somewhere. Is it a trail at all?');
  }
  const points = [...page.querySelectorAll('p')].map((p) => ['x', 'y', 'h'].map((name) => Number(p.getAttribute(name))));
  if (points.length < 2) throw new Error('A trail has at least two points.');
  return { name: page.documentElement.getAttribute('name') || 'Unnamed', points };
}

$('import').onclick = () => {
  try {
    const trail = read($('xml').value);
    current = trails.push(trail) - 1;
    $('answer').textContent = `Imported ${trail.name} with ${trail.points.length} points.`;
    show();
  } catch (error) {
    $('answer').textContent = error.message;
  }
};
const countLines = () => { $('lines').textContent = `${$('xml').value ? $('xml').value.split('\n').length : 0} lines`; };
$('xml').oninput = countLines;
$('wipe').onclick = () => { $('xml').value = ''; countLines(); };
show();
