const goods = [
  { id: "carrot", name: "Carrots with greens", farm: "Hof Lindau", price: 2.4, per: "bunch", kind: "root", tint: "#f29b3d" },
  { id: "chard", name: "Rainbow chard", farm: "Mill Lane Farm", price: 3.1, per: "400 g", kind: "leaf", tint: "#5aa05a" },
  { id: "plum", name: "Early plums", farm: "Orchard Brink", price: 4.2, per: "kg", kind: "fruit", tint: "#7c4a86" },
  { id: "beet", name: "Beetroot", farm: "Hof Lindau", price: 1.9, per: "500 g", kind: "root", tint: "#a8325a" },
  { id: "rocket", name: "Wild rocket", farm: "Glasshouse 9", price: 2.2, per: "120 g", kind: "leaf", tint: "#89b36b" },
  { id: "pear", name: "Summer pears", farm: "Orchard Brink", price: 3.8, per: "kg", kind: "fruit", tint: "#c7cf5a" },
  { id: "radish", name: "Radishes", farm: "Mill Lane Farm", price: 1.5, per: "bunch", kind: "root", tint: "#e2557a" },
  { id: "kale", name: "Baby kale", farm: "Glasshouse 9", price: 2.7, per: "200 g", kind: "leaf", tint: "#3f7f56" },
  { id: "berry", name: "Blackberries", farm: "Hedge & Hill", price: 3.3, per: "250 g", kind: "fruit", tint: "#4b3b66" },
];
const box = new Map([["carrot", 1], ["plum", 2]]);
const $ = (selector, root = document) => root.querySelector(selector);

function showGoods(kind) {
  const cards = goods.filter((g) => kind === "all" || g.kind === kind).map((g) => {
    const card = $("#card").content.cloneNode(true).firstElementChild;
    card.id = g.id;
    card.style.setProperty("--tint", g.tint);
    $("h3", card).textContent = g.name;
    $(".farm", card).textContent = g.farm;
    $("b", card).textContent = g.price.toFixed(2);
    $("small", card).textContent = `per ${g.per}`;
    $("button", card).addEventListener("click", () => add(g.id));
    return card;
  });
  $("#cards").replaceChildren(...cards);
}

function showBox() {
  let total = 3;
  const lines = [...box].map(([id, count]) => {
    const g = goods.find((one) => one.id === id);
    const line = $("#line").content.cloneNode(true).firstElementChild;
    $(".name", line).textContent = g.name;
    $(".count", line).textContent = `× ${count}`;
    $(".cost", line).textContent = (g.price * count).toFixed(2);
    total += g.price * count;
    return line;
  });
  $("#basket").replaceChildren(...lines);
  $("#total").textContent = total.toFixed(2);
}

function add(id) {
  box.set(id, (box.get(id) ?? 0) + 1);
  showBox();
}

for (const button of document.querySelectorAll(".filter button")) {
  button.addEventListener("click", () => {
    $(".filter .on").classList.remove("on");
    button.classList.add("on");
    showGoods(button.dataset.kind);
  });
}
showGoods("all");
showBox();
