for (let n = 0; n < 100; n++) {
  document.querySelector("#datepicker .ui-datepicker-next").click();
  $("#slider").slider("values", [n % 50, 50 + (n % 50)]);
  $("#tabs").tabs("option", "active", n % 3);
  $("#progressbar").progressbar("value", n);
  $("#spinner").spinner("stepUp");
  await new Promise((done) => setTimeout(done));
}
