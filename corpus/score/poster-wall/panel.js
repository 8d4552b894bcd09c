const dates = {
  "p-circus": "Friday at 8, the big tent", "p-jazz": "Every Sunday at noon", "p-flea": "First of May, all day",
  "p-choir": "Tuesday rehearsal, guests welcome", "p-film": "From sunset, bring a chair", "p-run": "Nine in the morning, ten miles",
};
const panel = document.getElementById("panel");
const opened = new Set();
let watcher = null;

function close() {
  panel.hidden = true;
  document.querySelector(".poster.on")?.classList.remove("on");
}

function open(poster) {
  opened.add(poster.id);
  document.getElementById("count").textContent = `6 posters, ${opened.size} opened`;
  watcher?.destroy();
  watcher = new CloseWatcher();
  watcher.onclose = close;
  close();
  poster.classList.add("on");
  panel.querySelector("h2").textContent = poster.querySelector("p").textContent;
  panel.querySelector(".when").textContent = dates[poster.id];
  panel.hidden = false;
}

for (const poster of document.querySelectorAll(".poster")) {
  poster.addEventListener("click", () => open(poster));
}
