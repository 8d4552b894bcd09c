var lines = [
  { id: 'barley', grams: 240, what: 'Pearl barley', aisle: 'Grains' },
  { id: 'stock', grams: 1200, what: 'Vegetable stock, the clear kind, or water with two spoons of miso stirred in at the end', aisle: 'Soups' },
  { id: 'carrot', grams: 300, what: 'Carrots, sliced', aisle: 'Greens' },
  { id: 'leek', grams: 180, what: 'Leek, white part only', aisle: 'Greens' },
  { id: 'bean', grams: 400, what: 'White beans, soaked over night and boiled for an hour with a bay leaf, a peppercorn or two and no salt at all before they go in', aisle: 'Tins' },
  { id: 'oil', grams: 30, what: 'Olive oil', aisle: 'Oils' },
];
var state = { people: 4, cups: false, got: {} };

function el(id) { return document.getElementById(id); }
function amount(line) {
  var grams = line.grams * state.people / 4;
  return state.cups ? (grams / 200).toFixed(1) + ' cups' : Math.round(grams) + ' g';
}
function render() {
  el('people').textContent = state.people;
  el('minutes').textContent = 42 + state.people * 2;
  el('units').textContent = state.cups ? 'Grams' : 'Cups';
  el('lines').innerHTML = lines.map(function (line) {
    return '<li class="lines__item' + (state.got[line.id] ? ' lines__item--got' : '') + '" id="' + line.id + '">' +
      '<span class="amount">' + amount(line) + '</span>' +
      '<span class="what">' + line.what + '</span>' +
      '<span class="aisle">' + line.aisle + '</span></li>';
  }).join('');
  var open = lines.filter(function (line) { return !state.got[line.id]; });
  el('shop').innerHTML = open.map(function (line) { return '<li>' + line.what.split(',')[0] + '</li>'; }).join('');
  el('sum').textContent = open.length ? open.length + ' things to buy.' : 'All there.';
}
el('fewer').onclick = function () { if (state.people > 2) state.people -= 2; render(); };
el('more').onclick = function () { state.people += 2; render(); };
el('units').onclick = function () { state.cups = !state.cups; render(); };
el('lines').onclick = function (event) {
  var item = event.target.closest('.lines__item');
  if (!item) return;
  state.got[item.id] = !state.got[item.id];
  render();
};
render();
