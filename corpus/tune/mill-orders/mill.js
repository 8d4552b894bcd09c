var rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
var shortRupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", notation: "compact" });
var shortNumber = new Intl.NumberFormat("en-IN", { notation: "compact" });
var buyers = { "Annapurna Stores": 86400, "Hotel Saravana": 64250, "Ration shop 41": 91800, "Lakshmi Sweets": 23700, "College canteen": 41900 };

function el(id) { return document.getElementById(id); }

document.querySelectorAll("[data-rupees]").forEach(function (b) { b.textContent = shortRupees.format(b.dataset.rupees); });
document.querySelectorAll("[data-number]").forEach(function (b) { b.textContent = shortNumber.format(b.dataset.number); });

Object.keys(buyers).forEach(function (name) {
  var item = document.createElement("li");
  item.innerHTML = "<span>" + name + "</span><b class='amount'>" + shortRupees.format(buyers[name]) + "</b>";
  el("buyers").appendChild(item);
});

el("order").addEventListener("submit", function (event) {
  event.preventDefault();
  var weight = Math.round(parseFloat(el("weight").value));
  if (!weight) {
    el("hint").textContent = "Please give a weight.";
    el("hint").className = "wrong";
    return;
  }
  var row = el("orders").insertRow(0);
  var rice = el("rice").selectedOptions[0];
  [el("buyer").value, rice.text, weight, rupees.format(weight * rice.value)].forEach(function (text) {
    row.insertCell().textContent = text;
  });
  el("hint").textContent = "Order of " + weight + " kg added.";
  el("hint").className = "";
  el("weight").value = "";
});
