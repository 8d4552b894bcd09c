const style = `
  :host { display: block; }
  .card { display: grid; grid-template-rows: 70px auto auto auto; padding-bottom: 12px; border-radius: 10px; background: #fff; box-shadow: 0 1px 4px #0002; overflow: hidden; }
  .leaf { background: linear-gradient(135deg, var(--tone), #fff); }
  b, span, em { margin: 4px 14px 0; }
  span { color: #5f7566; }
  em { color: #9a5b1f; font-style: normal; }
  :host-context([data-view=list]) .card { grid-template: 42px / 42px 220px 200px 1fr; align-items: center; padding-bottom: 0; }
  :host-context([data-view=list]) .leaf { height: 42px; }
  :host-context([data-view=list]) :is(b, span, em) { margin-top: 0; }
`;

class PlantCard extends HTMLElement {
  static observedAttributes = ['name', 'family', 'trouble', 'tone'];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${style}</style><div class="card"><div class="leaf"></div><b></b><span></span><em></em></div>`;
  }

  attributeChangedCallback() {
    const root = this.shadowRoot;
    root.querySelector('.leaf').style.setProperty('--tone', this.getAttribute('tone'));
    root.querySelector('b').textContent = this.getAttribute('name');
    root.querySelector('span').textContent = this.getAttribute('family');
    root.querySelector('em').textContent = this.getAttribute('trouble');
  }
}

customElements.define('plant-card', PlantCard);
