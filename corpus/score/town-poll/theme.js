"use strict";

const theme = document.getElementById("theme");
theme.addEventListener("click", () => {
  const isNight = document.documentElement.dataset.theme === "night";
  document.documentElement.dataset.theme = isNight ? "day" : "night";
  theme.textContent = isNight ? "Night colors" : "Day colors";
});
