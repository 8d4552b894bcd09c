// Finds elements and looks at them, for the performer.
//
// The body of a WebDriver script: the first argument is what to do, the rest its arguments.
// The page is hostile and may be hooked by a recorder: plain synchronous DOM calls only, no timers,
// no listeners, no clock, nothing left behind. Loops instead of array methods, which pages replace.
'use strict';

const MOST_ELEMENTS = 200000;

/** @param {unknown} text */
function squeeze(text) {
  return ('' + text).replace(/\s+/g, ' ').trim();
}

/** Every element below `root` in document order, with those in open shadow roots. */
function walk(root) {
  const found = [];
  const visit = (node) => {
    for (let child = node.firstElementChild; child; child = child.nextElementSibling) {
      if (found.length >= MOST_ELEMENTS) return;
      found[found.length] = child;
      if (child.shadowRoot) visit(child.shadowRoot);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/** The parent, out of shadow roots too. */
function above(node) {
  return node.parentNode || node.host || null;
}

function isWithin(outer, node) {
  for (; node; node = above(node)) {
    if (node === outer) return true;
  }
  return false;
}

function isHidden(element) {
  if (element.getAttribute('aria-hidden') === 'true') return true;
  const style = getComputedStyle(element);
  return style.display === 'none' || style.visibility === 'hidden';
}

function isVisible(element) {
  if (!element.isConnected) return false;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility !== 'visible') return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

// Roles and names, about as the accessibility tree of DevTools has them.

const ROLES = {
  article: 'article', aside: 'complementary', body: 'document', button: 'button', datalist: 'listbox',
  details: 'group', dialog: 'dialog', fieldset: 'group', figure: 'figure', footer: 'contentinfo', form: 'form',
  h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', header: 'banner',
  hr: 'separator', img: 'img', li: 'listitem', main: 'main', menu: 'list', meter: 'meter', nav: 'navigation',
  ol: 'list', optgroup: 'group', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar',
  section: 'region', summary: 'button', svg: 'img', table: 'table', tbody: 'rowgroup', td: 'cell',
  textarea: 'textbox', tfoot: 'rowgroup', th: 'columnheader', thead: 'rowgroup', tr: 'row', ul: 'list',
};
const INPUT_ROLES = {
  button: 'button', checkbox: 'checkbox', email: 'textbox', image: 'button', number: 'spinbutton',
  password: 'textbox', radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox', submit: 'button',
  tel: 'textbox', text: 'textbox', url: 'textbox',
};
const OTHER_NAMES = { image: 'img', graphic: 'img', popupbutton: 'combobox', presentation: 'none' };
const NAMED_BY_CONTENT = ' button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
  'menuitemradio option radio row rowheader switch tab tooltip treeitem ';

function tagOf(element) {
  return ('' + element.localName).toLowerCase();
}

function roleOf(element) {
  const given = squeeze(element.getAttribute('role') || '').split(' ')[0];
  if (given) return given;
  const tag = tagOf(element);
  if (tag === 'a' || tag === 'area') return element.hasAttribute('href') ? 'link' : '';
  if (tag === 'select') return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
  if (tag === 'input') {
    const role = INPUT_ROLES[element.type] || '';
    return element.hasAttribute('list') && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
  }
  return ROLES[tag] || '';
}

function sameRole(one, other) {
  return (OTHER_NAMES[one] || one) === (OTHER_NAMES[other] || other);
}

/** The text that an element contributes to the name of another. */
function contentOf(element, depth) {
  if (depth > 40) return '';
  let text = '';
  const root = element.shadowRoot || element;
  let nodes = root.childNodes;
  if (tagOf(element) === 'slot' && element.assignedNodes().length) nodes = element.assignedNodes();
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n];
    if (node.nodeType === 3) text += node.data;
    if (node.nodeType !== 1) continue;
    const tag = tagOf(node);
    if (tag === 'script' || tag === 'style' || tag === 'template' || isHidden(node)) continue;
    const label = node.getAttribute('aria-label') || (tag === 'img' ? node.getAttribute('alt') : '');
    const block = getComputedStyle(node).display !== 'inline' ? ' ' : '';
    text += block + (label || contentOf(node, depth + 1)) + block;
  }
  return text;
}

function nameOf(element) {
  const ids = squeeze(element.getAttribute('aria-labelledby') || '');
  if (ids) {
    const list = ids.split(' ');
    let text = '';
    for (let n = 0; n < list.length; n++) {
      const label = element.getRootNode().getElementById(list[n]);
      if (label) text += ' ' + (label.getAttribute('aria-label') || contentOf(label, 0));
    }
    if (squeeze(text)) return squeeze(text);
  }
  const label = squeeze(element.getAttribute('aria-label') || '');
  if (label) return label;
  const own = squeeze(nativeName(element));
  if (own) return own;
  if (NAMED_BY_CONTENT.includes(' ' + roleOf(element) + ' ')) {
    const content = squeeze(contentOf(element, 0));
    if (content) return content;
  }
  return squeeze(element.getAttribute('title') || element.getAttribute('placeholder') || '');
}

/** What HTML itself names an element by. */
function nativeName(element) {
  const tag = tagOf(element);
  const labels = element.labels;
  if (labels && labels.length) {
    let text = '';
    for (let n = 0; n < labels.length; n++) text += ' ' + contentOf(labels[n], 0);
    if (squeeze(text)) return text;
  }
  if (tag === 'img' || tag === 'area') return element.getAttribute('alt') || '';
  if (tag === 'input') {
    if (element.type === 'image') return element.getAttribute('alt') || '';
    if (element.type === 'submit') return element.value || 'Submit';
    if (element.type === 'reset') return element.value || 'Reset';
    if (element.type === 'button') return element.value;
  }
  const naming = { fieldset: 'legend', table: 'caption', figure: 'figcaption', svg: 'title' }[tag];
  const part = naming && element.querySelector(':scope > ' + naming);
  return part ? part.textContent : '';
}

// Selectors.

function byAria(root, name, role) {
  const wanted = squeeze(name);
  const all = walk(root);
  const found = [];
  for (let n = 0; n < all.length; n++) {
    const own = roleOf(all[n]);
    if (role ? !sameRole(own, role) : false) continue;
    const isNamed = own || all[n].hasAttribute('aria-label') || all[n].hasAttribute('title');
    if (wanted && !(isNamed && nameOf(all[n]) === wanted)) continue;
    found[found.length] = all[n];
  }
  if (found.length || role || !wanted) return found;
  // The tree of DevTools has nodes for bare text, which its recorder names as well.
  return smallest(all, (text) => squeeze(text) === wanted);
}

/** Elements whose text is as wanted, without those that have such an element inside. */
function smallest(all, isWanted) {
  const found = [];
  for (let n = all.length - 1; n >= 0; n--) {
    const element = all[n];
    const tag = tagOf(element);
    if (tag === 'script' || tag === 'style' || tag === 'head' || tag === 'title' || tag === 'noscript') continue;
    const isButton = tag === 'input' && (element.type === 'submit' || element.type === 'button' || element.type === 'reset');
    if (!isWanted(isButton ? element.value : element.textContent)) continue;
    let hasInner = false;
    for (let m = 0; m < found.length && !hasInner; m++) hasInner = isWithin(element, found[m]);
    if (!hasInner) found[found.length] = element;
  }
  const ordered = [];
  for (let n = found.length - 1; n >= 0; n--) ordered[ordered.length] = found[n];
  return ordered;
}

function byCss(root, css) {
  return root.querySelectorAll(css);
}

function byPierce(root, css) {
  const all = walk(root);
  const found = [];
  for (let n = 0; n < all.length; n++) {
    if (all[n].matches(css)) found[found.length] = all[n];
  }
  return found;
}

function byXPath(root, path) {
  const page = root.ownerDocument || root;
  let from = path;
  if (root !== page && from.startsWith('/')) from = '.' + from;
  const result = page.evaluate(from, root, null, 7, null);
  const found = [];
  for (let n = 0; n < result.snapshotLength; n++) {
    const node = result.snapshotItem(n);
    found[found.length] = node.nodeType === 1 ? node : node.parentElement;
  }
  return found;
}

function byLink(root, text, isPart) {
  const links = root.querySelectorAll('a');
  const wanted = squeeze(text);
  const found = [];
  for (let n = 0; n < links.length; n++) {
    const own = squeeze(links[n].textContent);
    if (isPart ? own.includes(wanted) : own === wanted) found[found.length] = links[n];
  }
  return found;
}

function matches(root, selector) {
  const text = selector.text;
  switch (selector.kind) {
    case 'css': return byCss(root, text);
    case 'xpath': return byXPath(root, text);
    case 'aria': return byAria(root, text, selector.role);
    case 'text': return smallest(walk(root), (own) => squeeze(own).includes(squeeze(text)));
    case 'pierce': return byPierce(root, text);
    case 'link': return byLink(root, text, false);
    case 'partialLink': return byLink(root, text, true);
  }
  return [];
}

/** All matches of a chain: each selector inside what the one before found. */
function matchChain(chain) {
  let roots = [document];
  let found = [];
  for (let n = 0; n < chain.length; n++) {
    found = [];
    for (let r = 0; r < roots.length; r++) {
      const list = matches(roots[r], chain[n]);
      for (let m = 0; m < list.length; m++) if (list[m]) found[found.length] = list[m];
    }
    roots = [];
    for (let m = 0; m < found.length; m++) roots[m] = found[m].shadowRoot || found[m];
  }
  return found;
}

/** The first visible match of the first alternative that has one, or else the first match at all. */
function pick(target) {
  const troubles = [];
  let hidden = null;
  for (let n = 0; n < target.length; n++) {
    let found = [];
    try {
      found = matchChain(target[n]);
    } catch (error) {
      troubles[troubles.length] = squeeze(error && error.message).slice(0, 200);
      continue;
    }
    for (let m = 0; m < found.length; m++) {
      if (isVisible(found[m])) return { element: found[m], troubles };
    }
    hidden = hidden || found[0];
  }
  return { element: hidden || null, troubles };
}

// Looking.

function describe(element) {
  let text = '<' + tagOf(element);
  if (element.id) text += ' id="' + ('' + element.id).slice(0, 60) + '"';
  const names = element.getAttribute('class');
  if (names) text += ' class="' + names.slice(0, 60) + '"';
  return text + '>';
}

function activeElement() {
  let active = document.activeElement;
  while (active && active.shadowRoot && active.shadowRoot.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

function hitAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit || !isWithin(hit, inner)) break;
    hit = inner;
  }
  return hit;
}

/** What would take a click at this point instead of the element, if anything does. */
function coverOf(element, x, y) {
  const hit = hitAt(x, y);
  if (!hit || isWithin(element, hit)) return null;
  const label = hit.closest && hit.closest('label');
  if (label && (label.control === element || isWithin(label, element))) return null;
  if (isWithin(hit, element)) {
    // Its events go to something around it: that is how the page wants it.
    if (getComputedStyle(element).pointerEvents === 'none') return null;
    if (tagOf(element) === 'option' || tagOf(element) === 'area') return null;
    if (getComputedStyle(element).display === 'contents') return null;
  }
  return describe(hit);
}

/** The part of the first box that is in view: its middle is the origin of the driver. */
function middleInView(box) {
  const left = box.left > 0 ? box.left : 0;
  const top = box.top > 0 ? box.top : 0;
  const right = box.right < innerWidth ? box.right : innerWidth;
  const bottom = box.bottom < innerHeight ? box.bottom : innerHeight;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function firstBox(element) {
  const boxes = element.getClientRects();
  for (let n = 0; n < boxes.length; n++) {
    if (boxes[n].width > 0 && boxes[n].height > 0) return boxes[n];
  }
  return element.getBoundingClientRect();
}

function clamp(value, low, high) {
  return value < low ? low : value > high ? high : value;
}

function spotOf(element, spot) {
  const box = element.getBoundingClientRect();
  const isIn = (x, y) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  if (spot.kind === 'offset') {
    const x = box.left + clamp(spot.x, 0, box.width - 1);
    return { x, y: box.top + clamp(spot.y, 0, box.height - 1) };
  }
  if (spot.kind === 'viewport' && isIn(spot.x, spot.y) && !coverOf(element, spot.x, spot.y)) {
    return { x: spot.x, y: spot.y };
  }
  const first = firstBox(element);
  const y = (first.top + first.bottom) / 2;
  const middle = (first.left + first.right) / 2;
  // A small field for a number may be all arrows but for where its text begins.
  if (tagOf(element) !== 'input' || element.type !== 'number') return inOnePart(element, first, { x: middle, y });
  const isLeft = getComputedStyle(element).direction === 'ltr';
  const edge = isLeft ? first.left + 8 : first.right - 8;
  return { x: isLeft === (edge < middle) ? edge : middle, y };
}

const ASIDE = [[0, 0], [0, 6], [0, -6], [6, 0], [-6, 0]];

/** A point near this one that is not where two parts of an element meet: engines, and the page, take it for either. */
function inOnePart(element, box, point) {
  const isOne = (x, y) => {
    const hit = hitAt(x, y);
    return hit !== null && isWithin(element, hit) && [[-2, 0], [2, 0], [0, -2], [0, 2]].every(([dx, dy]) => hitAt(x + dx, y + dy) === hit);
  };
  for (const [dx, dy] of ASIDE) {
    const [x, y] = [(point.x | 0) + dx, (point.y | 0) + dy];
    const isInside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    if (isInside && isOne(x, y)) return dx === 0 && dy === 0 ? point : { x, y };
  }
  return point;
}

const ALIGNMENTS = ['center', 'end', 'start', 'nearest'];

function look(target, options) {
  const { element, troubles } = pick(target);
  const viewport = { x: innerWidth, y: innerHeight };
  if (!element) return { element: null, troubles, viewport };
  const isIn = (point) => point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
  let point = spotOf(element, options.spot);
  const show = (block) => {
    element.scrollIntoView({ block, inline: block === 'nearest' ? 'nearest' : 'center', behavior: 'instant' });
    point = spotOf(element, options.spot);
  };
  if (options.scroll && isVisible(element)) {
    if (!isIn(point)) show('center');
    else if (options.inFrame) show('nearest');
    // Something sticks to a border of the window: another border may be free.
    const round = options.attempt / 8;
    if (round > 0 && round === (round | 0) && coverOf(element, point.x, point.y)) show(ALIGNMENTS[round % 4]);
  }
  const box = element.getBoundingClientRect();
  const active = activeElement();
  const tag = tagOf(element);
  return {
    element,
    troubles,
    viewport,
    description: describe(element),
    isVisible: isVisible(element),
    isEnabled: !element.matches(':disabled'),
    isFocused: active ? isWithin(element, active) : tag === 'body' || tag === 'html',
    box: { x: box.left, y: box.top, width: box.width, height: box.height },
    point,
    middle: middleInView(element.getClientRects()[0] || box),
    isInView: isIn(point),
    cover: isIn(point) ? coverOf(element, point.x, point.y) : null,
    kind: kindOf(element),
    isDraggable: isDraggable(element),
  };
}

function kindOf(element) {
  const tag = tagOf(element);
  if (tag === 'textarea') return 'lines';
  if (tag === 'select') return 'select';
  if (tag === 'input') {
    const type = element.type;
    if (type === 'checkbox' || type === 'radio') return 'toggle';
    if (type === 'file') return 'file';
    const isTyped = ' text url tel search password number email '.includes(' ' + type + ' ');
    return isTyped ? 'text' : 'set';
  }
  return element.isContentEditable ? 'editable' : 'other';
}

function isDraggable(element) {
  for (let node = element; node; node = above(node)) {
    if (node.nodeType === 1 && node.draggable === true) return true;
  }
  return false;
}

/** Whether all of `wanted` is in `value`, members of objects one by one. */
function fits(wanted, value) {
  if (wanted === null || typeof wanted !== 'object') return wanted === value;
  if (value === null || value === undefined) return false;
  for (const name in wanted) {
    if (!fits(wanted[name], value[name])) return false;
  }
  return true;
}

/** How many elements there are, and whether all are as wanted. */
function survey(target, state) {
  let found = [];
  const troubles = [];
  for (let n = 0; n < target.length && !found.length; n++) {
    try {
      found = matchChain(target[n]);
    } catch (error) {
      troubles[troubles.length] = squeeze(error && error.message).slice(0, 200);
    }
  }
  let count = 0;
  let areFit = true;
  for (let n = 0; n < found.length; n++) {
    if (state.isVisible && !isVisible(found[n])) continue;
    count++;
    for (const name in state.attributes) {
      if (found[n].getAttribute(name) !== state.attributes[name]) areFit = false;
    }
    if (!fits(state.properties, found[n])) areFit = false;
  }
  return { count, areFit, troubles };
}

// Acting, where no device of a person can.

const OPERATIONS = {
  look,
  survey,
  text(target) {
    const { element } = pick(target);
    if (!element) return null;
    const tag = tagOf(element);
    const isControl = tag === 'input' || tag === 'textarea' || tag === 'select';
    return squeeze(isControl ? element.value : element.innerText);
  },
  /** Selects what is there; says what is left to type. Without focus nothing would be typed. */
  prepare(element, value, isAppended) {
    const isEditable = kindOf(element) === 'editable';
    const old = '' + (isEditable ? element.textContent : element.value);
    const isLonger = isAppended || (old !== '' && value.startsWith(old));
    // Numbers and mail addresses have no ranges, so nobody could say later what was selected.
    if (!isEditable && element.selectionStart === null) return { old, rest: value, isWhole: !isAppended && old !== '' };
    if (isEditable) {
      const selection = document.getSelection();
      selection.selectAllChildren(element);
      if (isLonger) selection.collapseToEnd();
    } else if (isLonger) {
      element.setSelectionRange(old.length, old.length);
    } else {
      element.select();
    }
    return { old, rest: isAppended ? value : isLonger ? value.slice(old.length) : value };
  },
  focus(element) {
    element.focus({ preventScroll: true });
    return isWithin(element, activeElement());
  },
  isChecked(element) {
    return element.checked === true;
  },
  /** Sets a value as the control itself would: past what a framework put in front, and with its events. */
  setValue(element, value) {
    const tag = tagOf(element);
    const owner = { input: 'HTMLInputElement', textarea: 'HTMLTextAreaElement', select: 'HTMLSelectElement' }[tag];
    const property = owner && Object.getOwnPropertyDescriptor(window[owner].prototype, 'value');
    if (property) property.set.call(element, value);
    else element.value = value;
    announce(element);
    return '' + element.value;
  },
  setContent(element, html) {
    element.innerHTML = html;
    announce(element);
    return true;
  },
  insertText(element, text) {
    return document.execCommand('insertText', false, text);
  },
  /** Where the options are: what is chosen, what is wanted, and the way between. */
  options(element, wanted) {
    const list = [];
    let at = -1;
    let want = -1;
    for (let n = 0; n < element.options.length; n++) {
      const option = element.options[n];
      const isWanted =
        wanted.kind === 'index' ? n === wanted.index
          : wanted.kind === 'value' ? option.value === wanted.text
            : wanted.kind === 'id' ? option.id === wanted.text
              : squeeze(option.label || option.text) === squeeze(wanted.text);
      if (isWanted && want < 0) want = n;
      if (option.selected && at < 0) at = n;
      list[n] = {
        label: squeeze(option.label || option.text),
        isEnabled: !option.disabled && !(option.parentNode.disabled === true && tagOf(option.parentNode) === 'optgroup'),
        isSelected: option.selected,
      };
    }
    return { list, at, want, isListBox: element.multiple || element.size > 1, isMultiple: element.multiple };
  },
  /** Where an option of a list can be clicked. */
  optionPoint(element, index) {
    const option = element.options[index];
    option.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const outer = element.getBoundingClientRect();
    const own = firstBox(option);
    if (own.height > 0 && own.height < outer.height) {
      return { x: (own.left + own.right) / 2, y: (own.top + own.bottom) / 2 };
    }
    // WebKit draws options without boxes of their own; groups have a row for their label.
    let total = 0;
    let row = 0;
    for (let node = element.firstElementChild; node; node = node.nextElementSibling) {
      const isGroup = tagOf(node) === 'optgroup';
      const options = isGroup ? node.querySelectorAll('option') : [node];
      if (isGroup) total++;
      for (let n = 0; n < options.length; n++) {
        if (options[n] === option) row = total;
        total++;
      }
    }
    const rows = element.size > 1 ? element.size : 4;
    const isLong = element.scrollHeight > element.clientHeight;
    const height = isLong ? element.scrollHeight / total : element.clientHeight / (rows > total ? rows : total);
    const top = row * height;
    const isShown = top >= element.scrollTop && top + height <= element.scrollTop + element.clientHeight + 1;
    if (!isShown) element.scrollTop = top;
    return {
      x: outer.left + element.clientLeft + element.clientWidth / 2,
      y: outer.top + element.clientTop + top - element.scrollTop + height / 2,
    };
  },
  choose(element, index, isSelected, isOnly) {
    if (isOnly) {
      for (let n = 0; n < element.options.length; n++) element.options[n].selected = n === index;
    } else {
      element.options[index].selected = isSelected;
    }
    announce(element);
    return true;
  },
  submit(element) {
    const form = element.form || element.closest('form');
    if (!form) return false;
    window.HTMLFormElement.prototype.requestSubmit.call(form);
    return true;
  },
  scroll(element, x, y) {
    (element || window).scrollTo({ left: x, top: y, behavior: 'instant' });
    return true;
  },
  /** A click of a button that the engine cannot press. */
  otherClick(element, x, y, button) {
    const pressed = button === 2 ? 2 : 4;
    const send = (kind, type, buttons) => element.dispatchEvent(new window[kind](type, {
      bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y, button, buttons,
    }));
    send('PointerEvent', 'pointerdown', pressed);
    send('MouseEvent', 'mousedown', pressed);
    send('PointerEvent', 'pointerup', 0);
    send('MouseEvent', 'mouseup', 0);
    send('PointerEvent', 'auxclick', 0);
    if (button === 2) send('PointerEvent', 'contextmenu', 0);
    return true;
  },
  /** Drag and drop as one go: no engine's driver does all of it with the mouse. */
  drop(from, to, start, end) {
    const transfer = new window.DataTransfer();
    const send = (element, type, point, isCancelable) => element.dispatchEvent(new window.DragEvent(type, {
      bubbles: true, cancelable: isCancelable, composed: true, view: window,
      clientX: point.x, clientY: point.y, dataTransfer: transfer,
    }));
    if (!send(from, 'dragstart', start, true)) return 'refused';
    send(from, 'drag', start, true);
    send(to, 'dragenter', end, true);
    const isAllowed = !send(to, 'dragover', end, true);
    if (isAllowed) send(to, 'drop', end, true);
    else send(to, 'dragleave', end, false);
    send(from, 'dragend', end, false);
    return isAllowed ? 'dropped' : 'refused';
  },
  frameOf(target) {
    return pick(target).element;
  },
  elementAt(x, y) {
    return hitAt(x, y) || document.documentElement;
  },
};

function announce(element) {
  element.dispatchEvent(new window.Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new window.Event('change', { bubbles: true }));
}

const list = [];
for (let n = 1; n < arguments.length; n++) list[n - 1] = arguments[n];
return OPERATIONS[arguments[0]].apply(null, list);
