for (const key of ["name", "price", "stock", "id"]) {
  for (const text of ["ear", ""]) {
    document.querySelector(`[data-key=${key}]`).click();
    filter(text);
    void document.body.offsetHeight;
    await new Promise((done) => setTimeout(done));
  }
}
