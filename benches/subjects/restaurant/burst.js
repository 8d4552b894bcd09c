for (let n = 0; n < 50; n++) {
  for (const selector of ["#choice-button", "[data-value=lunch]", "#dinner-button", "#choice-button", "[data-value=dinner]", "#lunch-button"]) {
    document.querySelector(selector).click();
  }
  await new Promise((done) => setTimeout(done));
}
