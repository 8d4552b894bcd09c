'use strict';

const things = ['Tent', 'Stove', 'Pump', 'Map', 'Plums', 'Soap'];
const packed = new Set((sessionStorage.getItem('packed') || 'Tent,Map').split(','));
const list = document.getElementById('pack');

for (const thing of things) {
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id: `pack-${thing.toLowerCase()}`, checked: packed.has(thing) });
  const caption = document.createElement('label');
  const item = document.createElement('li');
  caption.append(box, ` ${thing}`);
  item.append(caption);
  list.append(item);
}
list.addEventListener('change', ({ target }) => {
  const thing = things.find((name) => target.id === `pack-${name.toLowerCase()}`);
  packed[target.checked ? 'add' : 'delete'](thing);
  sessionStorage.setItem('packed', [...packed].join(','));
});
