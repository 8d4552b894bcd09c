// What everything else stands on: the data, and elements made of it.
// Texts of pages are hostile: they come into the document as text nodes and attributes only, and through `show`.

/** What the report is made of, as the other side wrote it. */
export const content = JSON.parse(document.getElementById('data').textContent);

const MAX_SHOWN = 4000;
// What is not seen or turns the order of letters round: controls, bidi marks, fillers.
// Joiners are left alone: emoji and some scripts are made with them.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]/g;

const BROWSERS = { __proto__: null, chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit (GTK)' };

/**
 * A text as it may be shown: what is invisible is made visible, what is too long is cut.
 * @param {unknown} value
 * @param {number} [max]
 */
export function show(value, max = MAX_SHOWN) {
  let text = textOf(value);
  if (text.length > max) text = `${wholeStart(text, max)}… (${text.length} characters)`;
  return text.replace(UNSEEN, visible);
}

/**
 * Any value as text; nothing is an empty text.
 * @param {unknown} value
 * @returns {string}
 */
export function textOf(value) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A value as list; whatever is no list is an empty one.
 * @param {unknown} value
 * @returns {any[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * A value as a record; whatever is none is an empty one.
 * @param {unknown} value
 * @returns {Record<string, any>}
 */
export function recordOf(value) {
  return value && typeof value === 'object' && !Array.isArray(value) ? /** @type {any} */ (value) : {};
}

/**
 * @param {unknown} value
 * @returns {number | null}
 */
export function numberOf(value) {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * The beginning of a text, without half a character at its end.
 * @param {string} text
 * @param {number} max
 */
function wholeStart(text, max) {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

/** @param {string} character */
function visible(character) {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/**
 * An element with attributes and children. Texts among the children go through `show`.
 * An attribute that is null or false is left out; a function is a listener for the event of that name.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? '' : show(value));
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child || child === '') element.append(document.createTextNode(show(child)));
  }
  return element;
}

/**
 * Code on a line of its own or within a sentence.
 * @param {unknown} text
 * @param {number} [max]
 */
export function code(text, max = 300) {
  return el('code', {}, show(text, max));
}

/**
 * A browser's name for people.
 * @param {string} name
 */
export function browserTitle(name) {
  return BROWSERS[name] ?? (show(name, 40) || 'unknown browser');
}

/**
 * What of an address people look at: path, query and fragment.
 * @param {string} url
 * @param {boolean} [withHost]
 */
export function shortUrl(url, withHost = false) {
  const parts = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([/?#].*)?$/is.exec(url);
  if (!parts) return url || '(no page)';
  return `${withHost ? parts[1] : ''}${parts[2] || '/'}`;
}

/**
 * A count with its word.
 * @param {number} n
 * @param {string} word
 * @param {string} [words]
 */
export function counted(n, word, words = `${word}s`) {
  return `${n} ${n === 1 ? word : words}`;
}

let toldTimer = 0;

/**
 * Tells something in passing, to eyes and screen readers.
 * @param {string} text
 */
export function tell(text) {
  const told = document.getElementById('told');
  told.textContent = text;
  told.className = 'now';
  clearTimeout(toldTimer);
  toldTimer = setTimeout(() => { told.className = ''; }, 2500);
}

/**
 * Puts a text into the clipboard. Pages from disk may not use the new way everywhere.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied`);
  } catch {
    const field = el('textarea', { class: 'aside', 'aria-hidden': 'true', tabindex: '-1' });
    const active = /** @type {any} */ (document.activeElement);
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    active?.focus?.({ preventScroll: true });
    tell(isDone ? `${what} copied` : 'This browser does not let the report copy');
  }
}
