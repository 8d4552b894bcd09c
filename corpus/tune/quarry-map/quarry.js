const NS = 'http://www.w3.org/2000/svg';
const map = document.getElementById('map');
const by = (id) => document.getElementById(id);
const posts = new Map();
const state = { wet: false, closed: false };

function shape(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

async function load() {
  for (const post of await (await fetch('posts.json')).json()) {
    posts.set(post.name, post);
    const mark = shape('circle', { cx: post.x, cy: post.y, r: 7, class: 'post', id: `post-${post.name}` });
    const name = shape('text', { x: post.x + 12, y: post.y + 5, class: 'name' });
    name.textContent = post.name;
    by('posts').append(mark, name);
    by('all').insertAdjacentHTML('beforeend', `<li><b>${post.name}</b> ${post.level} m</li>`);
  }
}

function survey(x, y, width, height) {
  for (const [key, value] of Object.entries({ x, y, width, height })) by('frame').setAttribute(key, value);
  const area = Object.assign(map.createSVGRect(), { x, y, width, height });
  const found = [...map.getIntersectionList(area, null)].filter((node) => node.classList.contains('post')).map(({ id }) => posts.get(id.slice(5)));
  by('found').innerHTML = found.map(({ name, level, moved }) => `<tr><td>${name}</td><td>${level} m</td><td>${moved} mm</td></tr>`).join('');
  by('sum').textContent = `${found.length} posts, moved ${found.reduce((sum, { moved }) => sum + moved, 0)} mm in all`;
}

function tell() {
  by('state').textContent = `Water ${state.wet ? 'high' : 'low'}, ${state.closed ? 'east pit closed' : 'all pits at work'}`;
}

document.querySelector('.keys').addEventListener('click', ({ target }) => {
  if (target.dataset.frame) survey(...target.dataset.frame.split(' ').map(Number));
  if (target.id === 'rain') state.wet = by('pond').classList.toggle('high');
  if (target.id === 'close') state.closed = by('east').classList.toggle('closed');
  tell();
});
load();
