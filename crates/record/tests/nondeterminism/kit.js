// What a row's page notes of its own execution, in order: values as text, because JSON readers may round numbers.
const notes = [];
const mark = (name) => {
  const value = Math.random();
  notes.push(['random', String(value), name]);
  document.documentElement.setAttribute('data-marks', (document.documentElement.getAttribute('data-marks') || '') + ' ' + name);
  return value;
};
// One without a name, for when there are many.
const draw = () => notes.push(['random', String(Math.random()), '']);
const date = (ms) => notes.push(['date', String(ms)]);
// Known to the second or day only.
const day = (ms) => notes.push(['day', String(ms)]);
const second = (ms) => notes.push(['second', String(ms)]);
const clock = (ms) => notes.push(['clock', String(ms)]);
const frameTime = (ms) => notes.push(['time', String(ms)]);
const secret = (text) => notes.push(['crypto', text]);
const source = (fn) => notes.push(['source', fn.toString(), fn.name]);
const say = (word) => notes.push(['word', String(word)]);
const base64 = (view) => btoa(String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)));
const done = () => {
  document.documentElement.dataset.seen = JSON.stringify(notes);
};
const absent = () => {
  notes.length = 0;
  say('absent');
  done();
};
// Done when called as often as this.
const after = (n) => () => {
  if (--n === 0) done();
};
