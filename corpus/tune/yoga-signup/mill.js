const mine = new Set();

class JoinButton extends HTMLButtonElement {
  connectedCallback() {
    this.addEventListener('click', () => this.toggle());
  }

  toggle() {
    const free = document.getElementById(this.dataset.free);
    const name = this.closest('.class').querySelector('h2').textContent;
    if (mine.delete(name)) {
      free.textContent = Number(free.textContent) + 1;
      this.textContent = 'Join';
    } else {
      mine.add(name);
      free.textContent = Number(free.textContent) - 1;
      this.textContent = 'Leave';
    }
    this.classList.toggle('mine', mine.has(name));
    document.getElementById('week').textContent = [...mine].join(' and ') || 'no class';
  }
}
customElements.define('join-button', JoinButton, { extends: 'button' });

document.getElementById('sum').addEventListener('click', () => {
  const each = Number(document.getElementById('pay').value);
  document.getElementById('price').textContent = `${(each * mine.size).toFixed(2)} a week`;
});
