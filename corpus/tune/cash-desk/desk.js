const articles = {
  12: ["Newspaper", 2.8], 15: ["Postcard", 1.2], 27: ["Chewing gum", 1.5],
  31: ["Mineral water", 1.9], 32: ["Lemonade", 2.3], 48: ["Day ticket", 8.4],
};
const code = document.querySelector("#code");
const message = document.querySelector("#message");
let sum = 0;

function add(number) {
  const article = articles[number];
  if (!article) {
    message.textContent = `There is no article ${number}`;
    return;
  }
  const [name, price] = article;
  const line = document.createElement("li");
  line.innerHTML = `<span>${name}</span><span>${price.toFixed(2)}</span>`;
  document.querySelector("#lines").append(line);
  sum += price;
  document.querySelector("#sum").textContent = sum.toFixed(2);
  message.textContent = `${name} added`;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    code.textContent = "";
    message.textContent = "Cleared";
  }
});

document.addEventListener("keypress", (event) => {
  if (event.key === "Enter") {
    add(code.textContent);
    code.textContent = "";
  } else {
    code.textContent += event.key;
  }
});
