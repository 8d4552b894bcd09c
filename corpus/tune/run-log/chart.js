const chart = document.getElementById("chart");
const context = chart.getContext("2d");

function draw() {
  const step = chart.width / runs.length;
  context.clearRect(0, 0, chart.width, chart.height);
  runs.forEach((run, index) => {
    const height = (run.km / 14) * chart.height;
    context.fillStyle = run.km > 9 ? "#ff3d57" : "#ffb3bd";
    context.fillRect(Math.round(index * step) + 6, Math.round(chart.height - height), Math.round(step) - 12, Math.round(height));
  });
}

// As many pixels as the screen really has, so that the bars are sharp on every display.
new ResizeObserver(([entry]) => {
  const [size] = entry.devicePixelContentBoxSize;
  chart.width = size.inlineSize;
  chart.height = size.blockSize;
  draw();
}).observe(chart);
