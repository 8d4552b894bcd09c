const routes = ["#/active", "#/completed", "#/"];
for (let n = 0; n < 30; n++) {
  for (const box of document.querySelectorAll("#todo-list .toggle")) box.click();
  document.getElementById("toggle-all").click();
  document.getElementById("toggle-all").click();
  const moved = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
  location.hash = routes[n % 3];
  await moved;
}
