const $ = (s) => document.querySelector(s);
const titles = ['The sea and I', 'The hill at noon', 'A lamp for two', 'What the mill said'];
let at = 0;
let likes = 0;

function turn(pages) {
  at = (at + pages + titles.length) % titles.length;
  $('#title').textContent = titles[at];
}

$('#next').addEventListener('click', () => turn(1));
$('#back').addEventListener('click', () => turn(-1));

$('#like').addEventListener('click', () => {
  likes += 1;
  $('#likes').textContent = likes === 1 ? 'One reader likes it' : `${likes} readers like it`;
});
