import { lines } from "./lines.js";

const rows = document.querySelector("#rows");
const status = document.querySelector("#status");
const button = document.querySelector("#load");

function row(line) {
  const div = document.createElement("div");
  div.className = "grid";
  for (const field of line.split(";")) {
    const cell = document.createElement("span");
    cell.textContent = field;
    div.append(cell);
  }
  return div;
}

button.addEventListener("click", async () => {
  const list = document.querySelector("#list");
  button.disabled = true;
  status.textContent = `Reading “${list.selectedOptions[0].text}” …`;
  try {
    const response = await fetch(`lists/${list.value}.csv`);
    rows.replaceChildren();
    let sum = 0;
    let count = 0;
    for await (const line of lines(response.body)) {
      rows.append(row(line));
      sum += Number(line.split(";").at(-1));
      count += 1;
    }
    status.textContent = `${count} articles read`;
    document.querySelector("#sum").textContent = `Average price ${(sum / count).toFixed(2)}`;
  } finally {
    button.disabled = false;
  }
});
