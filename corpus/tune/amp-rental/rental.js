(function () {
  const rigs = { pub: ["Pub set", 90], club: ["Club set", 210], yard: ["Yard set", 480] };
  const crews = { none: ["No crew", 0], one: ["One hand", 70], two: ["Two hands", 260] };
  const orders = [
    { who: "Café Kolb", rig: "pub", crew: "none", days: 1 },
    { who: "Chess club", rig: "pub", crew: "one", days: 2 },
    { who: "Harbour fair", rig: "yard", crew: "two", days: 3 },
    { who: "Dance school Ott", rig: "club", crew: "one", days: 1 },
    { who: "Parish of St. Ulrich", rig: "club", crew: "none", days: 2 },
  ];
  const page = document.querySelector("main");
  const rows = document.getElementById("rows");

  function price(order) {
    return rigs[order.rig][1] * order.days + crews[order.crew][1];
  }
  function draw() {
    rows.textContent = "";
    for (const order of orders) {
      const row = rows.insertRow();
      const cells = [order.who, rigs[order.rig][0], crews[order.crew][0], order.days, `${price(order)} €`];
      for (const cell of cells) row.insertCell().textContent = cell;
    }
    const sum = orders.reduce((all, order) => all + price(order), 0);
    document.getElementById("sum").textContent = `${orders.length} rentals, ${sum} €`;
  }
  function setRows(isDense) {
    page.classList.toggle("tight", isDense);
    document.getElementById("dense").setAttribute("aria-pressed", isDense);
    document.getElementById("roomy").setAttribute("aria-pressed", !isDense);
  }

  document.getElementById("dense").onclick = () => setRows(true);
  document.getElementById("roomy").onclick = () => setRows(false);
  document.getElementById("order").onsubmit = (event) => {
    event.preventDefault();
    const who = document.getElementById("guest");
    orders.push({ who: who.value, rig: document.getElementById("rig").value, crew: document.getElementById("crew").value, days: 1 });
    who.value = "";
    draw();
  };
  draw();
})();
