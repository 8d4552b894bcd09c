for (let n = 0; n < 100; n++) {
  for (const selector of ["[data-category=science]", "[data-category=travel]", "[data-tab=science] button"]) {
    document.querySelector(selector).click();
  }
  document.querySelector("[data-tab=travel] .close").click();
  await new Promise((done) => setTimeout(done));
}
