"use strict";

/** Counts this login. There is no server to ask, so a new visitor starts anywhere. */
function countLogin() {
  const before = Number(localStorage.getItem("logins")) || 100 + Math.floor(Math.random() * 900);
  localStorage.setItem("logins", before + 1);
  return before + 1;
}

async function showCategories() {
  const { categories, picks } = await load("categories");
  for (const { key, title } of categories) {
    const button = element("button", "", title);
    button.type = "button";
    button.dataset.category = key;
    button.addEventListener("click", () => openTab(key, title, (panel) => showCategory(key, panel)));

    const item = element("li", "");
    item.append(button);
    document.getElementById("categories").append(item);
  }
  document.getElementById("pick").append(bookTile(pickFrom(picks), "Recommended today"));
}

async function showCategory(key, panel) {
  const books = await load(key);
  panel.replaceChildren(bookList(books, (book) => `${book.copies} copies on the shelf`));
}

async function showBorrowed(panel) {
  const books = await load("borrowed");
  await wait(Math.random() * 1200);
  const list = bookList(books, (book) => formatDue(book.dueInDays));
  list.id = "booklist";
  panel.replaceChildren(list);
}

document.getElementById("login").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = document.getElementById("user").value;
  document.getElementById("login").hidden = true;
  document.getElementById("app").hidden = false;
  document.getElementById("today").textContent = formatDate(new Date());
  document.getElementById("greeting").textContent = `Hello ${name}, you have logged in ${countLogin()} times`;

  showCategories();
  openTab("borrowed", "My books", showBorrowed, false);
  setTimeout(remind, REMIND_AFTER_MS);
});
