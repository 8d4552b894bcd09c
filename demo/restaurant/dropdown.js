"use strict";

/** A drop-down list: a button that shows the choice, and the options below it while open. */
class Dropdown {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector("button");
    this.list = root.querySelector("[role=listbox]");
    this.options = [...root.querySelectorAll("[role=option]")];

    this.button.addEventListener("click", () => this.toggle(this.list.hidden));
    for (const option of this.options) {
      option.addEventListener("click", () => this.choose(option.dataset.value));
    }
    document.addEventListener("click", (event) => {
      if (!root.contains(event.target)) {
        this.toggle(false);
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.toggle(false);
      }
    });
  }

  toggle(isOpen) {
    this.list.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  /** Marks an option as chosen, without telling anyone. */
  set value(value) {
    for (const option of this.options) {
      const isChosen = option.dataset.value === value;
      option.setAttribute("aria-selected", String(isChosen));
      if (isChosen) {
        this.button.textContent = option.textContent;
      }
    }
  }

  choose(value) {
    this.value = value;
    this.toggle(false);
    this.root.dispatchEvent(new CustomEvent("choose", { detail: value }));
  }
}
