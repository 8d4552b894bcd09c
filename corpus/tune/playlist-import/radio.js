const source = document.getElementById('source');
const problem = document.getElementById('problem');
const songs = document.getElementById('songs');
const length = document.getElementById('length');

function explain(error, text) {
  const at = Number(error.message.match(/position (\d+)/)?.[1]);
  const line = text.slice(0, at).split('\n').length;
  const near = text.slice(Math.max(0, at - 6), at + 12).trim();
  return `There is a mistake at character ${at} (line ${line}).\nLook near: ${near}`;
}

function show(list) {
  songs.replaceChildren(...list.map((song) => {
    const item = document.createElement('li');
    item.textContent = `${song.title}, ${song.by}`;
    return item;
  }));
  const minutes = list.reduce((sum, song) => sum + song.minutes, 0);
  length.textContent = `${list.length} songs, ${minutes} minutes`;
}

document.getElementById('import').addEventListener('click', () => {
  problem.textContent = '';
  try {
    show(JSON.parse(source.value));
  } catch (error) {
    problem.textContent = explain(error, source.value);
  }
});

document.getElementById('clear').addEventListener('click', () => {
  source.value = '';
  problem.textContent = '';
});
