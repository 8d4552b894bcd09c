const stalls = [['Cheese', 30, 30], ['Fish', 150, 30], ['Bread', 270, 30], ['Flowers', 30, 160], ['Spices', 150, 160], ['Books', 270, 160]];
const $ = selector => document.querySelector(selector);
const plan = $('#plan');
let zoom = 1;

function drawStalls() {
  plan.append(...stalls.map(([name, x, y]) => {
    const stall = Object.assign(document.createElement('div'), { className: 'stall', textContent: name });
    stall.style.left = `${x}px`;
    stall.style.top = `${y}px`;
    return stall;
  }));
}

function scale(step) {
  zoom = Math.min(2, Math.max(1, zoom + step));
  plan.style.zoom = zoom;
}

/* The point in the plan's own pixels. */
function locate({ clientX, clientY }) {
  const box = plan.getBoundingClientRect();
  const factor = plan.currentCSSZoom;
  return [clientX - box.left, clientY - box.top].map(distance => Math.round(distance / factor) - 2);
}

function nearest(x, y) {
  let best = ['nothing', 60];
  for (const [name, left, top] of stalls) {
    const distance = Math.hypot(left + 40 - x, top + 30 - y);
    if (distance < best[1]) best = [name.toLowerCase(), distance];
  }
  return best[0];
}

function pin(event) {
  const [x, y] = locate(event);
  const dot = document.createElement('span');
  dot.className = 'pin';
  dot.style.cssText = `left: ${x}px; top: ${y}px`;
  plan.append(dot);
  const line = document.createElement('li');
  line.textContent = `${x} east, ${y} south: ${nearest(x, y)}`;
  $('#pins').append(line);
  $('#place').textContent = `${$('#pins').children.length} pinned`;
}

function tour() {
  let step = 0;
  const walk = () => {
    step += 1;
    $('#bar').style.width = `${step * 5}%`;
    if (step < 20) webkitRequestAnimationFrame(walk);
    else $('#walked').textContent = 'All six stalls were seen.';
  };
  webkitRequestAnimationFrame(walk);
}

plan.addEventListener('click', pin);
$('#larger').addEventListener('click', () => scale(0.5));
$('#smaller').addEventListener('click', () => scale(-0.5));
$('#tour').addEventListener('click', tour);
drawStalls();
