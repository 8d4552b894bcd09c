const row = document.querySelector('#row');
const stations = [];
let withDates = false;

function add(zone, city) {
  const li = document.createElement('li');
  const marks = Array.from({ length: 12 }, (_, n) => `<path d="M50 5V12" transform="rotate(${n * 30} 50 50)" stroke="#1d2733" stroke-width="2"/>`).join('');
  li.innerHTML = `<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="48" fill="#fff" stroke="#1d2733" stroke-width="2"/>${marks}
    <path class="h" d="M50 54V26" stroke="#1d2733" stroke-width="5"/><path class="m" d="M50 56V14" stroke="#1d2733" stroke-width="3"/>
    <path class="s" d="M50 60V12" stroke="#d0342c" stroke-width="1.5"/><circle cx="50" cy="50" r="3" fill="#d0342c"/></svg>
    <div class="city">${city}</div><div class="digits"></div><div class="date"></div><div class="late"></div>`;
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const date = options => now => new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options }).format(now);
  stations.push({ li, parts, weekday: date({ weekday: 'short' }), day: date({ day: 'numeric' }), month: date({ month: 'short' }) });
  row.append(li);
}

function frame() {
  const now = new Date();
  for (const { li, parts, weekday, day, month } of stations) {
    const text = parts.format(now);
    const [h, m, s] = text.split(':').map(Number);
    const sec = s + now.getMilliseconds() / 1000;
    li.querySelector('.h').setAttribute('transform', `rotate(${(h % 12 + m / 60) * 30} 50 50)`);
    li.querySelector('.m').setAttribute('transform', `rotate(${(m + s / 60) * 6} 50 50)`);
    li.querySelector('.s').setAttribute('transform', `rotate(${sec * 6} 50 50)`);
    li.querySelector('.digits').textContent = text;
    li.querySelector('.date').textContent = withDates ? `${weekday(now)} ${day(now)} ${month(now)}` : '';
    li.querySelector('.late').textContent = h < 7 || h > 21 ? 'closed' : 'open';
  }
  document.querySelector('#today').textContent =
    new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(now);
  if (running) {
    const t = performance.now() - running;
    document.querySelector('#stopwatch').textContent =
      new Date(t).toISOString().slice(14, 21);
  }
  requestAnimationFrame(frame);
}

let running = 0;
document.querySelector('#go').onclick = () => { running = performance.now(); };
document.querySelector('#lap').onclick = () => {
  const li = document.createElement('li');
  li.textContent = document.querySelector('#stopwatch').textContent;
  document.querySelector('#laps').append(li);
};
document.querySelector('#form').onclick = () => { withDates = !withDates; };
document.querySelector('#add').onsubmit = event => {
  event.preventDefault();
  const select = document.querySelector('#zone');
  add(select.value, select.selectedOptions[0].textContent);
};
add('Europe/Lisbon', 'Lisbon');
add('Asia/Tokyo', 'Tokyo');
add('America/Chicago', 'Chicago');
frame();
