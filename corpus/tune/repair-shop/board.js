const jobs = [
  { id: "job-11", title: "Gear cable", owner: "M. Okafor", column: "waiting" },
  { id: "job-12", title: "Flat rear tyre", owner: "L. Brandt", column: "waiting" },
  { id: "job-13", title: "New brake pads", owner: "S. Ito", column: "waiting" },
  { id: "job-09", title: "Wheel truing", owner: "P. Novak", column: "work" },
];
const columns = [...document.querySelectorAll(".col")];
const last = document.getElementById("last");

function card({ id, title, owner }) {
  const div = document.createElement("div");
  div.className = "card";
  div.id = id;
  div.innerHTML = `<strong>${title}</strong><p>${owner}</p>
    <div><button class="first">To the top</button><button class="next">Next column</button></div>`;
  return div;
}

for (const job of jobs) {
  document.querySelector(`#${job.column} .list`).append(card(job));
}

function count() {
  for (const column of columns) {
    column.querySelector("i").textContent = column.querySelectorAll(".card").length;
  }
}

document.querySelector(".board").addEventListener("click", (event) => {
  const moved = event.target.closest(".card");
  if (event.target.matches(".next")) {
    last.textContent = `${moved.querySelector("strong").textContent}: next column`;
    const column = columns[columns.indexOf(moved.closest(".col")) + 1] ?? columns[0];
    // Keeps the focus and running transitions of the card, unlike append().
    column.querySelector(".list").moveBefore(moved, null);
    count();
  }
  if (event.target.matches(".first")) {
    last.textContent = `${moved.querySelector("strong").textContent}: to the top`;
    moved.parentNode.moveBefore(moved, moved.parentNode.firstElementChild);
  }
});
