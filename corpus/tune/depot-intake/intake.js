'use strict';
const byId = (id) => document.getElementById(id);
const lists = {
  a: 'P-11;Rope, 30 m;C2;14\nP-12;Canvas bales;C2;210\nP-13;Lantern oil;D1;96\nP-14;Anchors;A5;420\nP-15;Tar;D1;130\n',
  b: 'R-01;Seed oats;B1;800\nR-02;Clover;B1;350\nR-03;Fence wire;A2;\nR-04;Salt licks;B3;75\n'
};
let goods = [];

/** The list as the gate sends it: in pieces that end anywhere. */
function pieces(text) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= text.length) return controller.close();
      controller.enqueue(text.slice(at, at + 40));
      at += 40;
    }
  });
}

async function* lines(text) {
  let rest = '';
  for (;;) {
    const end = rest.indexOf('\n');
    if (end >= 0) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    } else if (text.length) {
      rest += text.shift();
    } else {
      return;
    }
  }
}

function showGoods() {
  byId('goods').replaceChildren(...goods.map((good) => {
    const tr = document.createElement('tr');
    good.forEach((value, i) => {
      const td = document.createElement('td');
      td.textContent = value || '–';
      if (i === 3) td.className = 'num';
      tr.append(td);
    });
    return tr;
  }));
  byId('count').textContent = goods.length ? `${goods.length} lines read.` : 'The list is empty.';
}

const worker = new Worker(URL.createObjectURL(new Blob([`
  onmessage = (event) => {
    let sum = 0;
    for (const [number, name, bay, kg] of event.data) {
      if (!kg) throw new Error(name + ' has no weight');
      sum += Number(kg);
    }
    postMessage(sum);
  };
`], { type: 'text/javascript' })));
worker.onmessage = (event) => {
  byId('scale').className = 'scale';
  byId('scale').textContent = `All together ${event.data} kg.`;
};
worker.onerror = (event) => {
  event.preventDefault();
  byId('scale').className = 'scale bad';
  byId('scale').textContent = event.message;
};

byId('read').onclick = async () => {
  const kind = byId('which').value;
  byId('count').textContent = 'Reading …';
  goods = [];
  const got = [];
  for await (const piece of pieces(lists[kind])) got.push(piece);
  for await (const line of lines(got)) goods.push(line.split(';'));
  showGoods();
};

byId('weigh').onclick = () => {
  byId('scale').className = 'scale';
  byId('scale').textContent = 'Weighing …';
  worker.postMessage(goods.length ? goods : lists[byId('which').value].trim().split('\n').map((line) => line.split(';')));
};

byId('tare').onclick = () => {
  byId('scale').className = 'scale';
  byId('scale').textContent = 'The scale is idle.';
};

byId('show-bays').onclick = () => {
  const bays = new Set(['A1', 'B3', 'C2', 'D4']);
  byId('bays').textContent = bays.values().map((bay) => 'bay ' + bay).join(', ');
};

byId('ask').onclick = () => {
  byId('space').textContent = 'Asking …';
  navigator.storage.estimate().then((found) => {
    byId('space').textContent = found.quota > 1e6 ? 'Enough for today.' : 'Nearly full.';
  });
};
