'use strict';

// Times as people here write them.
for (const time of document.querySelectorAll('time')) {
  time.title = time.textContent;
  time.textContent = new Date(time.dateTime).toLocaleString();
}

/**
 * Draws checks that run right now. Texts come from pages, so they only ever become text.
 * @param {{title: string, line: string, started_ms: number, done?: number, all?: number}[]} running
 */
function draw(running) {
  const articles = running.map((it) => {
    const article = document.createElement('article');
    article.className = 'running';
    const title = document.createElement('h2');
    const seconds = Math.max(0, Math.round((Date.now() - it.started_ms) / 1000));
    title.textContent = `${it.title}, for ${seconds} s`;
    const bar = document.createElement('progress');
    if (it.all !== undefined && it.done !== undefined) {
      bar.max = it.all;
      bar.value = it.done;
    }
    const line = document.createElement('p');
    line.textContent = it.line;
    article.append(title, bar, line);
    return article;
  });
  document.getElementById('running')?.replaceChildren(...articles);
}

/** Asks how things are, again and again; faster as long as something runs. */
async function follow() {
  let wait_ms = 5000;
  try {
    const answer = await fetch('/.xcheck/state', { cache: 'no-store' });
    const state = await answer.json();
    if (state.print !== document.body.dataset.print) {
      location.reload();
      return;
    }
    draw(state.running);
    wait_ms = state.running.length > 0 ? 1000 : 3000;
  } catch {
    // The server is gone for now, or for good.
    draw([]);
  }
  setTimeout(follow, wait_ms);
}

follow();
