cy.add(Array.from({ length: 90 }, (_, n) => ({ data: { id: `b${n}` } })));
for (let n = 0; n < 5; n++) {
  for (const name of ["random", "circle", "cose", "grid"]) {
    const layout = cy.layout({ name, animate: false, numIter: 50 });
    const stopped = layout.promiseOn("layoutstop");
    layout.run();
    await stopped;
    await new Promise((done) => setTimeout(done));
  }
}
