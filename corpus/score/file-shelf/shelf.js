"use strict";
const shelf = document.getElementById("shelf");
const log = document.getElementById("log");
let selected = null;

function addFolder(name, index) {
  const folder = document.createElement("div");
  folder.className = "folder";
  folder.id = `f${index}`;
  folder.innerHTML = `<p class="name">${name}</p>`;
  folder.onclick = () => select(folder);
  shelf.append(folder);
}

function select(folder) {
  selected?.classList.remove("on");
  selected = folder;
  folder.classList.add("on");
}

function edit(folder) {
  const name = folder.querySelector(".name");
  const input = document.createElement("input");
  input.value = name.textContent;
  name.textContent = "";
  name.append(input);
  input.focus();
  input.select();
  // Leaving the field is what saves, by click, Tab or Enter.
  input.addEventListener("blur", () => {
    const text = input.value;
    queueMicrotask(() => {
      name.textContent = text;
      log.textContent = `Renamed to ${text}`;
    });
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.remove();
  });
}

["Invoices", "Photos", "Letters", "Recipes", "Music"].forEach(addFolder);
document.getElementById("rename").onclick = () => selected && edit(selected);
document.getElementById("order").onclick = () => {
  const folders = [...shelf.children].sort((a, b) => a.textContent.localeCompare(b.textContent));
  shelf.replaceChildren(...folders);
};
