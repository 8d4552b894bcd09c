"use strict";

const byId = (id) => document.getElementById(id);
const shifts = [];

function format(duration) {
  const minutes = duration.total("minutes");
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Paid time of a shift: long shifts have an unpaid break of half an hour. */
function paidTime(shift) {
  const length = Temporal.PlainTime.from(shift.from).until(Temporal.PlainTime.from(shift.to));
  return length.total("hours") >= 6 ? length.subtract({ minutes: 30 }) : length;
}

function rowOf(shift) {
  const row = document.createElement("tr");
  for (const text of [shift.name, shift.from, shift.to, ""]) {
    row.insertCell().textContent = text;
  }
  row.cells[3].className = "num";
  return row;
}

function showTotal() {
  let total = new Temporal.Duration();
  for (const shift of shifts) {
    total = total.add(paidTime(shift));
  }
  byId("total").textContent = format(total);
}

byId("shift-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const shift = { name: byId("who").value, from: byId("from").value, to: byId("to").value };
  event.target.reset();
  shift.row = rowOf(shift);
  shifts.push(shift);
  byId("shifts").append(shift.row);
  shift.row.cells[3].textContent = format(paidTime(shift));
  showTotal();
});

byId("sort").addEventListener("click", () => {
  shifts.sort((a, b) => a.name.localeCompare(b.name));
  byId("shifts").replaceChildren(...shifts.map((shift) => shift.row));
});
