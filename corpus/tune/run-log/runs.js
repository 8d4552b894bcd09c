const runs = [
  [5.2, 331], [6.1, 340], [4.8, 325], [7.4, 348], [5.0, 322], [8.2, 351], [6.6, 335], [5.5, 319], [9.1, 355], [7.0, 338],
  [5.1, 316], [6.3, 329], [10.4, 362], [5.8, 318], [7.7, 336], [12.6, 371], [4.5, 305], [8.8, 342], [6.0, 311], [9.5, 349],
].map(([km, pace], index) => ({ km, pace, name: `Run ${index + 1}` }));
const list = document.getElementById("runs");

list.innerHTML = runs.map((run) => `<div><span>${run.name}</span><span>${run.km.toFixed(1)} km</span></div>`).join("");

function pick(run) {
  const row = list.children[runs.indexOf(run)];
  list.querySelector(".picked")?.classList.remove("picked");
  row.scrollIntoViewIfNeeded();
  row.classList.add("picked");
  const pace = `${Math.floor(run.pace / 60)}:${String(run.pace % 60).padStart(2, "0")}`;
  document.getElementById("detail").textContent = `${run.name}: ${run.km.toFixed(1)} km at ${pace} per km`;
}

const best = (key, sign) => runs.reduce((a, b) => (sign * b[key] > sign * a[key] ? b : a));
document.getElementById("longest").addEventListener("click", () => pick(best("km", 1)));
document.getElementById("fastest").addEventListener("click", () => pick(best("pace", -1)));
document.getElementById("goal").addEventListener("click", ({ target }) => {
  const sum = runs.reduce((all, run) => all + run.km, 0);
  target.textContent = `${sum.toFixed(1)} of 150 km done`;
});
