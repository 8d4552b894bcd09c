const view = document.querySelector("#view");
const frost = document.querySelector("#frost");

frost.addEventListener("change", () => {
  document.querySelector("#tip").textContent = frost.checked ? "Sow outdoors from the middle of May." : "Sow outdoors from April.";
});

function render(key) {
  const { name, about, facts } = plants[key];
  const list = Object.entries(facts).map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join("");
  view.innerHTML = `<h1>${name}</h1><p>${about}</p><dl>${list}</dl>`;
  for (const link of document.querySelectorAll("nav a")) {
    link.toggleAttribute("aria-current", link.hash === `#${key}`);
  }
}

render("home");

navigation.addEventListener("navigate", (event) => {
  if (!event.canIntercept || event.downloadRequest !== null) return;
  const key = new URL(event.destination.url).hash.slice(1) || "home";
  event.intercept({ handler: async () => render(key) });
});
