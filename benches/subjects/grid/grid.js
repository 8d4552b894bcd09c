"use strict";

const N_ROWS = 5000;
const NAMES = ["bolt", "nut", "washer", "spring", "gear", "bearing", "shaft", "valve", "hinge", "clamp"];
const COLORS = ["red", "green", "blue", "black", "white", "yellow"];
const price = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const body = document.getElementById("rows");
let state = 12345;
let order = { key: "id", sign: 1 };

/** The same numbers in every session. */
function next(limit) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % limit;
}

function makeRow(id) {
  const values = {
    id,
    name: `${NAMES[next(NAMES.length)]} ${next(1000)}`,
    color: COLORS[next(COLORS.length)],
    weight: next(10000) / 10,
    price: next(100000) / 100,
    stock: next(500),
  };
  const element = document.createElement("div");
  element.setAttribute("role", "row");
  element.id = `row-${id}`;
  for (const [key, value] of Object.entries(values)) {
    const cell = document.createElement("span");
    cell.textContent = key === "price" ? price.format(value) : value;
    element.append(cell);
  }
  element.addEventListener("click", () => select(element));
  return { values, element };
}

function select(element) {
  element.classList.toggle("selected");
  const count = body.querySelectorAll(".selected").length;
  document.getElementById("selected").textContent = `${count} selected`;
}

function sort(key) {
  order = { key, sign: order.key === key ? -order.sign : 1 };
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
  rows.sort((a, b) => order.sign * compare(a.values[key], b.values[key]));
  body.append(...rows.map(({ element }) => element));
  document.body.dataset.order = `${key} ${order.sign}`;
}

function filter(text) {
  let count = 0;
  for (const { values, element } of rows) {
    element.hidden = !values.name.includes(text);
    count += element.hidden ? 0 : 1;
  }
  document.getElementById("count").textContent = `${count} parts`;
  document.body.dataset.filter = text;
}

const rows = Array.from({ length: N_ROWS }, (_, index) => makeRow(index + 1));
body.append(...rows.map(({ element }) => element));
filter("");
for (const head of document.querySelectorAll("[data-key]")) {
  head.addEventListener("click", () => sort(head.dataset.key));
}
let timer = 0;
document.getElementById("filter").addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(() => filter(target.value), 80);
});
document.getElementById("frame").addEventListener("scroll", ({ target }) => {
  document.body.dataset.top = Math.round(target.scrollTop);
});
