const pad = document.getElementById('pad');
const pen = pad.getContext('2d');
let points = [];

function redraw() {
  pen.clearRect(0, 0, pad.width, pad.height);
  pen.strokeStyle = '#1f3a93';
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  pen.beginPath();
  points.forEach((p, i) => {
    if (i === 0) pen.moveTo(p.x, p.y);
    else pen.quadraticCurveTo(points[i - 1].x + 20, points[i - 1].y - 30, p.x, p.y);
  });
  pen.stroke();
  document.getElementById('points').textContent = points.length + (points.length === 1 ? ' point' : ' points');
  document.getElementById('copy').src = pad.toDataURL('image/png');
}
pad.addEventListener('pointerdown', e => {
  points.push({ x: Math.round(e.offsetX), y: Math.round(e.offsetY) });
  redraw();
});
document.getElementById('undo').addEventListener('click', () => { points.pop(); redraw(); });
document.getElementById('wipe').addEventListener('click', () => { points = []; redraw(); });
