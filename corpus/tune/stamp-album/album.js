const stamps = [
  { id: 'lighthouse', land: 'Skagen', value: '20 ore', colors: ['#7fb3d5', '#c0392b'], year: 1931 },
  { id: 'mill', land: 'Zaandam', value: '5 cent', colors: ['#f5cba7', '#6e4b2a'], year: 1947 },
  { id: 'peak', land: 'Zermatt', value: '10 rp', colors: ['#aed6f1', '#34495e'], year: 1938 },
  { id: 'cactus', land: 'Sonora', value: '2 pesos', colors: ['#fad7a0', '#1e8449'], year: 1952 }
];
const motifs = {
  lighthouse: c => `<path d="M85 170L92 50H112L119 170Z" fill="${c}"/><rect x="88" y="34" width="28" height="16" fill="#333"/>`,
  mill: c => `<path d="M75 170L88 80H108L121 170Z" fill="${c}"/><path d="M98 80L40 30M98 80L156 30M98 80L50 140M98 80L146 140" stroke="#333" stroke-width="8"/>`,
  peak: c => `<path d="M20 170L90 50L110 80L130 60L180 170Z" fill="${c}"/><path d="M76 74L90 50L104 72Z" fill="#fff"/>`,
  cactus: c => `<path d="M94 170V50M94 120H62V84M94 104H126V70" stroke="${c}" stroke-width="18" stroke-linecap="round" fill="none"/>`
};

class AlbumPage extends HTMLElement {
  connectedCallback() {
    for (const s of stamps) {
      const b = document.createElement('button');
      b.id = 'take-' + s.id;
      b.textContent = `${s.land} ${s.year}`;
      b.addEventListener('click', () => { this.place(s); b.disabled = true; });
      this.querySelector('.drawer').append(b);
    }
    this.place(stamps[0]);
    this.querySelector('#take-lighthouse').disabled = true;
  }
  place(s) {
    const el = document.createElement('div');
    el.className = 'stamp';
    el.id = s.id;
    el.innerHTML = `<svg class="motif" viewBox="0 0 188 180" width="188" height="180"><rect width="188" height="180" fill="${s.colors[0]}"/>${motifs[s.id](s.colors[1])}</svg>
      <div class="value"><b>${s.value}</b><span>${s.year}</span></div><div class="land">${s.land.toUpperCase()}</div>`;
    this.querySelector('.sheet').append(el);
  }
}
customElements.define('album-page', AlbumPage);
