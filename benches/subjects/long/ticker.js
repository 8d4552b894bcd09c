"use strict";

const N_TIMERS = 1000;
const N_KEPT = 40;
const SPREAD_MS = 400;

const ticks = document.getElementById("ticks");
window.ticker = { rounds: 0, count: 0 };

/** One timer: a line more, and one less once there are enough. */
function tick() {
  const item = document.createElement("li");
  const color = `hsl(${Math.floor(Math.random() * 360)} 60% 40%)`;
  item.style.color = color;
  item.textContent = `${new Date().toISOString()} ${Math.random().toFixed(6)}`;
  ticks.append(item);
  if (ticks.childElementCount > N_KEPT) ticks.firstElementChild.remove();
  ticker.count += 1;
  document.getElementById("count").textContent = ticker.count;
  if (ticker.count % N_TIMERS === 0) ticker.rounds += 1;
}

document.getElementById("go").addEventListener("click", () => {
  for (let n = 0; n < N_TIMERS; n++) setTimeout(tick, (n * SPREAD_MS) / N_TIMERS);
});

// The last act, so that the last round has an end that can be seen.
document.getElementById("count").addEventListener("click", () => {
  document.title = `${ticker.count} ticks`;
});
