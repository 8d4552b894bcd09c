"use strict";

const ROW_HEIGHT = 52;

const menu = document.getElementById("menu");
const items = document.getElementById("items");
const choice = new Dropdown(document.getElementById("choice"));

function element(tag, className, text) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function dishRow(dish) {
  const row = element("li", "", "");
  row.append(
    element("b", "", dish.name),
    element("small", "", dish.about),
    element("span", "price", `€ ${dish.price.toFixed(2)}`),
  );
  return row;
}

/** How many rows of the list are in view. A large screen zooms the page, so its height is scaled back first. */
function rowsInView(list) {
  const height = list.getBoundingClientRect().height / list.currentCSSZoom;
  return Math.round(height / ROW_HEIGHT);
}

async function showMeal(meal) {
  const response = await fetch(`data/${meal}.json`);
  const { title, dishes } = await response.json();

  document.getElementById("title").textContent = title;
  items.replaceChildren(...dishes.map(dishRow));
  document.getElementById("stats").textContent = `Showing ${rowsInView(items)} of ${dishes.length} dishes`;

  choice.value = meal;
  for (const button of document.querySelectorAll(".picture")) {
    button.classList.toggle("chosen", button.id === `${meal}-button`);
  }
}

// The pictures send "--lunch" or "--dinner" to the menu.
menu.addEventListener("command", (event) => showMeal(event.command.slice(2)));

choice.root.addEventListener("choose", (event) => showMeal(event.detail));
