const filter = document.querySelector("#filter");
const lamps = [...document.querySelectorAll("figure")];
const basket = [];

document.querySelector("#open-filter").addEventListener("click", () => {
  if (!filter.open) filter.show();
});

filter.addEventListener("click", ({ target }) => {
  if (target.localName !== "button") return;
  for (const lamp of lamps) {
    lamp.hidden = target.value !== "" && lamp.dataset.room !== target.value;
  }
  document.querySelector("#found").textContent = `${lamps.filter((lamp) => !lamp.hidden).length} lamps`;
});

for (const lamp of lamps) {
  lamp.addEventListener("click", () => {
    lamp.classList.add("bought");
    basket.push(lamp.querySelector("figcaption").firstChild.data.trim());
    document.querySelector("#basket").textContent = `In your basket: ${basket.join(", ")}`;
  });
}
