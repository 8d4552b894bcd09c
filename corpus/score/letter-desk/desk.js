const field = (id) => document.getElementById(id);

function toHtml(text) {
  return text.split(/\n+/).map((line) => `<p>${line.replace(/\*(.+?)\*/g, "<strong>$1</strong>")}</p>`).join("");
}

field("show").addEventListener("click", () => {
  // What people type is not to be trusted.
  field("preview").setHTML(`<h2>Dear ${field("to").value},</h2>${toHtml(field("body").value)}`);
  field("state").textContent = "Previewed";
});

field("seal").addEventListener("click", () => {
  field("state").textContent = field("subject").value ? `Sealed: ${field("subject").value}` : "A subject is missing";
});
