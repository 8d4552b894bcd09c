"use strict";

const MAX_BOOKS = 8;
const REMIND_AFTER_MS = 1000;
const FADE_AFTER_MS = 1500;

const hint = document.getElementById("hint");

// The hint speaks about the list that opened it.
hint.addEventListener("beforetoggle", (event) => {
  if (event.newState === "open") {
    const count = event.source?.childElementCount;
    hint.textContent = `You borrowed ${count} books, and can still borrow ${MAX_BOOKS - count} books`;
  }
});

hint.addEventListener("transitionend", () => hint.hidePopover());

/** Shows the reminder for a moment; tries again later while the borrowed books are on their way. */
function remind() {
  const list = document.getElementById("booklist");
  if (!list) {
    setTimeout(remind, REMIND_AFTER_MS);
    return;
  }
  hint.showPopover({ source: list });
  setTimeout(() => hint.classList.add("faded"), FADE_AFTER_MS);
}
