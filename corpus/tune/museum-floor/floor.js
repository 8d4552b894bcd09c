'use strict';
class Desk {
  #dialog = document.querySelector('#booking');
  #room = '';
  constructor() {
    document.querySelectorAll('[data-room]').forEach((button) => button.addEventListener('click', () => this.ask(button.dataset.room)));
    this.#dialog.addEventListener('close', () => this.closed());
    document.querySelector('.menu').addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (link && !document.querySelector(link.getAttribute('href'))) event.preventDefault();
    });
  }
  ask(room) {
    this.#room = room;
    document.querySelector('#which').textContent = room.toLowerCase();
    this.#dialog.returnValue = '';
    this.#dialog.showModal();
  }
  closed() {
    if (this.#dialog.returnValue !== 'yes') return;
    const value = (id) => document.getElementById(id).value;
    const item = document.createElement('li');
    item.append(`${this.#room}: ${value('name')}, ${value('people')} people, `);
    const guide = document.createElement('em');
    guide.textContent = value('guide');
    item.append(guide);
    document.querySelector('#log').append(item);
    this.#dialog.querySelector('form').reset();
  }
}
new Desk();
