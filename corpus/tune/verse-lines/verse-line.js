const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; height: 44px; }
  .line { display: grid; grid-template: "num text mark" 44px / 40px 1fr 70px; align-items: center; border-bottom: 1px solid #e3dcd0; }
  .num { grid-area: num; color: #9b8d78; font: 13px/20px "Liberation Mono", monospace; }
  .text { grid-area: text; font: 20px/28px "Liberation Serif", serif; white-space: nowrap; }
  .mark { grid-area: mark; width: 70px; height: 26px; border: 1px solid #c9bda8; background: none; color: #6d6353; font: 12px/20px "Liberation Sans", sans-serif; }
  :host([marked]) .mark { background: #7a2e3a; color: #fff; }
  :host-context([data-view="margin"]) .line { grid-template: "mark text num" 44px / 90px 1fr 40px; border-bottom-style: dotted; }
  :host-context([data-view="margin"]) .num { text-align: right; }
`);

class VerseLine extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' });

  connectedCallback() {
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.innerHTML = '<div class="line"><span class="num"></span><span class="text"></span><button class="mark">Mark</button></div>';
    this.#root.querySelector('.num').textContent = this.getAttribute('n');
    this.#root.querySelector('.text').textContent = this.getAttribute('text');
    this.#root.querySelector('.mark').addEventListener('click', () => {
      this.toggleAttribute('marked');
      this.dispatchEvent(new CustomEvent('mark', { bubbles: true }));
    });
    this.#root.querySelector('.text').addEventListener('dblclick', () => this.pick());
  }

  pick() {
    const word = this.#root.getSelection().toString().trim();
    this.dispatchEvent(new CustomEvent('word', { bubbles: true, detail: { word, line: this.getAttribute('n') } }));
  }
}

customElements.define('verse-line', VerseLine);
