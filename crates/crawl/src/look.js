// What there is on a page, and what a person could do with it. Runs as the body of a function with these arguments:
// the agent's secret, selectors of elements that nobody shall touch, the origins that the crawl may visit, whether it is
// only asked if anything has changed, and what was typed before.
const [secret, excluded, origins, isGlance, typed] = arguments;
const MOST_ELEMENTS = 20000;
const MOST_CANDIDATES = 600;
const MOST_OF_A_KIND = 40;
const MOST_CHOICES = 12;
const MOST_TEXT = 60;
const SKETCH_SIZE = 64;

const trim = (text) => (text || '').replace(/\s+/g, ' ').trim();
// What is made up at each load: long numbers, hashes, and names that frameworks count up.
const isScrambled = (part) => part.length > 4 && (/[a-z]\d+[a-z]|\d[a-z]+\d/i.test(part) || !/[aeiouy]/i.test(part) || (part.match(/[a-z][A-Z]/g) || []).length > 2);
const isMadeUp = (name) => /\d{3,}|[0-9a-f]{8,}|^:r|^(ember|react|ng-|jss|css-|sc-)|[_-]{1,2}[A-Za-z0-9]*\d[A-Za-z0-9]{3,}$/i.test(name) || name.split(/[-_:]+/).some(isScrambled);
const settled = (name) => (isMadeUp(name) ? '#' : name);
// Numbers that clocks, chance and servers make: identities, times, dates, fractions, long ones.
const VARYING = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+([.,:/-]\d+)+|\d{4,}/gi;
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

const TEXTUAL = /^(text|search|email|url|tel|password|number|date|time|month|week|datetime-local|color|range)$/;
const STATES = ['aria-expanded', 'aria-selected', 'aria-checked', 'aria-pressed', 'aria-current', 'aria-hidden', 'aria-invalid', 'role', 'type', 'name', 'alt'];

// What an element is, as far as it does not change by itself.
const tokenOf = (element) => {
  let token = element.localName + '.' + classesOf(element);
  for (const name of STATES) if (element.hasAttribute(name)) token += `[${name}=${settled(element.getAttribute(name))}]`;
  if (element.disabled) token += '[disabled]';
  if (element.open) token += '[open]';
  if (element.checked) token += '[checked]';
  if (element.localName === 'select') token += `[at=${element.selectedIndex}]`;
  else if ('value' in element && typeof element.value === 'string' && /^(input|textarea)$/.test(element.localName) && !/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(element.type)) token += element.value === '' ? '[empty]' : '[filled]';
  return token;
};
// What somebody typed says nothing of the app: like what a field holds, it is left aside where the page shows it.
const setAside = (text) => {
  for (const line of typed) if (text.includes(line)) text = text.split(line).join('…');
  return text.replace(/…(\s*…)+/g, '…');
};

const tokens = [];
const elements = [];
const walk = (root) => {
  for (const node of root.childNodes) {
    if (elements.length >= MOST_ELEMENTS) return;
    if (node.nodeType === 3) {
      const text = trim(node.data);
      if (text) tokens.push('"' + setAside(text).slice(0, 200).replace(VARYING, '#'));
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

const all = location.pathname + location.hash + '\n' + tokens.join('\n');
const id = ('0000000' + hash(all, 1).toString(16)).slice(-8) + ('0000000' + hash(all, 2).toString(16)).slice(-8);
const isLoaded = document.readyState === 'complete';
// The timer of the page that fires next, if that is soon: about how many milliseconds it was set to.
const delayMs = (() => {
  try {
    const next = window.clearTimeout(secret);
    return typeof next === 'number' ? Math.max(0, Math.ceil(next / 100) * 100) : null;
  } catch (_) {
    return null;
  }
})();
if (isGlance) return { id, isLoaded, delayMs };

const sketch = new Array(SKETCH_SIZE).fill(0xffffffff);
const SALTS = sketch.map((_, i) => hash('salt' + i, 17));
const open = [];
const features = new Set();
const parts = new Set();
for (const token of tokens) {
  if (token === '>') {
    open.pop();
    continue;
  }
  // A shingle is an element or a text with what it is in.
  const feature = hash(open.slice(-2).join(' ') + token, 7);
  const isElement = token[0] === '<';
  if (isElement) open.push(token);
  if (features.has(feature)) continue;
  features.add(feature);
  if (isElement) parts.add(feature);
  for (let i = 0; i < SKETCH_SIZE; i++) {
    let h = Math.imul(feature ^ SALTS[i], 0x9e3779b1);
    h = (h ^ (h >>> 15)) >>> 0;
    if (h < sketch[i]) sketch[i] = h;
  }
}
// Which elements there are, whatever they say and however often they come.
const shape = hash(Array.from(parts).sort((a, b) => a - b).join(' '), 3);

// Ways to find an element again, the most lasting first.
const escapeName = (name) => CSS.escape(name);
// How many elements have what an attribute says; counted once for each attribute.
const counts = new Map();
const countOf = (name, element) => {
  if (!counts.has(name)) {
    const all = new Map();
    for (const one of document.querySelectorAll(`[${name}]`)) {
      const key = one.localName + ' ' + one.getAttribute(name);
      all.set(key, (all.get(key) || 0) + 1);
    }
    counts.set(name, all);
  }
  return counts.get(name).get(element.localName + ' ' + element.getAttribute(name));
};
const isOnlyId = (element) => {
  const found = document.querySelectorAll('#' + escapeName(element.id));
  return found.length === 1 && found[0] === element;
};
const hasLastingId = (element) => Boolean(element.id) && !isMadeUp(element.id) && isOnlyId(element);
const selectorOf = (element) => {
  if (hasLastingId(element)) return '#' + escapeName(element.id);
  for (const name of ['data-testid', 'data-test', 'data-id', 'name', 'aria-label', 'href', 'for', 'value']) {
    const value = element.getAttribute(name);
    const isLasting = value && value.length < 80 && !/[0-9a-f]{12,}/i.test(value) && !(name === 'for' && isMadeUp(value));
    if (isLasting && countOf(name, element) === 1) return `${element.localName}[${name}=${JSON.stringify(value)}]`;
  }
  const path = [];
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    if (at !== element && hasLastingId(at)) {
      path.unshift('#' + escapeName(at.id));
      break;
    }
    let place = 1;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling) if (other.localName === at.localName) place++;
    path.unshift(at.parentElement ? `${at.localName}:nth-of-type(${place})` : at.localName);
  }
  return path.join(' > ');
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
  const own = (label) => trim(Array.from(label.childNodes, (node) => (node.nodeType === 3 || (node.nodeType === 1 && !node.matches('select, input, textarea, button')) ? node.textContent : '')).join(' '));
  const labels = element.labels && element.labels.length ? own(element.labels[0]) : '';
  const text = element.getAttribute('aria-label') || labels || trim(element.innerText) || element.getAttribute('title') || element.getAttribute('placeholder') || element.getAttribute('alt') || (/^(button|submit|reset)$/.test(element.type) && element.value) || '';
  return trim(text).slice(0, MOST_TEXT);
};
const kindOf = (element) => {
  const parent = element.parentElement;
  const own = (it) => it.localName + '.' + classesOf(it);
  return (parent ? own(parent) + '>' : '') + own(element) + (element.getAttribute('role') || '') + (element.type || '');
};
// Where a link or the button of a form leads, if it says so.
const addressOf = (element) => {
  const link = element.closest('a[href], area[href]');
  // The href of a link in a drawing is an object.
  if (link) return typeof link.href === 'string' ? link.href : new URL(link.href.baseVal, document.baseURI).href;
  const sends = /^(submit|image)$/.test(element.type) || (element.localName === 'input' && TEXTUAL.test(element.type));
  if (!sends || !element.form) return null;
  const own = element.getAttribute('formaction') || element.form.getAttribute('action');
  return own ? new URL(own, document.baseURI).href : null;
};
const leadsOut = (element) => {
  const link = element.closest('a[href], area[href]');
  if (link && link.hasAttribute('download')) return true;
  try {
    const address = addressOf(element);
    if (address === null) return false;
    const url = new URL(address, document.baseURI);
    if (url.protocol === 'javascript:') return false;
    return !/^https?:$/.test(url.protocol) || !origins.includes(url.origin);
  } catch (_) {
    return true;
  }
};
// Whether something else is in front of the middle of an element; what is out of view may be scrolled to.
const modal = (() => {
  try {
    return Array.from(document.querySelectorAll('dialog:modal')).pop() || null;
  } catch (_) {
    return null;
  }
})();
const isCovered = (element) => {
  if (modal && !modal.contains(element)) return true;
  const rect = element.getBoundingClientRect();
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const root = element.getRootNode();
  const front = (root.elementFromPoint ? root : document).elementFromPoint(x, y);
  if (!front || front.contains(element) || element.contains(front)) return false;
  const label = front.closest('label');
  return !(label && label.control === element);
};

// A field for text that holds a number, or says that it wants one, is given one.
const isNumeric = (element) => element.type === 'text' && (/^(numeric|decimal)$/.test(element.inputMode) || /^\d+([.,]\d+)?$/.test(element.value));
const field = (element) => ({
  kind: isNumeric(element) ? 'number' : element.localName === 'input' ? element.type : element.localName,
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
// What is looked for should be there: the words that the page says most often.
const MOST_WORDS = 4;
let common = null;
const sought = (element) => {
  const words = [element.type, element.name, element.id, element.placeholder, labelOf(element)].join(' ');
  if (!/^(text|search)$/.test(element.type) || !/search|filter|find|query|pattern|keyword/i.test(words)) return [];
  if (common === null) {
    const counts = new Map();
    for (const word of (document.body.innerText || '').slice(0, 20000).match(/\p{L}{4,20}/gu) || []) counts.set(word, (counts.get(word) || 0) + 1);
    const often = Array.from(counts).filter(([, n]) => n > 1);
    common = often.sort((one, other) => other[1] - one[1]).slice(0, MOST_WORDS).map(([word]) => word);
  }
  return common;
};
// What people send a field with: the button of its form, or the next one around it.
const senderOf = (element) => {
  const BUTTONS = 'button:not([type=reset]):not([disabled]), input[type=submit], input[type=button]';
  let around = element.form || element.parentElement;
  for (let n = 0; around && n < 3; n++, around = around.parentElement) {
    const own = Array.from(around.querySelectorAll(BUTTONS)).find(isRendered);
    if (own) return own;
  }
  return null;
};
// Nothing that has a syntax takes this.
const ODD = '[(<"';
const ROLES = /^(button|tab|menuitem|menuitemcheckbox|menuitemradio|option|checkbox|switch|link|radio|treeitem|gridcell)$/;

const candidates = [];
const nByKind = new Map();
const add = (element, action, more, way = '') => {
  const kind = way + action + ' ' + kindOf(element);
  const n = nByKind.get(kind) || 0;
  if (candidates.length >= MOST_CANDIDATES || n >= MOST_OF_A_KIND || isCovered(element)) return;
  nByKind.set(kind, n + 1);
  const form = element.form || element.closest('form');
  // Enter in a field is a click on the button of its form.
  const button = action === 'enter' && form && form.querySelector('button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]');
  const words = (it) => [it.id, it.getAttribute('name'), it.getAttribute('class'), it.getAttribute('href')];
  candidates.push({
    action,
    selector: selectorOf(element),
    kind,
    label: labelOf(element),
    hint: trim([...words(element), ...(button ? [labelOf(button), ...words(button)] : [])].filter(Boolean).join(' ')).slice(0, 160),
    form: form ? selectorOf(form) : null,
    address: action === 'click' || action === 'enter' ? addressOf(element) : null,
    ...more,
  });
};
const entered = new Set();
const chosen = new Set();
// Boxes that a person ticks before sending a form: those that must be, and one of those of which none is.
const isNeeded = (element) => {
  if (element.localName !== 'input' || !element.form || element.checked) return false;
  if (element.type === 'checkbox') return element.required;
  if (element.type !== 'radio' || chosen.has(element.name)) return false;
  chosen.add(element.name);
  return !Array.from(element.form.elements).some((other) => other.type === 'radio' && other.name === element.name && other.checked);
};

for (const element of elements) {
  if (candidates.length >= MOST_CANDIDATES) break;
  const rect = element.getBoundingClientRect();
  if (rect.width < 2 || rect.height < 2 || rect.right + scrollX < 0 || rect.bottom + scrollY < 0) continue;
  const name = element.localName;
  if (name === 'iframe' || name === 'html' || name === 'body') continue;
  if (element.disabled || element.closest('[inert]') || isExcluded(element)) continue;
  const own = listenersOf(element);
  if (name === 'select') {
    const choices = Array.from(element.options).filter((option) => !option.disabled && !option.selected).slice(0, MOST_CHOICES);
    const first = element.value === '' && choices.find((option) => option.value !== '');
    for (const option of choices) add(element, 'select', { value: option.value, isNeeded: option === first });
    continue;
  }
  if (name === 'textarea' || (name === 'input' && TEXTUAL.test(element.type))) {
    if (!element.readOnly) {
      const [word, ...others] = sought(element);
      const isFilled = element.value !== '';
      add(element, 'fill', { field: field(element), value: word || null, isFilled });
      if (/^(text|search|textarea)$/.test(element.type)) {
        const sender = senderOf(element);
        const then = sender && !leadsOut(sender) && !isExcluded(sender) ? { selector: selectorOf(sender), label: labelOf(sender) } : null;
        for (const value of [...others, ODD]) add(element, 'fill', { value, isFilled, isOther: true, then }, 'other ');
      }
      const sends = element.value !== '' && /^(text|search|email|url|tel|password|number)$/.test(element.type) && !leadsOut(element);
      // Once for a form: every field of it does the same.
      if (sends && !entered.has(element.form || element)) add(element, 'enter', {});
      if (sends) entered.add(element.form || element);
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
  if (clicks && style.pointerEvents !== 'none' && !leadsOut(element)) add(element, 'click', { isNeeded: isNeeded(element) });
  if (handles(element, ['dblclick'], own) || reactHandles(element, ['onDoubleClick'])) add(element, 'double', {});
  if (handles(element, HOVERS, own) || isRevealing(element) || reactHandles(element, ['onMouseEnter', 'onMouseOver'])) add(element, 'hover', {});
  if ((element.tabIndex >= 0 && handles(element, KEYS, own)) || reactHandles(element, ['onKeyDown'])) for (const key of ['Enter', 'ArrowDown']) add(element, 'key', { value: key });
}
// What opened below the pointer closes when it goes elsewhere.
const isHovered = (element) => isRevealing(element) || handles(element, HOVERS, listenersOf(element)) || reactHandles(element, ['onMouseEnter', 'onMouseOver']);
const hovered = elements.filter((element) => element.matches(':hover') && isHovered(element));
const calm = hovered.length > 0 && elements.find((element) => {
  const rect = element.getBoundingClientRect();
  const isThere = rect.width > 1 && rect.height > 1 && rect.top >= 0 && rect.bottom < innerHeight && element.children.length === 0 && trim(element.textContent) !== '';
  return isThere && !hovered.some((other) => other.contains(element)) && !isCovered(element) && !element.closest('a, button, label, input, select, textarea') && !isHovered(element);
});
if (calm) add(calm, 'hover', {}, 'away ');
if (delayMs !== null) candidates.push({ action: 'wait', selector: 'body', kind: 'wait ' + delayMs, label: '', hint: '', form: null, value: String(delayMs) });
const isKeyed = [window, document, document.body].some((target) => target && handles(target, KEYS, listenersOf(target)));
// Keys that pages tell people of, and those that many listen for.
const told = Array.from(document.querySelectorAll('kbd'), (one) => trim(one.textContent)).filter((key) => /^([a-z0-9]|F[1-9]|Home|End|Delete|Tab)$/i.test(key)).slice(0, 6);
const tellsOfNumbers = () => /\b(type|press|key|enter)\b.{0,40}\b(numbers?|digits?|codes?)\b/i.test(document.body.innerText);
const digits = isKeyed && document.body && tellsOfNumbers() ? '23456789' : '';
if (isKeyed && document.body) for (const key of new Set(['Escape', 'Enter', 'ArrowRight', 'ArrowDown', ' ', '1', ...digits, ...told])) {
  candidates.push({ action: 'press', selector: 'body', kind: 'press ' + (digits.includes(key) ? 'digit' : key), label: '', hint: '', form: null, value: key });
}

// A browser's own page about what went wrong has the address of what was wanted.
const isOfBrowser = /^(about:(net|cert)error|chrome-error:)/.test(document.documentURI);

return {
  url: isOfBrowser ? document.documentURI : location.href,
  origin: isOfBrowser ? 'null' : location.origin,
  title: trim(document.title).slice(0, 120),
  isLoaded,
  delayMs,
  id,
  shape: shape.toString(16),
  nFeatures: features.size,
  sketch,
  candidates,
};
