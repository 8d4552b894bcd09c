const LENGTH = 48 * 60;
const chapters = [
  { title: "Welcome", start: 0 },
  { title: "Salt on the windows", start: 372 },
  { title: "The winter of the long fog", start: 1140 },
  { title: "A letter from the mainland", start: 1905 },
  { title: "Lamps out", start: 2520 },
];
const state = { position: 0, speed: 1 };
const $ = (selector) => document.querySelector(selector);
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function showLeft() {
  const minutes = Math.round((LENGTH - state.position) / state.speed / 60);
  $("#left").textContent = `${minutes} min left`;
}

function seek(chapter) {
  state.position = chapter.start;
  for (const item of $("#chapters").children) {
    item.toggleAttribute("aria-current", item.dataset.start === String(chapter.start));
  }
  $("#fill").attributeStyleMap.set("width", CSS.percent((100 * state.position) / LENGTH));
  $("#chapter").textContent = chapter.title;
  $("#now").textContent = clock(state.position);
  showLeft();
}

for (const chapter of chapters) {
  const item = document.createElement("li");
  item.dataset.start = chapter.start;
  item.innerHTML = `<span>${chapter.title}</span><span>${clock(chapter.start)}</span>`;
  item.addEventListener("click", () => seek(chapter));
  $("#chapters").append(item);
}

$(".speed").addEventListener("click", ({ target }) => {
  if (!target.dataset.speed) return;
  state.speed = Number(target.dataset.speed);
  for (const button of document.querySelectorAll("[data-speed]")) {
    button.setAttribute("aria-pressed", String(button === target));
  }
  showLeft();
});
