class GuestList extends HTMLElement {
  #names = new Set();

  connectedCallback() {
    this.innerHTML = `<h2>${this.getAttribute('name')}</h2><ul></ul>`;
  }

  add(...names) {
    for (const name of names) {
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      const item = document.createElement('li');
      item.textContent = name;
      this.querySelector('ul').append(item);
    }
  }

  names() {
    return this.#names.values();
  }
}
customElements.define('guest-list', GuestList);

const hers = document.querySelector('#hers');
const his = document.querySelector('#his');
const merged = document.querySelector('#merged');
const state = document.querySelector('#state');
const more = { hers: ['Wilma', 'Jo', 'Kemal'], his: ['Jo', 'Sven', 'Paula'] };

hers.add('Nadia', 'Grandma Ruth', 'Piet', 'Carlos');
his.add('Piet', 'Uncle Bo', 'Nadia', 'Yuki');

function merge() {
  const everybody = new Set(Iterator.concat(hers.names(), his.names()));
  const items = [...everybody].sort().map((name) => {
    const item = document.createElement('li');
    item.textContent = name;
    return item;
  });
  merged.replaceChildren(...items);
  state.textContent = `${everybody.size} guests`;
}

document.querySelector('#add-hers').addEventListener('click', () => {
  if (more.hers.length > 0) hers.add(more.hers.shift());
});
document.querySelector('#add-his').addEventListener('click', () => {
  if (more.his.length > 0) his.add(more.his.shift());
});
document.querySelector('#merge').addEventListener('click', merge);
