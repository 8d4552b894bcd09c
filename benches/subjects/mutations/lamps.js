"use strict";

const N_LAMPS = 10000;
const PER_ROW = 100;
const N_TIMERS = 200;
const N_PER_TIMER = 10;

const wall = document.getElementById("wall");
window.lamps = { done: 0, seen: 0 };

const all = Array.from({ length: N_LAMPS }, (_, n) => {
  const lamp = document.createElement("span");
  lamp.textContent = n;
  return lamp;
});
for (let n = 0; n < N_LAMPS; n += PER_ROW) {
  const row = document.createElement("div");
  row.append(...all.slice(n, n + PER_ROW));
  wall.append(row);
}
new MutationObserver((records) => {
  lamps.seen += records.length;
  document.getElementById("seen").textContent = `${lamps.seen} changes seen`;
}).observe(wall, { subtree: true, childList: true, attributes: true, characterData: true });

const pick = () => all[Math.floor(Math.random() * N_LAMPS)];

const ways = {
  blink() {
    pick().classList.toggle("on");
  },
  wave() {
    const lamp = pick();
    lamp.toggleAttribute("data-hot");
    lamp.firstChild.data = Math.round(performance.now());
  },
  swap() {
    const lamp = pick();
    lamp.parentNode.append(lamp);
  },
};

/** Many timers, each with a few changes. */
function burst(way, nTimers, perTimer, spreadMs) {
  return new Promise((done) => {
    let left = nTimers;
    for (let n = 0; n < nTimers; n++) {
      setTimeout(() => {
        for (let change = 0; change < perTimer; change++) ways[way]();
        if (--left === 0) done();
      }, (n * spreadMs) / nTimers);
    }
  });
}

for (const way of Object.keys(ways)) {
  document.getElementById(way).addEventListener("click", async () => {
    await burst(way, N_TIMERS, N_PER_TIMER, 300);
    lamps.done += 1;
  });
}
