import { content, el, listOf } from './base.js';

// Pictures by their hash. They are blocks of text after the script, or files beside the page;
// only what is shown is decoded.

const inside = new Set(listOf(content.inside));
const beside = new Set(listOf(content.beside));

/** @param {string} hash */
export function hasPicture(hash) {
  return inside.has(hash) || beside.has(hash);
}

/**
 * A picture that loads at once. Settles when it is there, or cannot be.
 * @param {string} hash
 * @param {string} alt
 * @returns {{image: any, loaded: Promise<boolean>}}
 */
export function picture(hash, alt) {
  const image = el('img', { alt, decoding: 'async', draggable: 'false' });
  const loaded = new Promise((settle) => {
    image.addEventListener('load', () => settle(true));
    image.addEventListener('error', () => settle(false));
  });
  addressOf(hash).then((address) => { image.src = address; });
  return { image, loaded };
}

/**
 * A small picture that loads when it comes into view.
 * @param {string} hash
 * @param {string} alt
 */
export function thumbnail(hash, alt) {
  const image = el('img', { alt, class: 'thumbnail', decoding: 'async' });
  if (hasPicture(hash)) {
    wanted.set(image, hash);
    watcher.observe(image);
  }
  return image;
}

const wanted = new WeakMap();
const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    addressOf(wanted.get(target)).then((address) => { /** @type {any} */ (target).src = address; });
  }
}, { rootMargin: '200px' });

/**
 * Where a picture is.
 * @param {string} hash
 */
async function addressOf(hash) {
  if (beside.has(hash)) return `pictures/${hash}.png`;
  const block = await blockOf(`picture-${hash}`);
  return `data:image/png;base64,${block?.textContent ?? ''}`;
}

/**
 * The block of a picture. It may still be on its way: the script begins before all pictures are there.
 * @param {string} id
 */
function blockOf(id) {
  const found = () => {
    const block = document.getElementById(id);
    // Something after it says that it is whole.
    return block?.nextSibling || document.readyState !== 'loading' ? { block } : null;
  };
  return new Promise((settle) => {
    const watcher = new MutationObserver(() => look());
    const look = () => {
      const whole = found();
      if (!whole) return;
      watcher.disconnect();
      document.removeEventListener('DOMContentLoaded', look);
      settle(whole.block);
    };
    watcher.observe(document.body, { childList: true });
    document.addEventListener('DOMContentLoaded', look);
    look();
  });
}
