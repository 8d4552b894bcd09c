const build = document.getElementById("build");
const summary = document.getElementById("summary");
const tabs = [...document.querySelectorAll("[role=tab]")];
let quarter = "q1";

function clear() {
  for (const cell of document.querySelectorAll(".line:not(.title) span + span")) {
    cell.textContent = "–";
  }
}

for (const tab of tabs) {
  tab.addEventListener("click", () => {
    quarter = tab.id.slice(4);
    for (const other of tabs) other.setAttribute("aria-selected", other === tab);
    clear();
    summary.textContent = "Choose a quarter and build its report.";
  });
}

function fill(region, orders, all) {
  const revenue = orders.reduce((sum, order) => sum + order, 0);
  const [, count, money, share] = document.getElementById(region).children;
  count.textContent = orders.length;
  money.textContent = revenue.toLocaleString("en");
  share.textContent = `${((100 * revenue) / all).toFixed(1)} %`;
}

async function buildReport() {
  const response = await fetch(`data/${quarter}.json`);
  const data = await response.json();
  const all = Object.values(data).flat().reduce((sum, order) => sum + order, 0);
  // One task per region keeps the page fluid with long lists.
  await Promise.all(Object.entries(data).map(([region, orders]) =>
    scheduler.postTask(() => fill(region, orders, all), { priority: "user-visible" })));
  return `Revenue ${all.toLocaleString("en")} in four regions`;
}

build.addEventListener("click", async () => {
  document.body.classList.add("busy");
  clear();
  try {
    summary.textContent = await buildReport();
  } catch {
    summary.textContent = "The report could not be built, please try again.";
  }
  document.body.classList.remove("busy");
});
