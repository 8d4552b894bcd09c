const links = [...document.querySelectorAll('nav a')];
const main = document.querySelector('main');

function mark() {
  const max = document.documentElement.scrollHeight - innerHeight;
  document.getElementById('bar').style.transform = `scaleX(${max ? scrollY / max : 0})`;
  let here = links[0];
  for (const a of links) {
    if (document.querySelector(a.hash).getBoundingClientRect().top < 140) here = a;
  }
  links.forEach(a => a.classList.toggle('here', a === here));
}
addEventListener('scroll', mark, { passive: true });
document.getElementById('big').addEventListener('click', () => { main.classList.add('large'); mark(); });
document.getElementById('small').addEventListener('click', () => { main.classList.remove('large'); mark(); });
mark();
