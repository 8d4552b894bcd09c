const TRACKS = ["Kick", "Snare", "Hat", "Clap"];

class Sequencer extends HTMLElement {
  #tempo = 96;

  connectedCallback() {
    const tracks = TRACKS.map((name) => `<div class="track" data-track="${name}"><b>${name}</b>
      ${Array.from({ length: 8 }, (_, i) => `<div class="pad" id="${name.toLowerCase()}-${i + 1}"></div>`).join("")}</div>`);
    this.innerHTML = `<div class="head"><h1>BEAT GRID</h1><button id="slower">−</button>
      <span id="tempo"></span><button id="faster">+</button></div>${tracks.join("")}<p id="beats">Nothing to play yet</p>`;
    this.showTempo(0);
    this.querySelector("#slower").addEventListener("click", () => this.showTempo(-4));
    this.querySelector("#faster").addEventListener("click", () => this.showTempo(4));
    this.listen();
  }

  showTempo(change) {
    this.#tempo += change;
    this.querySelector("#tempo").textContent = `${this.#tempo} bpm`;
  }

  listen() {
    const pads = this.when("click").map((event) => event.target).filter((target) => target.matches(".pad"));
    pads.subscribe((pad) => {
      pad.classList.toggle("lit");
      const lit = [...this.querySelectorAll(".lit")];
      const names = new Set(lit.map((one) => one.parentElement.dataset.track));
      this.querySelector("#beats").textContent = `${lit.length} beats on ${names.size} tracks`;
    });
  }
}

customElements.define("x-sequencer", Sequencer);
