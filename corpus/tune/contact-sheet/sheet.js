(() => {
  const svg = (w, h, inner) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inner}</svg>`)}`;
  const frames = [
    ['Pier', 300, 200, '<rect width="300" height="200" fill="#8fb8c9"/><path d="M0 130H300V200H0Z" fill="#31586b"/><path d="M40 110H300M70 110V170M140 110V170M210 110V170" stroke="#2b1d12" stroke-width="9"/>'],
    ['Dunes', 300, 220, '<rect width="300" height="220" fill="#e9d8a6"/><path d="M0 150Q80 70 160 140T300 110V220H0Z" fill="#ca9b4b"/><circle cx="230" cy="50" r="22" fill="#fff3"/>'],
    ['Lighthouse', 200, 300, '<rect width="200" height="300" fill="#44617b"/><path d="M80 280L90 80H110L120 280Z" fill="#eee"/><path d="M88 130H112L114 170H86Z" fill="#b23a48"/><rect x="86" y="62" width="28" height="18" fill="#ffd166"/>'],
    ['Gull', 240, 160, '<rect width="240" height="160" fill="#cfd8dc"/><path d="M40 90Q80 40 120 88Q160 40 200 90" fill="none" stroke="#333" stroke-width="7"/>'],
    ['Nets', 200, 200, '<defs><pattern id="n" width="20" height="20" patternUnits="userSpaceOnUse"><path d="M0 10L10 0L20 10L10 20Z" fill="none" stroke="#d7cdb5"/></pattern></defs><rect width="200" height="200" fill="#3a4a3f"/><rect width="200" height="200" fill="url(#n)"/>'],
    ['Storm', 320, 180, '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#20252b"/><stop offset="1" stop-color="#66717c"/></linearGradient></defs><rect width="320" height="180" fill="url(#s)"/><path d="M170 20L140 90H165L150 160L205 70H176L195 20Z" fill="#f6e27f"/>'],
    ['Edda', 220, 280, '<rect width="220" height="280" fill="#b5838d"/><circle cx="110" cy="105" r="52" fill="#ffcdb2"/><path d="M30 280Q40 170 110 170T190 280Z" fill="#6d6875"/>'],
    ['Lost', 0, 0, ''],
  ].map(([name, w, h, inner], n) => ({ n: n + 1, name, w, h, src: inner ? svg(w, h, inner) : 'data:image/png;base64,AAAA' }));

  const byId = (id) => document.getElementById(id);
  const sheet = byId('sheet');
  for (const frame of frames) {
    const figure = document.createElement('figure');
    figure.className = 'frame';
    figure.id = `f${frame.n}`;
    figure.style.setProperty('--rows', Math.round(((frame.h || 160) / (frame.w || 240)) * 17) + 3);
    const img = new Image();
    img.alt = frame.name;
    img.onerror = () => {
      frame.lost = true;
      img.onerror = null;
      img.src = svg(240, 160, '<rect width="240" height="160" fill="#2b2a28"/><path d="M95 55L145 105M145 55L95 105" stroke="#a39b8d" stroke-width="6"/>');
    };
    img.src = frame.src;
    const caption = document.createElement('figcaption');
    caption.innerHTML = `<span>${frame.n}</span><span>${frame.name}</span>`;
    figure.append(img, caption);
    figure.addEventListener('click', () => pick(frame, figure));
    sheet.append(figure);
  }

  function pick(frame, figure) {
    sheet.querySelector('.on')?.classList.remove('on');
    figure.classList.add('on');
    byId('large').src = figure.querySelector('img').src;
    byId('name').textContent = `${frame.n}. ${frame.name}`;
    byId('about').textContent = frame.lost ? 'This frame was lost in the tank.' : `${frame.w} by ${frame.h}, ${frame.w > frame.h ? 'landscape' : frame.w < frame.h ? 'portrait' : 'square'}, ${(frame.w * frame.h / 1000).toFixed(1)} thousand dots.`;
    byId('picked').textContent = `Picked ${frame.name}, taken on the ${frame.n * 3}th`;
    for (const day of byId('calendar').querySelectorAll('span')) day.classList.toggle('now', +day.textContent === frame.n * 3);
  }

  const calendar = byId('calendar');
  for (const day of ['M', 'T', 'W', 'T', 'F', 'S', 'S']) calendar.append(Object.assign(document.createElement('b'), { textContent: day }));
  for (let day = 1; day <= 30; day++) {
    const cell = Object.assign(document.createElement('span'), { textContent: day });
    if (day === 1) cell.style.gridColumnStart = 4;
    cell.classList.toggle('shot', day % 3 === 0 && day < 25);
    calendar.append(cell);
  }

  document.querySelectorAll('[name=mode]').forEach((radio) => radio.addEventListener('change', () => { sheet.className = radio.value; }));
  byId('fit').addEventListener('change', (event) => sheet.style.setProperty('--fit', event.target.value));
  byId('size').addEventListener('input', (event) => sheet.style.setProperty('--size', `${event.target.value}px`));
})();
