const text = `06:00:02 pump 1 started, 48.2 Hz
06:00:09 pressure 3.1 bar
06:04:55 valve V7 opened by schedule
06:05:01 pressure 2.6 bar
06:05:02 WARN pressure below 2.8 bar
06:05:40 pump 2 started, 49.0 Hz
06:06:12 pressure 3.0 bar
06:31:17 level of tank B 71 %
06:45:00 valve V7 closed by schedule
06:45:03 pressure 3.9 bar
06:45:04 WARN pressure above 3.8 bar
06:45:10 Pump 2 stopped
07:02:44 door open (sensor D1)
07:03:20 door closed (sensor D1)`;
const all = text.split('\n');
const status = document.getElementById('status');
const escaped = (part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function show(lines) {
  document.getElementById('lines').innerHTML = lines.map((line) => `<li>${line}</li>`).join('');
  document.getElementById('count').textContent = `${lines.length} of ${all.length} lines`;
}

function say(message, isBad) {
  status.textContent = message;
  status.classList.toggle('bad', isBad);
}

document.getElementById('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const source = document.getElementById('pattern').value;
  try {
    const pattern = new RegExp(source || '^', document.getElementById('case').checked ? '' : 'i');
    const found = all.filter((line) => pattern.test(line));
    show(found.map((line) => escaped(line).replace(pattern, (hit) => (hit ? `<mark>${hit}</mark>` : ''))));
    say(source ? `Lines with ${source}` : 'Everything', false);
  } catch (error) {
    say(`This pattern does not work. ${error.message}`, true);
  }
});

show(all.map(escaped));
say('Everything', false);
