"use strict";

const N_NODES = 60;
window.seen = { layouts: 0, taps: 0, drags: 0 };

/** Twelve by five, so that the drive knows where a node is. */
const home = (n) => ({ x: 60 + (n % 12) * 80, y: 60 + Math.floor(n / 12) * 110 });
const node = (n) => ({ data: { id: `n${n}` }, position: home(n) });
const edge = (n) => ({ data: { id: `e${n}`, source: `n${n}`, target: `n${(n * 7 + 3) % N_NODES}` } });

window.cy = cytoscape({
  container: document.getElementById("graph"),
  elements: [
    ...Array.from({ length: N_NODES }, (_, n) => node(n)),
    ...Array.from({ length: N_NODES }, (_, n) => edge(n)),
  ],
  style: [
    { selector: "node", style: { label: "data(id)", width: 30, height: 30, "background-color": "#579" } },
    { selector: ":selected", style: { "background-color": "#e70" } },
    { selector: "edge", style: { width: 1, "curve-style": "bezier", "target-arrow-shape": "triangle" } },
  ],
  layout: { name: "preset", fit: false },
  zoom: 1,
  pan: { x: 0, y: 0 },
});

function arrange(name, animationDuration) {
  const layout = cy.layout({ name, animate: true, animationDuration, positions: (node) => home(Number(node.id().slice(1))), fit: false, boundingBox: { x1: 20, y1: 20, w: 960, h: 560 }, numIter: 100 });
  const stopped = layout.promiseOn("layoutstop");
  layout.run();
  return stopped;
}

function tell() {
  document.getElementById("told").textContent = `${seen.layouts} layouts, ${seen.taps} taps, ${seen.drags} drags`;
}

cy.on("tap", "node", () => { seen.taps += 1; tell(); });
cy.on("free", "node", () => { seen.drags += 1; tell(); });
for (const [id, name] of [["circle", "circle"], ["grid", "grid"], ["cose", "cose"], ["home", "preset"]]) {
  document.getElementById(id).addEventListener("click", async () => {
    await arrange(name, 400);
    seen.layouts += 1;
    tell();
  });
}
document.getElementById("add").addEventListener("click", () => {
  const n = cy.nodes().length;
  cy.add([node(n), { data: { source: "n0", target: `n${n}` } }]);
});
