const lots = [
  { stall: 1, name: 'Runner bean', left: 14, year: 2023, who: 'Hedwig' },
  { stall: 2, name: 'Borage', left: 40, year: 2021, who: 'Allotment 9' },
  { stall: 3, name: 'Purple kale', left: 3, year: 2024, who: 'Tomasz' },
  { stall: 4, name: 'Marigold', left: 22, year: 2022, who: 'School garden' },
  { stall: 5, name: 'Chard', left: 9, year: 2024, who: 'Tomasz' },
  { stall: 6, name: 'Sweet pea', left: 17, year: 2020, who: 'Mrs. Adeyemi' },
  { stall: 7, name: 'Leek', left: 5, year: 2023, who: 'Hedwig' },
  { stall: 8, name: 'Dill', left: 31, year: 2024, who: 'Allotment 9' },
];
const sort = document.getElementById('sort');
const old = document.getElementById('old');

function show() {
  const key = sort.value;
  const chosen = lots.filter((lot) => !old.checked || lot.year < 2023);
  chosen.sort((a, b) => a[key] > b[key]);
  document.getElementById('lots').replaceChildren(...chosen.map((lot) => {
    const item = document.createElement('li');
    item.className = 'lot';
    item.innerHTML = `<h2>${lot.name}</h2><span class="left">${lot.left}</span><p>Stall ${lot.stall}, ${lot.who}, ${lot.year}</p>`;
    const take = document.createElement('button');
    take.textContent = 'Take a bag';
    take.id = `take-${lot.stall}`;
    take.addEventListener('click', () => { lot.left--; show(); });
    item.append(take);
    return item;
  }));
  document.getElementById('shown').textContent = `${chosen.length} of ${lots.length} lots`;
}

sort.addEventListener('change', show);
old.addEventListener('change', show);
show();
