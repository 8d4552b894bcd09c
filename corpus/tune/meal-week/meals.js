const dishes = [
  "Lentil soup", "Fish pie", "Pasta with peas", "Rice and beans", "Pancakes", "Pizza", "Roast vegetables",
  "Potato salad", "Chili", "Noodle stir-fry", "Spinach tart", "Baked eggs", "Risotto", "Onion soup",
];
const week = document.getElementById("week");
let order = [...dishes];

function draw(monday, number) {
  document.getElementById("week-name").textContent = `Week ${number} of ${monday.getUTCFullYear()}`;
  const days = [];
  for (let i = 0; i < 7; i += 1) {
    const date = new Date(monday.getTime() + i * 86400000);
    const day = document.createElement("div");
    day.className = "day";
    day.innerHTML = `<b>${date.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" })}</b>
      <small>${date.getUTCDate()}.${date.getUTCMonth() + 1}.</small><p>${order[(number * 5 + i) % order.length]}</p>`;
    days.push(day);
  }
  document.getElementById("days").replaceChildren(...days);
}

let shown = { monday: new Date(Date.UTC(2025, 2, 3)), number: 10 };
draw(shown.monday, shown.number);

function go(steps) {
  week.stepUp(steps);
  shown = { monday: week.valueAsDate, number: Number(week.value.slice(-2)) };
  draw(shown.monday, shown.number);
}

document.getElementById("after").addEventListener("click", () => go(1));
document.getElementById("before").addEventListener("click", () => go(-1));
document.getElementById("swap").addEventListener("click", () => {
  order = [...order.slice(3), ...order.slice(0, 3)];
  document.getElementById("swapped").textContent = "Three days moved on.";
  draw(shown.monday, shown.number);
});
