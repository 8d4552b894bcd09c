const wall = document.getElementById("wall");

/** Every poster spans as many of the thin rows as its own height needs. */
function arrange() {
  const style = wall.computedStyleMap();
  const gap = style.get("row-gap").value;
  const row = parseFloat(style.get("grid-auto-rows").toString());
  for (const poster of wall.children) {
    poster.style.gridRowEnd = `span ${Math.ceil((poster.offsetHeight + 14 + gap) / (row + gap))}`;
  }
}

arrange();
