import { charCode, round, stringify } from './natives.js';
import { ELEMENT, document, getAttribute, inputType, localName, nodeType, scrollLeft, scrollTop } from './dom.js';
import { canvasContent, hasState, imageContent, stateOf, watchCanvases } from './observer-content.js';
import { NativeStyleSheet, focusedElement, readOr, reads, sortTexts } from './observer-reads.js';
import { beginLook, changeOf, endLook, knownRecord, noteShowing, putAspect, recordOf, shorten, valueKey } from './observer-records.js';
import { INITIAL_VALUES, generatedStyles, stylesOf } from './observer-styles.js';
import { isSecret, mask } from './secrets.js';

// What a page looks like now, as the difference to when it was last looked at.
// The shape of an observation is in docs/run-format.md.

const TEXT_NODE = 3;
const CDATA_NODE = 4;
// Nodes further down are left out: the walk must not run out of stack.
const MAX_DEPTH = 1000;
const SPACES = { __proto__: null, 'http://www.w3.org/1999/xhtml': '', 'http://www.w3.org/2000/svg': 'svg', 'http://www.w3.org/1998/Math/MathML': 'math' };
// These have no room for what CSS generates.
const NOTHING_GENERATED = { __proto__: null, img: 1, input: 1, br: 1, hr: 1, iframe: 1, canvas: 1, video: 1, audio: 1, select: 1, option: 1, optgroup: 1, textarea: 1, object: 1, embed: 1, html: 1 };
// A change of their attributes may show without any other change.
const SHOWS_ATTRIBUTES = { __proto__: null, img: 1, input: 1, iframe: 1, video: 1, object: 1, embed: 1, textarea: 1, option: 1, optgroup: 1, progress: 1, meter: 1 };

const lastPage = { __proto__: null };
// Of the look under way.
let textRange = null;
let originX = 0;
let originY = 0;
let scrollerOfPage = null;

/** Prepares for `observe`; before any script of the page. */
export function startObserver() {
  watchCanvases();
}

/**
 * What changed since the last call, or null if nothing did. Never throws for what a page contains.
 */
export function observe() {
  beginLook();
  textRange = reads.range(document);
  originX = reads.pageLeft(scope);
  originY = reads.pageTop(scope);
  scrollerOfPage = reads.scroller(document);
  walkChildren(document, 0, { __proto__: null, values: INITIAL_VALUES, isRendered: true, isMasked: false, depth: 0 });
  textRange = null;
  return endLook(pageChanges());
}

function walkChildren(parent, parentId, context) {
  let previous = 0;
  if (context.depth > MAX_DEPTH) return;
  for (let child = reads.firstChild(parent); child !== null; child = reads.nextSibling(child)) {
    const type = nodeType(child);
    if (type === ELEMENT) previous = lookAtElement(child, parentId, previous, context);
    else if (type === TEXT_NODE || type === CDATA_NODE) previous = lookAtText(child, parentId, previous, context);
  }
}

function putPlace(record, parentId, previous, shows) {
  putAspect(record, 'place', parentId + ',' + previous, [parentId, previous], shows);
}

function lookAtText(node, parentId, previous, context) {
  const text = reads.nodeValue(node);
  // White space alone shows nothing; what it moves is seen there.
  if (isBlank(text)) return previous;
  const record = recordOf(node);
  const box = context.isRendered ? textBox(node) : null;
  const shows = box !== null || record.box !== '' || context.isChoice;
  const masked = context.isMasked ? mask(text) : text;
  putPlace(record, parentId, previous, shows);
  if (record.text !== '=' + masked) putAspect(record, 'text', '=' + masked, shorten(masked), shows);
  putBox(record, box);
  record.isPresent = true;
  return record.id;
}

function isBlank(text) {
  for (let i = 0; i < text.length; i++) {
    const code = charCode(text, i);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13 && code !== 12) return false;
  }
  return true;
}

function lookAtElement(element, parentId, previous, context) {
  const record = recordOf(element);
  const name = localName(element);
  const uri = reads.namespace(element);
  const space = SPACES[uri];
  const isHtml = space === '';
  if (!record.isPresent) {
    const change = changeOf(record);
    change.name = name;
    if (!isHtml) change.space = space || uri || 'none';
  }
  const styles = context.isRendered ? readOr(null, (it) => stylesOf(it, name, space === 'svg', context.values), element) : null;
  const isShown = styles !== null && styles.display !== 'none';
  const box = isShown ? elementBox(element) : null;
  const shows = isShown || record.isShown;
  record.isShown = isShown;
  putPlace(record, parentId, previous, box !== null || record.box !== '');
  const isMasked = isHtml && (name === 'input' || name === 'textarea') && isSecret(element);
  putAttributes(record, element, isMasked, shows && (space === 'svg' || SHOWS_ATTRIBUTES[name] === 1 && isHtml));
  putBox(record, box);
  putAspect(record, 'style', styles === null ? '' : '=' + styles.key, styles && styles.style, true);
  const generates = isShown && isHtml && NOTHING_GENERATED[name] !== 1;
  putGenerated(record, 'before', generates ? generatedStyles(element, '::before', styles.values) : null);
  putGenerated(record, 'after', generates ? generatedStyles(element, '::after', styles.values) : null);
  const isScrolled = isShown && styles.style.overflow !== undefined && element !== scrollerOfPage;
  putScroll(record, element, isScrolled);
  if (isHtml) putContent(record, element, name, shows);
  record.isPresent = true;
  const inside = { __proto__: null, values: isShown ? styles.values : context.values, isRendered: isShown && styles.style['content-visibility'] !== 'hidden', isMasked, isChoice: isHtml && name === 'option' && shows, depth: context.depth + 1 };
  const shadow = isHtml ? reads.shadowRoot(element) : null;
  if (shadow !== null) lookAtShadow(shadow, record.id, inside);
  if (isHtml && name === 'details' && inside.isRendered && !readOr(true, reads.areDetailsOpen, element)) walkClosedDetails(element, record.id, inside);
  else walkChildren(element, record.id, inside);
  return record.id;
}

/** Engines give boxes to what closed details hide, or not; only the first summary shows. */
function walkClosedDetails(details, id, context) {
  const hidden = { __proto__: null, values: context.values, isRendered: false, isMasked: false, depth: context.depth };
  let previous = 0;
  let hasSummary = false;
  for (let child = reads.firstChild(details); child !== null; child = reads.nextSibling(child)) {
    const type = nodeType(child);
    const isSummary = type === ELEMENT && !hasSummary && localName(child) === 'summary';
    if (isSummary) hasSummary = true;
    if (type === ELEMENT) previous = lookAtElement(child, id, previous, isSummary ? context : hidden);
    else if (type === TEXT_NODE) previous = lookAtText(child, id, previous, hidden);
  }
}

/** A shadow root is a node of its own; its parent is the host and it is among nobody's children. */
function lookAtShadow(shadow, hostId, context) {
  const record = recordOf(shadow);
  if (!record.isPresent) changeOf(record).shadow = hostId;
  record.isPresent = true;
  walkChildren(shadow, record.id, context);
}

const hundredths = (number) => round(number * 100) / 100;

function toBox(rect) {
  return [hundredths(reads.left(rect) + originX), hundredths(reads.top(rect) + originY), hundredths(reads.width(rect)), hundredths(reads.height(rect))];
}

function elementBox(element) {
  const box = toBox(reads.box(element));
  return box[2] === 0 && box[3] === 0 && reads.nBoxes(reads.boxes(element)) === 0 ? null : box;
}

function textBox(node) {
  reads.rangeOver(textRange, node);
  const box = toBox(reads.rangeBox(textRange));
  return box[2] === 0 && box[3] === 0 ? null : box;
}

function putBox(record, box) {
  putAspect(record, 'box', box === null ? '' : box[0] + ',' + box[1] + ',' + box[2] + ',' + box[3], box, true);
}

function putAttributes(record, element, isMasked, shows) {
  const list = reads.attributes(element);
  const n = reads.nAttributes(list);
  const names = [];
  const values = { __proto__: null };
  for (let i = 0; i < n; i++) {
    const attribute = reads.attributeAt(list, i);
    const name = reads.attributeName(attribute);
    const value = reads.attributeValue(attribute);
    names[i] = name;
    values[name] = isMasked && name === 'value' ? mask(value) : value;
  }
  sortTexts(names);
  let key = '';
  for (let i = 0; i < n; i++) key += names[i] + '\n' + values[names[i]] + '\n';
  if (key === record.attributes) return;
  const attributes = { __proto__: null };
  for (let i = 0; i < n; i++) attributes[names[i]] = shorten(values[names[i]]);
  putAspect(record, 'attributes', key, attributes, shows);
}

function putGenerated(record, aspect, styles) {
  putAspect(record, aspect, styles === null ? '' : styles.key, styles && styles.style, true);
}

function putScroll(record, element, isScrollable) {
  const x = isScrollable ? hundredths(scrollLeft(element)) : 0;
  const y = isScrollable ? hundredths(scrollTop(element)) : 0;
  putAspect(record, 'scroll', x === 0 && y === 0 ? '' : x + ',' + y, [x, y], true);
}

function putContent(record, element, name, shows) {
  if (hasState(name)) {
    const state = stateOf(element, name);
    const isHidden = name === 'input' && readOr('', inputType, element) === 'hidden';
    putAspect(record, 'form', state === null ? '' : valueKey(state), state, shows && !isHidden);
  } else if (name === 'canvas') {
    const content = canvasContent(element);
    if (content.opaque && shows) noteShowing();
    putAspect(record, 'canvas', valueKey(content), content, shows);
  } else if (name === 'img') {
    const content = imageContent(element);
    putAspect(record, 'image', valueKey(content), content, shows);
  }
}

function doctypeText() {
  const doctype = reads.doctype(document);
  if (doctype === null) return null;
  const ids = [reads.publicId(doctype), reads.systemId(doctype)];
  return reads.doctypeName(doctype) + (ids[0] === '' && ids[1] === '' ? '' : ' ' + stringify(ids[0]) + ' ' + stringify(ids[1]));
}

/** Facts about the document, those that changed; null if none did. */
function pageChanges() {
  const root = reads.root(document);
  const sized = scrollerOfPage || root;
  const focused = focusedElement();
  const focusRecord = focused === null ? undefined : knownRecord(focused);
  const page = {
    __proto__: null,
    url: reads.url(document),
    title: reads.title(document),
    doctype: doctypeText(),
    mode: reads.mode(document),
    dir: reads.direction(document),
    lang: root === null ? null : getAttribute(root, 'lang'),
    scroll: [hundredths(originX), hundredths(originY)],
    size: sized === null ? [0, 0] : [reads.scrollWidth(sized), reads.scrollHeight(sized)],
    focus: focusRecord === undefined || localName(focused) === 'body' ? 0 : focusRecord.id,
  };
  let changed = null;
  for (const name in page) {
    const key = valueKey(page[name]);
    if (lastPage[name] === key) continue;
    lastPage[name] = key;
    if (changed === null) changed = { __proto__: null };
    changed[name] = page[name];
    if (name === 'scroll' || name === 'size') noteShowing();
  }
  return changed;
}

let caretSheet = null;

/** Makes the caret invisible for a picture. No observer of the page's can tell. */
export function hideCaret() {
  if (caretSheet !== null || !reads.sheets || !reads.replaceSheet) return;
  const sheet = new NativeStyleSheet();
  // Carets in shadow roots inherit it from their hosts.
  reads.replaceSheet(sheet, ':root, :focus, :focus-within, :focus * { caret-color: transparent !important }');
  const sheets = pageSheets();
  sheets[sheets.length] = sheet;
  reads.setSheets(document, sheets);
  caretSheet = sheet;
}

/** Takes back what `hideCaret` did. */
export function showCaret() {
  if (caretSheet === null) return;
  const sheets = [];
  const all = pageSheets();
  for (let i = 0; i < all.length; i++) if (all[i] !== caretSheet) sheets[sheets.length] = all[i];
  reads.setSheets(document, sheets);
  caretSheet = null;
}

function pageSheets() {
  const list = reads.sheets(document);
  const sheets = [];
  for (let i = 0; i < list.length; i++) sheets[i] = list[i];
  return sheets;
}
