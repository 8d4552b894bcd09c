const $ = (s) => document.querySelector(s);

$('#load').addEventListener('click', async () => {
  $('#state').textContent = 'From the shed, at noon';
  const parts = new Blob(['21.4\n22.0\n', '29.9\n20.1\n']).stream().pipeThrough(new TextDecoderStream());
  let lines = '';
  try {
    for await (const part of parts) lines += part;
  } catch (error) {
    console.warn('The readings end early', error);
  }
  for (const value of lines.split('\n').filter(Boolean)) {
    const line = document.createElement('li');
    line.textContent = `${value} °C`;
    line.classList.toggle('hot', Number(value) > 25);
    $('#readings').append(line);
  }
});

$('#check').addEventListener('click', () => {
  try {
    const { unit } = JSON.parse($('#settings').value);
    $('#verdict').textContent = `Fine, in ${unit}`;
  } catch (error) {
    $('#verdict').textContent = error.message;
  }
});

$('#merge').addEventListener('click', () => {
  try {
    const days = Iterator.concat(['Monday 21', 'Tuesday 22'], ['Wednesday 29']);
    $('#merged').textContent = [...days].join(', ');
  } catch {
    // Days that cannot be merged stay apart.
  }
});

$('#plan').addEventListener('click', () => {
  if (typeof Temporal === 'undefined') return;
  $('#visit').textContent = `Visit on ${Temporal.PlainDate.from('2024-03-05').add({ days: 10 })}`;
});
