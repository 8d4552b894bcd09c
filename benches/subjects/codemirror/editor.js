"use strict";

const line = (n) => `function part${n}(first, second) {\n  const sum = first + second * ${n};\n  return sum > 10 ? sum : -sum;\n}\n`;

window.editor = CodeMirror(document.getElementById("editor"), {
  value: Array.from({ length: 60 }, (_, n) => line(n)).join("\n"),
  mode: "javascript",
  lineNumbers: true,
  matchBrackets: true,
  autoCloseBrackets: true,
  hintOptions: { completeSingle: false },
  extraKeys: { "Ctrl-Space": "autocomplete" },
});

editor.on("change", () => {
  document.getElementById("told").textContent = `${editor.lineCount()} lines, ${editor.getValue().length} characters`;
});
document.getElementById("comment").addEventListener("click", () => editor.toggleComment());
document.getElementById("indent").addEventListener("click", () => {
  for (let n = 0; n < editor.lineCount(); n++) editor.indentLine(n);
});
document.getElementById("undo").addEventListener("click", () => editor.undo());
document.getElementById("redo").addEventListener("click", () => editor.redo());
