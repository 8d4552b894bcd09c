const cultures = [
  ['K-01', { name: 'Oyster', medium: 'Straw', jars: 6 }],
  ['K-02', { name: 'Velvet foot', medium: 'Beech', jars: 2 }],
  ['K-03', { name: 'Wine cap', medium: 'Chips', jars: 9 }],
  ['K-04', { name: 'Lion mane', medium: 'Oak', jars: 4 }],
];
const sheets = [
  new File(['plot,count\nnorth,14\nsouth,3\n'], 'plots.csv', { lastModified: Date.UTC(2026, 1, 17, 9) }),
  new File(['humid, 14 degrees, light from the east'], 'weather.txt', { lastModified: Date.UTC(2026, 2, 2, 12) }),
  new File(['oyster;straw;6'], 'orders.txt', { lastModified: Date.UTC(2025, 10, 30, 7) }),
];
const $ = selector => document.querySelector(selector);

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function database() {
  const request = indexedDB.open('spores', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('cultures');
  return result(request);
}

async function stock() {
  const db = await database();
  const store = db.transaction('cultures', 'readwrite').objectStore('cultures');
  for (const [key, value] of cultures) await result(store.put(value, key));
  $('#state').textContent = `${await result(store.count())} cultures are stored.`;
  db.close();
}

async function show() {
  const db = await database();
  const store = db.transaction('cultures').objectStore('cultures');
  const records = await result(store.getAllRecords());
  const cards = records.map(({ key, value }) => {
    const card = document.createElement('div');
    card.className = 'culture';
    card.innerHTML = `<b>${value.name}</b>${key}, ${value.medium.toLowerCase()}, ${value.jars} jars`;
    return card;
  });
  $('#cultures').replaceChildren(...cards);
  $('#state').textContent = `${records.reduce((sum, { value }) => sum + value.jars, 0)} jars on the shelf.`;
  db.close();
}

const stamp = date => (date ? date.toISOString().slice(0, 10) : 'unknown');

function listSheets() {
  $('#files').replaceChildren(...sheets.map(file => {
    const row = document.createElement('tr');
    for (const text of [file.name, `${file.size} bytes`, stamp(file.lastModifiedDate)]) row.insertCell().textContent = text;
    row.lastChild.className = 'changed';
    return row;
  }));
}

$('#stock').addEventListener('click', stock);
$('#show').addEventListener('click', show);
$('#sheets').addEventListener('click', listSheets);
