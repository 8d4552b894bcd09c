const $ = (s) => document.querySelector(s);
let booked = 0;

for (let seat = 0; seat < 6; seat += 1) $('#seats').append(document.createElement('i'));

$('#seats').addEventListener('command', (event) => {
  if (event.command === '--bigger') $('#seats').classList.toggle('big');
});

$('#seats').addEventListener('click', (event) => {
  if (event.target.localName === 'i') event.target.classList.toggle('taken');
});

$('#open').addEventListener('click', () => $('#sheet').showModal());

$('#yes').addEventListener('click', () => {
  $('#sheet').close();
  booked += 1;
  $('#booked').textContent = `Booked ${booked} times`;
  if (!window.Temporal) return;
  const end = Temporal.PlainTime.from('18:30').add({ minutes: 15 * booked });
  $('#until').textContent = `Kept until ${end.toString({ smallestUnit: 'minute' })}`;
});
