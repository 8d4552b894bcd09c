const slides = [
  ['Harbour', '1961', 'Kodachrome, a little red'], ['Ice on the sound', '1963', 'Two frames, one scratched'], ['Market', '1964', 'Agfa, faded at the rim'],
  ['Midsummer', '1964', 'Best of the lot'], ['The new bridge', '1967', 'Before the opening'], ['School trip', '1969', 'Names on the back'],
  ['Winter light', '1970', 'Double exposure'], ['Regatta', '1972', 'Set of nine'],
];
const lent = ['Ice on the sound to Marta', 'Regatta to the sailing club', 'Market to Dr. Winter', 'Harbour to the town archive', 'School trip to Bodil', 'Market to Ansgar', 'Midsummer to the parish', 'Winter light to Ines'];
let chosen = 0;

function drawShelf() {
  const shelf = document.querySelector('#shelf');
  shelf.replaceChildren(...slides.map(([name, year, note], n) => {
    const slide = document.createElement('div');
    slide.className = n === chosen ? 'slide on' : 'slide';
    slide.id = `slide-${n}`;
    slide.innerHTML = `<p><b>${name}</b></p><p>${year}</p><p>${note}</p>`;
    slide.onclick = () => { chosen = n; drawShelf(); };
    return slide;
  }));
}

function drawLent() {
  document.querySelector('#lent').replaceChildren(...lent.map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
}

document.querySelector('#form').onsubmit = (event) => {
  event.preventDefault();
  const who = document.querySelector('#who');
  lent.unshift(`${slides[chosen][0]} to ${who.value}`);
  document.querySelector('#picked').textContent = `Just lent: ${lent[0]}`;
  who.value = '';
  drawLent();
};
document.querySelector('#down').onclick = () => { document.querySelector('#list').scrollTop = 120; };
drawShelf();
drawLent();
