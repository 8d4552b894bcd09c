"use strict";

const COVER_COLORS = ["#b4553c", "#3c6fb4", "#5b8c3e", "#8a4f9e", "#b98a1f", "#2d8282"];
const DAY_MS = 24 * 60 * 60 * 1000;

/** One of the values of a list, by chance. */
function pickFrom(values) {
  return values[Math.floor(Math.random() * values.length)];
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Reads a file of the data folder. The wait stands for a slow library server. */
async function load(name) {
  const response = await fetch(`data/${name}.json`);
  await wait(Math.random() * 300);
  return response.json();
}

function formatDate(date) {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** "due in 3 days, on 18 November 2026" */
function formatDue(days) {
  const date = new Date(Date.now() + days * DAY_MS);
  return `due in ${days} ${days === 1 ? "day" : "days"}, on ${formatDate(date)}`;
}

function element(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

/** A cover tile in a random color, title, author, and one more line. */
function bookTile(book, note) {
  const tile = element("div", "book");
  const cover = element("span", "cover", book.title[0]);
  cover.style.backgroundColor = pickFrom(COVER_COLORS);

  const text = element("div", "text");
  text.append(element("b", "", book.title), element("small", "", book.author));
  if (note) {
    text.append(element("em", "", note));
  }
  tile.append(cover, text);
  return tile;
}

function bookList(books, noteOf) {
  const list = element("ul", "books");
  for (const book of books) {
    const item = element("li", "");
    item.append(bookTile(book, noteOf(book)));
    list.append(item);
  }
  return list;
}
