for (let n = 0; n < 40; n++) {
  for (let edit = 0; edit < 10; edit++) {
    editor.replaceRange(`let word${edit} = ${n};\n`, { line: (n * 5 + edit) % editor.lineCount(), ch: 0 });
  }
  editor.scrollIntoView({ line: (n * 37) % editor.lineCount(), ch: 0 });
  await new Promise((done) => setTimeout(done));
}
