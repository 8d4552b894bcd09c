const trips = [
  { id: "oslo", place: "Oslo", month: "June 2025", note: "Night train, then the ferry to the islands. Bring cash for the small sauna.", things: ["Swimwear", "Rain jacket", "Ferry pass", "Thermos"] },
  { id: "porto", place: "Porto", month: "October 2025", note: "Flat near the bridge, fourth floor without a lift. Bookshop before nine.", things: ["Walking shoes", "Camera", "Umbrella", "Phrase book", "Sun hat", "Small bag"] },
  { id: "kyoto", place: "Kyoto", month: "April 2026", note: "Two weeks, one suitcase. The temple walk needs a booking.", things: ["Rail pass", "Adapter", "Slippers"] },
];
const list = document.getElementById("trips");
const packing = document.getElementById("packing");

function monthOf(trip) {
  return new Date(trip.month).toLocaleDateString("en", { month: "short", year: "numeric" });
}

function open(trip, card) {
  document.querySelector(".trip.open")?.classList.remove("open");
  card.classList.add("open");
  document.getElementById("place").textContent = trip.place;
  document.getElementById("note").textContent = trip.note;
  packing.replaceChildren();
  // The list may be long: fill it when the page has nothing better to do.
  requestIdleCallback(() => {
    for (const thing of trip.things) {
      const item = document.createElement("li");
      item.textContent = thing;
      packing.append(item);
    }
  });
}

for (const trip of trips) {
  const card = document.createElement("div");
  card.className = "trip";
  card.id = trip.id;
  card.innerHTML = `<b>${trip.place}</b><span>${trip.things.length} things to pack</span><span class="month">${monthOf(trip)}</span>`;
  card.addEventListener("click", () => open(trip, card));
  list.append(card);
}

document.getElementById("newest").addEventListener("click", () => {
  list.replaceChildren(...[...list.children].reverse());
});
