const seasons = {
  spring: [
    ['Flea market', 'Kaiserplatz', '6 April, from seven'],
    ['Night of the choirs', 'Five churches', '12 April, from six'],
    ['Kites over the dam', 'North dyke', '20 April, if there is wind'],
    ['Repair afternoon', 'Old fire station', 'every second Friday'],
  ],
  autumn: [
    ['Apple pressing', 'School yard', '3 October, bring crates'],
    ['Lantern walk', 'From the bridge', '11 November, at dusk'],
    ['Silent films', 'Lichtspiele', 'Mondays, with piano'],
  ],
};
let season = 'spring';

function draw() {
  const wall = document.querySelector('#wall');
  wall.textContent = '';
  for (const [title, place, time] of seasons[season]) {
    const poster = document.createElement('article');
    poster.className = 'poster';
    const head = document.createElement('h2');
    head.textContent = title;
    poster.append(head);
    for (const line of [place, time]) {
      const p = document.createElement('p');
      p.textContent = line;
      poster.append(p);
    }
    wall.append(poster);
  }
  document.querySelector('#count').textContent = `${seasons[season].length} posters this ${season}`;
}

for (const name of Object.keys(seasons)) {
  document.querySelector(`#${name}`).addEventListener('click', () => { season = name; draw(); });
}
document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const [title, place] = ['#title', '#place'].map((id) => document.querySelector(id));
  seasons[season].push([title.value, place.value, 'to be announced']);
  title.value = place.value = '';
  draw();
});
draw();
