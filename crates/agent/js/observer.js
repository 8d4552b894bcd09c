import { charCode, round, stringify } from './natives.js';
import { ELEMENT, FRAGMENT, document, getAttribute, inputType, localName, nodeType, scrollLeft, scrollTop } from './dom.js';
import { canvasContent, hasState, imageContent, stateOf, watchCanvases } from './observer-content.js';
import { NativeStyleSheet, focusedElement, readOr, reads, sortTexts } from './observer-reads.js';
import { beginLook, changeOf, endLook, knownRecord, noteShowing, putAspect, putChange, recordOf, shorten, valueKey } from './observer-records.js';
import { INITIAL_VALUES, generatedStyles, stylesOf } from './observer-styles.js';
import { rulesUse } from './observer-sheets.js';
import { beginTouches, endTouches, hasClosedRoot, haveFontsStayed, touch, touchAttributes, touchChildren, touchEmpty, touchHost, valueIn, watchTouches } from './observer-touched.js';
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

// Texts with fewer lines, or that are lower in pixels, do not say where their lines begin and end.
const LEAST_LINES = 2;
const LOWEST_LINES = 28;
const MOST_LINES = 60;

const NO_ATTRIBUTES = [];

const lastPage = { __proto__: null };
// Stands for the document, as the parent of its children.
const documentRecord = { id: 0, name: '', values: INITIAL_VALUES, rendersInside: true, region: 0, touchedInside: 0, summary: 0, lastElement: -1, isEmpty: true, nNodes: 0, isMasked: false, isChoice: false, isClosed: false, still: 0, zoom: 1 };
// Of the look under way: what there is, in document order.
let lookNow = 0;
let lookedNodes = [];
let lookedRecords = [];
let shadowRoots = [];
let isAllRead = false;
let areTextsStill = false;
let textRange = null;
let originX = 0;
let originY = 0;
let viewWidth = 0;
let viewHeight = 0;
let scrollerOfPage = null;
// Whether anything ever floated: texts beside it move although their elements do not.
let hasFloats = false;

/** Prepares for `observe`; before any script of the page. */
export function startObserver() {
  watchCanvases();
  watchTouches();
}

/**
 * What changed since the last call, or null if nothing did. Never throws for what a page contains.
 *
 * First the tree is walked and compared, without a question for which the engine would lay the page out.
 * Only then is it known whose styles can have changed; those are read, and all boxes.
 */
export function observe() {
  lookNow = beginLook();
  lookedNodes = [];
  lookedRecords = [];
  shadowRoots = [];
  beginTouches(lookNow);
  walkChildren(document, documentRecord, 0);
  isAllRead = endTouches(shadowRoots);
  areTextsStill = !isAllRead && haveFontsStayed() && !hasFloats;
  textRange = reads.range(document);
  originX = reads.pageLeft(scope);
  originY = reads.pageTop(scope);
  viewWidth = reads.viewWidth(scope);
  viewHeight = reads.viewHeight(scope);
  scrollerOfPage = reads.scroller(document);
  documentRecord.region = documentRecord.touchedInside === lookNow ? lookNow : 0;
  for (let i = 0; i < lookedNodes.length; i++) {
    const record = lookedRecords[i];
    if (record.kind === ELEMENT) lookAtElement(lookedNodes[i], record);
    else if (record.kind === TEXT_NODE) lookAtText(lookedNodes[i], record);
    else lookAtShadow(record);
  }
  const observation = endLook(pageChanges(), lookedRecords);
  if (observation) noteHover(observation);
  textRange = scrollerOfPage = null;
  lookedNodes = [];
  lookedRecords = [];
  shadowRoots = [];
  return observation;
}

/** Compares all inside of `parent` with the last look, and lists it. */
function walkChildren(parent, parentRecord, depth) {
  if (depth > MAX_DEPTH) return;
  let previous = 0;
  let previousElement = 0;
  let nNodes = 0;
  let hasText = false;
  let areOthers = false;
  parentRecord.summary = 0;
  for (let child = reads.firstChild(parent); child !== null; child = reads.nextSibling(child)) {
    const type = nodeType(child);
    if (type === ELEMENT) {
      const record = recordOf(child);
      if (record.previousElement !== previousElement || record.parentRecord !== parentRecord) areOthers = true;
      record.previousElement = previousElement;
      listNode(child, record, ELEMENT, parentRecord, previous);
      walkElement(child, record, depth);
      if (parentRecord.summary === 0 && record.name === 'summary') parentRecord.summary = record.id;
      previous = previousElement = record.id;
      nNodes++;
    } else if (type === TEXT_NODE || type === CDATA_NODE) {
      const text = reads.nodeValue(child);
      if (text !== '') hasText = true;
      // White space alone shows nothing; what it moves is seen there.
      if (isBlank(text)) continue;
      const record = recordOf(child);
      record.newText = text;
      listNode(child, record, TEXT_NODE, parentRecord, previous);
      previous = record.id;
      nNodes++;
    }
  }
  const isEmpty = previousElement === 0 && !hasText;
  if (parentRecord !== documentRecord) {
    if (areOthers || parentRecord.lastElement !== previousElement) touchChildren(parentRecord);
    if (parentRecord.isEmpty !== isEmpty) touchEmpty(parentRecord);
  }
  parentRecord.lastElement = previousElement;
  parentRecord.isEmpty = isEmpty;
  parentRecord.nNodes = nNodes;
}

function listNode(node, record, kind, parentRecord, previous) {
  lookedNodes[lookedNodes.length] = node;
  lookedRecords[lookedRecords.length] = record;
  record.kind = kind;
  record.isPlaced = record.previous === previous && record.parentRecord === parentRecord;
  if (record.parentRecord !== parentRecord) record.touched = lookNow;
  record.parentRecord = parentRecord;
  record.previous = previous;
}

function isBlank(text) {
  for (let i = 0; i < text.length; i++) {
    const code = charCode(text, i);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13 && code !== 12) return false;
  }
  return true;
}

function walkElement(element, record, depth) {
  if (record.name === '') {
    const uri = reads.namespace(element);
    record.name = localName(element);
    record.space = SPACES[uri] === undefined ? uri || 'none' : SPACES[uri];
    record.isHtml = record.space === '';
    record.hasContent = record.isHtml && (record.name === 'canvas' || record.name === 'img' || hasState(record.name));
  }
  compareAttributes(element, record);
  if (record.isAuto || hasClosedRoot(element)) touch(record);
  const shadow = record.isHtml ? reads.shadowRoot(element) : null;
  if (shadow !== null) {
    const root = recordOf(shadow);
    shadowRoots[shadowRoots.length] = shadow;
    touchHost(record, root);
    listNode(shadow, root, FRAGMENT, record, 0);
    walkChildren(shadow, root, depth + 1);
  }
  walkChildren(element, record, depth + 1);
}

/** Takes the attributes of an element; `isListNew` if they are others than at the last look. */
function compareAttributes(element, record) {
  const last = record.list;
  record.isListNew = false;
  if (!reads.hasAttributes(element)) {
    if (last === NO_ATTRIBUTES) return;
    record.list = NO_ATTRIBUTES;
  } else {
    const attributes = reads.attributes(element);
    const n = reads.nAttributes(attributes);
    let now = null;
    for (let i = 0; i < n; i++) {
      const attribute = reads.attributeAt(attributes, i);
      const name = reads.attributeName(attribute);
      const value = reads.attributeValue(attribute);
      if (now === null) {
        if (last !== null && last[2 * i] === name && last[2 * i + 1] === value) continue;
        now = [];
        for (let j = 0; j < 2 * i; j++) now[j] = last[j];
      }
      now[2 * i] = name;
      now[2 * i + 1] = value;
    }
    if (now === null) {
      if (last.length === 2 * n) return;
      now = [];
      for (let j = 0; j < 2 * n; j++) now[j] = last[j];
    }
    record.list = now;
  }
  record.isListNew = true;
  record.isAuto = record.isHtml && record.name === 'bdi' || valueIn(record.list, 'dir') === 'auto';
  touchAttributes(record, last);
}

/** A shadow root is a node of its own; its parent is the host and it is among nobody's children. */
function lookAtShadow(record) {
  const host = record.parentRecord;
  if (!record.isPresent) changeOf(record).shadow = host.id;
  record.isPresent = true;
  record.values = host.values;
  record.rendersInside = host.rendersInside;
  record.zoom = host.zoom;
  record.region = host.region === lookNow || record.touchedInside === lookNow || record.touched === lookNow ? lookNow : 0;
}

function lookAtText(node, record) {
  const parent = record.parentRecord;
  const text = record.newText;
  const { isMasked } = parent;
  const isSame = record.text === text && record.isMasked === isMasked;
  const hadBox = record.hasBox;
  if (!isSame || !record.isPlaced || !areTextsStill || parent.still !== lookNow || parent.nNodes !== 1) {
    // Engines give boxes to what closed details hide, or not.
    const isRendered = parent.rendersInside && !parent.isClosed;
    if (isRendered) reads.rangeOver(textRange, node);
    const rect = isRendered ? reads.rangeBox(textRange) : null;
    record.zoom = parent.zoom;
    const isStill = putBox(record, rect, rect !== null && (reads.width(rect) > 0 || reads.height(rect) > 0));
    if (!isStill || record.lines !== '') putLines(record);
  }
  const shows = record.hasBox || hadBox || parent.isChoice;
  putPlace(record, shows);
  if (!isSame) {
    const said = isMasked ? mask(text) : text;
    if (record.said !== said) putChange(record, 'text', shorten(said), shows);
    record.text = text;
    record.said = said;
    record.isMasked = isMasked;
  }
  record.isPresent = true;
}

function readStyles(element, record, values) {
  try {
    return stylesOf(element, record.name, record.space === 'svg', values);
  } catch (_) {
    return null;
  }
}

function lookAtElement(element, record) {
  const parent = record.parentRecord;
  const { name, isHtml } = record;
  const isTouched = isAllRead || record.touched === lookNow || parent.region === lookNow;
  record.region = isTouched || record.touchedInside === lookNow ? lookNow : 0;
  if (!record.isPresent) {
    const change = changeOf(record);
    change.name = name;
    if (!isHtml) change.space = record.space;
  }
  const isRendered = parent.rendersInside && (!parent.isClosed || parent.summary === record.id);
  const last = record.styles;
  const isRead = isRendered && (isTouched || last === null || last.isFluid);
  const styles = isRead ? readStyles(element, record, parent.values) : isRendered ? last : null;
  const isShown = styles !== null && styles.display !== 'none';
  const hadBox = record.hasBox;
  record.zoom = isShown ? parent.zoom * styles.zoom : parent.zoom;
  const rect = isShown ? reads.box(element) : null;
  const isStill = putBox(record, rect, rect !== null && (reads.width(rect) !== 0 || reads.height(rect) !== 0 || reads.nBoxes(reads.boxes(element)) > 0));
  const shows = isShown || record.isShown;
  record.isShown = isShown;
  putPlace(record, record.hasBox || hadBox);
  putAttributes(record, element, shows && (record.space === 'svg' || SHOWS_ATTRIBUTES[name] === 1 && isHtml));
  if (styles !== last) putStyles(record, styles);
  if (isShown && styles.isFloating) hasFloats = true;
  lookAtGenerated(element, record, isShown && isHtml && NOTHING_GENERATED[name] !== 1, isRead, isStill);
  putScroll(record, element, isShown && styles.isClipping && element !== scrollerOfPage);
  if (record.hasContent) putContent(record, element, name, shows);
  record.isPresent = true;
  record.values = isShown ? styles.values : parent.values;
  record.rendersInside = isShown && (styles.visibility === undefined || rendersContent(styles, rect));
  record.isChoice = isHtml && name === 'option' && shows;
  record.isClosed = isHtml && name === 'details' && !readOr(true, reads.areDetailsOpen, element);
  // Then its only text is where it was, too: nothing that could move it inside has changed.
  record.still = isStill && isShown && !isRead && record.hasBox && !styles.isLoose && record.before === '' && record.after === '' ? lookNow : 0;
}

/**
 * Engines skip what is inside of `content-visibility: auto` and far away, each in its own way, and to read a style
 * there makes Chromium lay out the page anew. So nothing is read there that does not reach into the visible area.
 */
function rendersContent(styles, rect) {
  const { visibility, display } = styles;
  if (visibility !== 'auto' || display === 'inline' || display === 'contents') return visibility !== 'hidden';
  const left = reads.left(rect);
  const above = reads.top(rect);
  return left < viewWidth && above < viewHeight && left + reads.width(rect) > 0 && above + reads.height(rect) > 0;
}

/** What CSS generates; a style sheet must say so, but for the engine's own one. What is there can change its size with the element. */
function lookAtGenerated(element, record, canGenerate, isRead, isStill) {
  const had = record.before !== '' || record.after !== '';
  const generates = canGenerate && (rulesUse().generated || record.name === 'q');
  if (generates ? !isRead && (!had || isStill) : !had) return;
  putGenerated(record, 'before', generates ? generatedStyles(element, '::before', record.styles.values) : null);
  putGenerated(record, 'after', generates ? generatedStyles(element, '::after', record.styles.values) : null);
}

const hundredths = (number) => round(number * 100) / 100;

/** Whether the box is the same as before. */
function putBox(record, rect, hasBox) {
  if (!hasBox) {
    if (!record.hasBox) return true;
    record.hasBox = false;
    putChange(record, 'box', null, true);
    return false;
  }
  const { zoom } = record;
  const x = hundredths(reads.left(rect) * zoom + originX);
  const y = hundredths(reads.top(rect) * zoom + originY);
  const width = hundredths(reads.width(rect) * zoom);
  const height = hundredths(reads.height(rect) * zoom);
  if (record.hasBox && record.x === x && record.y === y && record.width === width && record.height === height) return true;
  record.hasBox = true;
  record.x = x;
  record.y = y;
  record.width = width;
  record.height = height;
  putChange(record, 'box', [x, y, width, height], true);
  return false;
}

/** Where the lines of a text begin and how long they are; `textRange` is over it. */
function putLines(record) {
  const lines = record.hasBox && record.height >= LOWEST_LINES ? linesOf(reads.rangeBoxes(textRange), record) : [];
  let key = '';
  for (let i = 0; i < lines.length && lines.length >= LEAST_LINES; i++) key += lines[i][0] + ',' + lines[i][1] + ' ';
  putAspect(record, 'lines', key, lines, true);
}

/** Boxes side by side are in one line. */
function linesOf(rects, record) {
  const lines = [];
  let bottom = 0;
  let end = 0;
  const { zoom } = record;
  const n = reads.nBoxes(rects);
  for (let i = 0; i < n && lines.length < MOST_LINES; i++) {
    const rect = reads.boxAt(rects, i);
    const top = reads.top(rect) * zoom;
    const height = reads.height(rect) * zoom;
    const left = round(reads.left(rect) * zoom + originX - record.x);
    const right = round((reads.left(rect) + reads.width(rect)) * zoom + originX - record.x);
    if (lines.length > 0 && top + height / 2 < bottom) {
      const line = lines[lines.length - 1];
      // A letter that is as high as several lines is in the first of them.
      if (top + height < bottom) bottom = top + height;
      if (right > end) end = right;
      if (left < line[0]) line[0] = left;
      line[1] = end - line[0];
      continue;
    }
    bottom = top + height;
    end = right;
    lines[lines.length] = [left, right - left];
  }
  return lines;
}

function putPlace(record, shows) {
  if (!record.isPlaced || !record.isPresent) putChange(record, 'place', [record.parentRecord.id, record.previous], shows);
}

function putAttributes(record, element, shows) {
  const isMasked = record.isHtml && (record.name === 'input' || record.name === 'textarea') && isSecret(element);
  if (!record.isListNew && record.isMasked === isMasked) return;
  record.isMasked = isMasked;
  const all = record.list;
  const names = [];
  for (let i = 0; i < all.length; i += 2) names[names.length] = all[i];
  if (names.length > 1) sortTexts(names);
  const attributes = { __proto__: null };
  let key = '';
  for (let i = 0; i < names.length; i++) {
    const raw = valueIn(all, names[i]);
    const value = isMasked && names[i] === 'value' ? mask(raw) : raw;
    key += names[i] + '\n' + value + '\n';
    attributes[names[i]] = shorten(value);
  }
  putAspect(record, 'attributes', key, attributes, shows);
}

function putStyles(record, styles) {
  const last = record.styles;
  record.styles = styles;
  const key = styles === null ? '' : styles.key;
  if ((last === null ? '' : last.key) !== key) putChange(record, 'style', styles === null ? null : styles.style, true);
}

function putGenerated(record, aspect, styles) {
  putAspect(record, aspect, styles === null ? '' : styles.key, styles && styles.style, true);
}

function putScroll(record, element, isScrollable) {
  if (!isScrollable && record.scroll === '') return;
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

let lastHover = 0;

/** Adds the innermost element under the pointer, if it is another one. By itself that is nothing to see. */
function noteHover(observation) {
  const all = reads.findInDocument(document, ':hover');
  const n = reads.nFound(all);
  const record = n === 0 ? undefined : knownRecord(reads.foundAt(all, n - 1));
  const hover = record === undefined ? 0 : record.id;
  if (hover === lastHover) return;
  lastHover = hover;
  if (!observation.page) observation.page = { __proto__: null };
  observation.page.hover = hover;
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

// Carets in shadow roots inherit it from their hosts. Each engine has colors of its own for what is selected, and
// WebKit paints whole lines.
const NO_CARET = ':root, :focus, :focus-within, :focus * { caret-color: transparent !important } ::selection { background-color: transparent !important; color: currentColor !important }';

/** Makes the caret, and what is selected, invisible for a picture. No observer of the page's can tell. */
export function hideCaret() {
  dressUp(NO_CARET);
}

/**
 * Does as `hideCaret` does, and puts a color into the last pixel: a picture without it was painted before.
 * Returns the color as red, green and blue, or null if there is no room for it.
 */
export function hideCaretAndMark(number) {
  if (reads.property(reads.style(reads.root(document), '::after'), 'content') !== 'none') return dressUp(NO_CARET);
  const mark = [16 + ((number * 83) % 224), 16 + ((number * 151) % 224), 16 + ((number * 47) % 224)];
  const box = 'position: fixed; right: 0; bottom: 0; width: 1px; height: 1px; margin: 0; border: 0; z-index: 2147483647';
  const look = 'opacity: 1; visibility: visible; pointer-events: auto; animation: none; transition: none';
  const color = 'rgb(' + mark[0] + ', ' + mark[1] + ', ' + mark[2] + ')';
  // Where scroll bars take no room, they come and go by themselves.
  const isOverlaid = reads.clientWidth(reads.root(document)) === reads.viewWidth(scope);
  const bars = isOverlaid ? ' html { scrollbar-width: none !important }' : '';
  dressUp(NO_CARET + bars + ' html::after { all: initial; content: ""; ' + box + '; ' + look + '; background: ' + color + ' }');
  const last = reads.hit(document, reads.viewWidth(scope) - 1, reads.viewHeight(scope) - 1);
  if (last === reads.root(document)) return mark;
  showCaret();
  return dressUp(NO_CARET);
}

function dressUp(css) {
  if (caretSheet !== null || !reads.sheets || !reads.replaceSheet) return null;
  const sheet = new NativeStyleSheet();
  reads.replaceSheet(sheet, css);
  const sheets = pageSheets();
  sheets[sheets.length] = sheet;
  reads.setSheets(document, sheets);
  caretSheet = sheet;
  return null;
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
