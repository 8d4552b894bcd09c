const $ = (s) => document.querySelector(s);
let bought = 0;
let isGift = false;

function tell() {
  $('#basket').textContent = `${bought} in basket`;
  $('#told').textContent = isGift ? 'Added, with paper and a bow' : 'Added';
}

$('#buy').addEventListener('click', () => {
  bought += 1;
  tell();
});

$('#wrap').addEventListener('click', () => {
  isGift = !isGift;
  $('#wrap').textContent = isGift ? 'No gift' : 'Wrap as a gift';
  tell();
});
