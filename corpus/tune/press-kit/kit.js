(function () {
  const parts = [
    { id: 'head', name: 'Headline', text: 'A river, a bell and a secret' },
    { id: 'lead', name: 'Lead', text: 'The season opens with a play that was found in a drawer of the old laundry.' },
    { id: 'quote', name: 'Quote', text: '“We read it aloud and nobody left for the last bus,” says the director.' },
    { id: 'dates', name: 'Dates', text: 'Twelve evenings, from the third of October.' },
    { id: 'tickets', name: 'Tickets', text: 'From nine pounds, at the door or by post.' },
  ];
  const topics = ['Theatre', 'Premiere', 'River'];
  const pool = ['New writing', 'Local history', 'Autumn'];
  let draft = 1;
  const get = (id) => document.getElementById(id);

  function draw() {
    get('parts').innerHTML = parts.map(({ id, name, text }, n) => `<li><span><b>${name}</b><small>${text.length} characters</small></span>
      <button data-up="${id}" id="up-${id}" ${n ? '' : 'disabled'}>Up</button><button data-down="${id}" id="down-${id}" ${n < parts.length - 1 ? '' : 'disabled'}>Down</button></li>`).join('');
    get('copy').innerHTML = parts.map(({ id, text }) => `<p class="${id}">${text}</p>`).join('');
    get('topics').innerHTML = topics.map((topic) => `<span class="chip">${topic}</span>`).join('');
    get('pool').innerHTML = pool.map((topic, n) => `<button data-topic="${n}" id="topic-${n}">Add ${topic}</button>`).join('');
    get('saved').textContent = `Draft ${draft}`;
  }

  function move(id, by) {
    const at = parts.findIndex((part) => part.id === id);
    const [part] = parts.splice(at, 1);
    parts.splice(at + by, 0, part);
  }

  document.addEventListener('click', ({ target }) => {
    const { up, down, topic, mode } = target.dataset;
    if (up) move(up, -1);
    else if (down) move(down, 1);
    else if (topic) topics.push(...pool.splice(Number(topic), 1));
    else if (mode) {
      get('sheet').className = `sheet ${mode}`;
      for (const button of document.querySelectorAll('[data-mode]')) button.classList.toggle('on', button === target);
    } else return;
    draft += 1;
    draw();
  });
  draw();
}());
