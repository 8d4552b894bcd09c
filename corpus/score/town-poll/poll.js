"use strict";

const choices = document.getElementById("choices");
const votes = [...choices.querySelectorAll("em")].map((em) => Number(em.textContent));

/** Keeps a button from being pressed twice, until the end of the block. */
function busy(button) {
  button.disabled = true;
  return { [Symbol.dispose]: () => { button.disabled = false; } };
}

function showBars() {
  const most = Math.max(...votes);
  choices.classList.add("voted");
  choices.querySelectorAll("label").forEach((label, index) => {
    label.querySelector("em").textContent = votes[index];
    label.querySelector("i").style.width = `${Math.round((100 * votes[index]) / most)}%`;
  });
}

function vote(button) {
  using lock = busy(button);
  const chosen = choices.querySelector(":checked");
  if (!chosen) return;
  votes[chosen.value] += 1;
  showBars();
  const sum = votes.reduce((a, b) => a + b, 0);
  document.getElementById("thanks").textContent = `Thank you! ${sum} votes so far`;
}

document.getElementById("vote").addEventListener("click", (event) => vote(event.currentTarget));
