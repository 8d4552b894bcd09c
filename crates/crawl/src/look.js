// What there is on a page, and what a person could do with it. Runs as the body of a function with these arguments:
// the agent's secret, selectors of elements that nobody shall touch, and the origins that the crawl may visit.
const [secret, excluded, origins] = arguments;
const MOST_ELEMENTS = 20000;
const MOST_CANDIDATES = 600;
const MOST_TEXT = 60;
const SKETCH_SIZE = 64;

const trim = (text) => (text || '').replace(/\s+/g, ' ').trim();
// What is made up at each load: long numbers, hashes, and names that frameworks count up.
const isMadeUp = (name) => /\d{3,}|[0-9a-f]{8,}|^:r|^(ember|react|ng-|jss|css-|sc-)|[_-]{1,2}[A-Za-z0-9]*\d[A-Za-z0-9]{3,}$/i.test(name);
const settled = (name) => (isMadeUp(name) ? '#' : name);
const classesOf = (element) => trim(element.getAttribute('class')).split(' ').filter(Boolean).map(settled).sort().join('.');

const isRendered = (element) => {
  if (element.getClientRects().length === 0) return false;
  const style = getComputedStyle(element);
  return style.visibility === 'visible' && Number(style.opacity) > 0.02;
};

// A 32-bit hash of a text, begun with a seed.
const hash = (text, seed) => {
  let h = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
};

const STATES = ['aria-expanded', 'aria-selected', 'aria-checked', 'aria-pressed', 'aria-current', 'aria-hidden', 'aria-invalid', 'role', 'type', 'name', 'alt'];

// What an element is, as far as it does not change by itself.
const tokenOf = (element) => {
  const id = element.id ? '#' + settled(element.id) : '';
  let token = element.localName + id + '.' + classesOf(element);
  for (const name of STATES) if (element.hasAttribute(name)) token += `[${name}=${settled(element.getAttribute(name))}]`;
  if (element.disabled) token += '[disabled]';
  if (element.open) token += '[open]';
  if (element.checked) token += '[checked]';
  if (element.localName === 'select') token += `[at=${element.selectedIndex}]`;
  else if ('value' in element && typeof element.value === 'string' && /^(input|textarea)$/.test(element.localName) && !/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(element.type)) token += element.value === '' ? '[empty]' : '[filled]';
  return token;
};

const tokens = [];
const elements = [];
const walk = (root) => {
  for (const node of root.childNodes) {
    if (elements.length >= MOST_ELEMENTS) return;
    if (node.nodeType === 3) {
      const text = trim(node.data);
      if (text) tokens.push('"' + text.slice(0, 200));
    } else if (node.nodeType === 1 && !/^(script|style|template|noscript|link|meta|head)$/.test(node.localName)) {
      const isSeen = isRendered(node);
      if (!isSeen && getComputedStyle(node).display !== 'contents' && node.getClientRects().length === 0) continue;
      if (isSeen) elements.push(node);
      tokens.push('<' + tokenOf(node));
      if (node.shadowRoot) walk(node.shadowRoot);
      walk(node);
      tokens.push('>');
    }
  }
};
if (document.body) walk(document);

const sketch = new Array(SKETCH_SIZE).fill(0xffffffff);
const SALTS = sketch.map((_, i) => hash('salt' + i, 17));
const open = [];
for (const token of tokens) {
  if (token === '>') {
    open.pop();
    continue;
  }
  // A shingle is an element or a text with what it is in; how often it comes counts by its place in twos.
  const feature = hash(open.slice(-2).join(' ') + token, 7);
  for (let i = 0; i < SKETCH_SIZE; i++) {
    let h = Math.imul(feature ^ SALTS[i], 0x9e3779b1);
    h = (h ^ (h >>> 15)) >>> 0;
    if (h < sketch[i]) sketch[i] = h;
  }
  if (token[0] === '<') open.push(token);
}
const all = location.pathname + location.hash + '\n' + tokens.join('\n');

// Ways to find an element again, the most lasting first.
const escapeName = (name) => CSS.escape(name);
const isOnly = (selector, element) => {
  try {
    const found = document.querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  } catch (_) {
    return false;
  }
};
const selectorOf = (element) => {
  const marks = [];
  if (element.id && !isMadeUp(element.id)) marks.push('#' + escapeName(element.id));
  for (const name of ['data-testid', 'data-test', 'data-id', 'name', 'aria-label', 'href', 'for', 'value']) {
    const value = element.getAttribute(name);
    if (value && value.length < 80) marks.push(`${element.localName}[${name}=${JSON.stringify(value)}]`);
  }
  for (const mark of marks) if (isOnly(mark, element)) return mark;
  const parts = [];
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    if (at !== element && at.id && !isMadeUp(at.id) && isOnly('#' + escapeName(at.id), at)) {
      parts.unshift('#' + escapeName(at.id));
      break;
    }
    let place = 1;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling) if (other.localName === at.localName) place++;
    parts.unshift(at.parentElement ? `${at.localName}:nth-of-type(${place})` : at.localName);
  }
  return parts.join(' > ');
};

const listenersOf = (target) => {
  try {
    const types = target.removeEventListener(secret);
    return Array.isArray(types) ? types : [];
  } catch (_) {
    return [];
  }
};
const CLICKS = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'];
const HOVERS = ['mouseenter', 'mouseover', 'pointerenter', 'pointerover', 'mousemove', 'pointermove'];
const KEYS = ['keydown', 'keyup', 'keypress'];
const handles = (element, types, own) => types.some((type) => own.includes(type) || typeof element['on' + type] === 'function');
// React keeps handlers on elements and listens at the root.
const reactHandles = (element, names) => {
  for (const key of Object.keys(element)) {
    if (!key.startsWith('__reactProps$') && !key.startsWith('__reactEventHandlers$')) continue;
    const props = element[key];
    return !!props && names.some((name) => typeof props[name] === 'function');
  }
  return false;
};

// Elements that something shows or hides for when the pointer is over them.
const hoverSelectors = [];
const REVEALS = ['display', 'visibility', 'opacity', 'max-height', 'height', 'transform', 'clip-path', 'left', 'top'];
const readRules = (rules) => {
  for (const rule of rules) {
    if (hoverSelectors.length > 60) return;
    if (rule.cssRules && rule.cssRules.length) readRules(rule.cssRules);
    if (!rule.selectorText || !rule.selectorText.includes(':hover') || !REVEALS.some((name) => rule.style.getPropertyValue(name))) continue;
    for (const part of rule.selectorText.split(',')) {
      const at = part.indexOf(':hover');
      // Only what shows something else is worth a visit: a menu, not a button that lights up.
      if (at > 0 && /[\s>+~]/.test(part.slice(at + 6).trim())) hoverSelectors.push(part.slice(0, at).trim());
      else if (at > 0 && part.slice(at + 6).trim()) hoverSelectors.push(part.slice(0, at).trim());
    }
  }
};
for (const sheet of document.styleSheets) {
  try {
    readRules(sheet.cssRules);
  } catch (_) {
    // Sheets of other origins keep their rules to themselves.
  }
}
const isRevealing = (element) => hoverSelectors.some((selector) => {
  try {
    return element.matches(selector);
  } catch (_) {
    return false;
  }
});

const isExcluded = (element) => excluded.some((selector) => {
  try {
    return element.closest(selector) !== null;
  } catch (_) {
    return false;
  }
});
const labelOf = (element) => {
  const labels = element.labels && element.labels.length ? trim(element.labels[0].textContent) : '';
  const text = element.getAttribute('aria-label') || trim(element.innerText) || labels || element.getAttribute('title') || element.getAttribute('placeholder') || element.getAttribute('alt') || (/^(button|submit|reset)$/.test(element.type) && element.value) || '';
  return trim(text).slice(0, MOST_TEXT);
};
const kindOf = (element) => {
  const parent = element.parentElement;
  const own = (it) => it.localName + '.' + classesOf(it);
  return (parent ? own(parent) + '>' : '') + own(element) + (element.getAttribute('role') || '') + (element.type || '');
};
const leadsOut = (element) => {
  const link = element.closest('a[href], area[href]');
  if (!link) return false;
  if (link.hasAttribute('download')) return true;
  try {
    const url = new URL(link.href, document.baseURI);
    if (url.protocol === 'javascript:') return false;
    return !/^https?:$/.test(url.protocol) || !origins.includes(url.origin);
  } catch (_) {
    return true;
  }
};

const field = (element) => ({
  kind: element.localName === 'input' ? element.type : element.localName,
  name: element.name || element.id || '',
  autocomplete: element.autocomplete || '',
  pattern: element.pattern || null,
  min: element.min || null,
  max: element.max || null,
  step: element.step || null,
  min_length: element.minLength > 0 ? element.minLength : null,
  max_length: element.maxLength > 0 ? element.maxLength : null,
  options: element.list ? Array.from(element.list.options, (option) => option.value).slice(0, 20) : [],
  placeholder: element.placeholder || '',
  label: labelOf(element),
});
const TEXTUAL = /^(text|search|email|url|tel|password|number|date|time|month|week|datetime-local|color|range)$/;
const ROLES = /^(button|tab|menuitem|menuitemcheckbox|menuitemradio|option|checkbox|switch|link|radio|treeitem|gridcell)$/;

const candidates = [];
const add = (element, action, more) => {
  if (candidates.length >= MOST_CANDIDATES) return;
  const form = element.form || element.closest('form');
  candidates.push({
    action,
    selector: selectorOf(element),
    kind: action + ' ' + kindOf(element),
    label: labelOf(element),
    hint: trim([element.id, element.getAttribute('name'), element.getAttribute('class'), element.getAttribute('href')].filter(Boolean).join(' ')).slice(0, 120),
    form: form ? selectorOf(form) : null,
    ...more,
  });
};

for (const element of elements) {
  if (candidates.length >= MOST_CANDIDATES) break;
  const rect = element.getBoundingClientRect();
  if (rect.width < 2 || rect.height < 2 || rect.right + scrollX < 0 || rect.bottom + scrollY < 0) continue;
  if (element.disabled || element.closest('[inert]') || isExcluded(element)) continue;
  const own = listenersOf(element);
  const name = element.localName;
  if (name === 'iframe' || name === 'html' || name === 'body') continue;
  if (name === 'select') {
    const choices = Array.from(element.options).filter((option) => !option.disabled && !option.selected).slice(0, 4);
    for (const option of choices) add(element, 'select', { value: option.value });
    continue;
  }
  if (name === 'textarea' || (name === 'input' && TEXTUAL.test(element.type))) {
    if (!element.readOnly) {
      add(element, 'fill', { field: field(element), isFilled: element.value !== '' });
      if (element.value !== '' && /^(text|search|email|url|tel|password|number)$/.test(element.type)) add(element, 'enter', {});
      continue;
    }
  }
  if (element.isContentEditable) {
    if (!element.parentElement || !element.parentElement.isContentEditable) add(element, 'type', { isFilled: trim(element.textContent) !== '' });
    continue;
  }
  if (name === 'input' && element.type === 'file') continue;
  const style = getComputedStyle(element);
  const isPointer = style.cursor === 'pointer' && (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer');
  const clicks = name === 'button' || name === 'summary' || name === 'input' || (name === 'label' && element.control && !isRendered(element.control)) || (name === 'a' && element.hasAttribute('href')) || name === 'area'
    || ROLES.test(element.getAttribute('role') || '') || isPointer || handles(element, CLICKS, own) || reactHandles(element, ['onClick', 'onMouseDown', 'onPointerDown']);
  if (clicks && style.pointerEvents !== 'none' && !leadsOut(element)) add(element, 'click', {});
  if (handles(element, ['dblclick'], own) || reactHandles(element, ['onDoubleClick'])) add(element, 'double', {});
  if (handles(element, HOVERS, own) || isRevealing(element) || reactHandles(element, ['onMouseEnter', 'onMouseOver'])) add(element, 'hover', {});
  if ((element.tabIndex >= 0 && handles(element, KEYS, own)) || reactHandles(element, ['onKeyDown'])) for (const key of ['Enter', 'ArrowDown']) add(element, 'key', { value: key });
}
const isKeyed = [window, document, document.body].some((target) => target && handles(target, KEYS, listenersOf(target)));
if (isKeyed && document.body) for (const key of ['Escape', 'Enter', 'ArrowRight', 'ArrowDown', ' ']) {
  candidates.push({ action: 'press', selector: 'body', kind: 'press ' + key, label: '', hint: '', form: null, value: key });
}

return {
  url: location.href,
  origin: location.origin,
  title: trim(document.title).slice(0, 120),
  isLoaded: document.readyState === 'complete',
  id: ('0000000' + hash(all, 1).toString(16)).slice(-8) + ('0000000' + hash(all, 2).toString(16)).slice(-8),
  nElements: elements.length,
  sketch,
  candidates,
};
