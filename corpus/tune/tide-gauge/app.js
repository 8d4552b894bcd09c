const series = {
  day: { title: 'Levels of a day', values: [1.2, 1.9, 2.8, 3.1, 2.7, 1.8, 1.1, 0.8, 1.4, 2.3, 3.0, 2.6] },
  week: { title: 'Highest levels of a week', values: [3.1, 3.4, 3.8, 4.2, 4.1, 3.6, 3.2] },
};
const $ = selector => document.querySelector(selector);
const canvas = $('#plot');
const pen = canvas.getContext('2d');

function bars(values) {
  if (pen.isContextLost()) return;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const step = canvas.width / values.length;
  values.forEach((value, n) => {
    pen.fillStyle = value > 3 ? '#c8553d' : '#0d6e78';
    pen.fillRect(n * step + 6, canvas.height - value * 60, step - 12, value * 60);
  });
}

function show(kind) {
  const { title, values } = series[kind];
  $('#title').textContent = title;
  bars(values);
  $('#extremes').textContent = `${Math.min(...values).toFixed(1)} m to ${Math.max(...values).toFixed(1)} m`;
}

// Two bytes to a reading, in centimetres.
async function readTape() {
  const { body } = await fetch('tape.txt');
  const reader = body.getReader({ mode: 'byob' });
  let total = 0;
  let buffer = new ArrayBuffer(64);
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done) break;
    total += value.byteLength;
    buffer = value.buffer;
  }
  $('#tape').textContent = `${Math.floor(total / 2)} readings on the tape.`;
}

function* records() {
  for (const { values } of Object.values(series)) yield* values;
}

function lookUp() {
  const isKnown = records().includes(4.2);
  $('#record').textContent = isKnown ? '4.2 m was reached before.' : '4.2 m was never reached.';
}

$('#day').addEventListener('click', () => show('day'));
$('#week').addEventListener('click', () => show('week'));
$('#raw').addEventListener('click', readTape);
$('#known').addEventListener('click', lookUp);
