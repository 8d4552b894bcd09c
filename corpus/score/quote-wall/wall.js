const quotes = [
  { text: 'Whoever plants a tree by the river has already given the birds a house', by: 'Aunt Rosalind' },
  { text: 'A map with no coffee stain belongs to someone who has never really been anywhere at all', by: 'Ferry captain' },
  { text: 'Be slow with promises and quick with soup, and the winter will pass on its own', by: 'The cook at number nine' }
];
const markers = ['sun', 'sea', 'moss'];
let at = 0, marker = 0, likes = 0;
const $ = id => document.getElementById(id);

function show() {
  const mark = document.querySelector('.mark');
  mark.textContent = quotes[at].text;
  mark.className = 'mark ' + markers[marker];
  $('by').textContent = quotes[at].by;
}
$('next').onclick = () => { at = (at + 1) % quotes.length; show(); };
$('color').onclick = () => { marker = (marker + 1) % markers.length; show(); };
$('like').onclick = () => {
  likes += 1;
  $('likes').textContent = likes + (likes === 1 ? ' like' : ' likes');
  const li = document.createElement('li');
  li.textContent = quotes[at].by;
  $('liked').append(li);
};
show();
