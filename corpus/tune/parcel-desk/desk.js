const codes = ['AK-1042', 'AK-1077', 'BR-2210', 'CM-0031', 'CM-0096'];
const root = document.getElementById('root');
const parcels = new Map();
const pause = ms => new Promise(done => setTimeout(done, ms));

root.innerHTML = `<div class="${styles.page}"><div class="${styles.head}"><h1>Parcel desk</h1><span class="${styles.live}">live</span>
  <span id="sum"></span><button id="reload" class="${styles.button}">Reload</button></div><div id="list" class="${styles.list}"></div></div>`;
const list = document.getElementById('list');

async function load(code) {
  await pause(50 + Math.random() * 500);
  const answer = await fetch(`data/${code}.json`);
  await pause(Math.random() * 200);
  parcels.set(code, { ...parcels.get(code), ...await answer.json() });
  draw();
}

function draw() {
  list.replaceChildren(...codes.map(code => {
    const p = parcels.get(code);
    const row = document.createElement('div');
    row.id = code.toLowerCase();
    row.className = `${styles.row} ${styles.fade}${p?.handed ? ' handed' : ''}`;
    row.dataset.state = p ? p.state : 'loading';
    row.innerHTML = p
      ? `<span class="${styles.code}">${code}</span><span>${p.to}</span><span>${p.handed ? 'handed over' : p.place}</span><button class="${styles.button}">Hand over</button>`
      : `<span class="${styles.code}">${code}</span><i class="${styles.spin}"></i>`;
    row.querySelector('button')?.addEventListener('click', () => { p.handed = true; draw(); });
    return row;
  }));
  const ready = [...parcels.values()];
  document.getElementById('sum').textContent = `${ready.length} of ${codes.length} loaded, ${ready.filter(p => p.handed).length} handed over`;
}

function reload() {
  parcels.clear();
  draw();
  codes.forEach(load);
}
document.getElementById('reload').addEventListener('click', reload);
reload();
