import { NativeWeakMap, clock, eventTime, listen, method, nativeSetTimeout, round, slice, weakGet, weakSet } from './natives.js';
import { ELEMENT, document, boundingBox, inputFiles, inputType, kindOf, localName, scrollLeft, scrollTop, scrollerOf, valueOf } from './dom.js';
import { guarded } from './guarded.js';
import { selectionOf } from './selection.js';
import { ALWAYS, GROUPED, HEARD, KINDS, MOVES } from './kinds.js';
import { isHeard, watch } from './listeners.js';
import { targetNumber } from './locate.js';
import { isCardNumber, isSecret, makeSecret, mask, maskKey, tellSecret } from './secrets.js';
import { age, begin, endTurn } from './turns.js';
import { MAX_TEXT, elapsed, flush, note } from './wire.js';

// What a person does. Events that somebody hears begin turns; of the rest only those are kept
// without which the action could not be told.

/** A hand that stays this long stays on purpose. */
const REST_MS = 120;
/** Scrolling this long after a person did something is that person's. */
const SCROLL_MS = 1000;
/** What has not scrolled for this long has come to rest. */
const SCROLLED_MS = 150;

let hover = null;
let pointerX = NaN;
let pointerY = NaN;
let wheel = null;
let scrolls = null;
let lastAct = -SCROLL_MS;
let nUnheard = 0;

const modifiers = (event) => (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
const at = (number) => round(number * 100) / 100;

function touches(list) {
  const all = [];
  for (let i = 0; i < list.length; i++) all[i] = [list[i].identifier, at(list[i].clientX), at(list[i].clientY)];
  return all;
}

/** Where in an element's box a point is, and how large the box is. */
function placeIn(target, point) {
  if (kindOf(target) !== ELEMENT || !boundingBox) return null;
  const box = boundingBox(target);
  return [at(point.clientX - box.left), at(point.clientY - box.top), at(box.width), at(box.height)];
}

/** What of an event matters, by type. */
function fields(event, type, target) {
  switch (type) {
    case 'wheel':
    case 'mousewheel':
      return [at(event.clientX), at(event.clientY), at(event.deltaX), at(event.deltaY), event.deltaMode, modifiers(event)];
    case 'keydown':
    case 'keyup':
    case 'keypress': {
      // What an input method makes of a key comes with its own events.
      const name = event.isComposing ? 'Process' : event.key;
      const [key, code] = isSecret(target) ? maskKey(name, event.code) : [name, event.code];
      const all = [key, code, modifiers(event), event.repeat ? 1 : 0];
      const selected = type === 'keydown' ? selectionOf(target) : null;
      if (selected !== null && !selected.isAtEnd) all[4] = [selected.start, selected.end];
      return all;
    }
    case 'input':
    case 'beforeinput':
    case 'textInput':
    case 'compositionstart':
    case 'compositionupdate':
    case 'compositionend':
      return typed(event, type, target);
    case 'change':
      return changed(target);
    case 'paste':
      return pasted(event, target);
    case 'touchstart':
    case 'touchmove':
    case 'touchend':
    case 'touchcancel':
      return type === 'touchstart' ? [touches(event.changedTouches), modifiers(event), placeIn(target, event.changedTouches[0])] : [touches(event.changedTouches), modifiers(event)];
    case 'scroll':
    case 'scrollend':
      return position(target);
    case 'resize':
      return [scope.innerWidth, scope.innerHeight];
    case 'mousedown':
      return [at(event.clientX), at(event.clientY), event.button, modifiers(event), event.detail || 0, placeIn(target, event)];
    default:
      return event.clientX === undefined ? [] : [at(event.clientX), at(event.clientY), event.button, modifiers(event), event.detail || 0];
  }
}

function watchValue(target) {
  const value = kindOf(target) === ELEMENT ? valueOf(target) : undefined;
  if (typeof value !== 'string') return;
  if (isSecret(target)) tellSecret(value);
  else if (value.length < 30 && isCardNumber(value)) {
    makeSecret(target);
    tellSecret(value);
  }
}

function typed(event, type, target) {
  if (type === 'input') watchValue(target);
  const data = typeof event.data === 'string' ? event.data : null;
  const shown = data !== null && isSecret(target) ? mask(data) : data;
  // Controls that are no text fields say nothing but that they changed.
  if (type === 'input' && event.inputType === undefined) return [null, null, changed(target)];
  return shown === null ? [event.inputType || ''] : [event.inputType || '', slice(shown, 0, MAX_TEXT)];
}

/** The state of a form field: what kind, and what it holds. */
function changed(field) {
  watchValue(field);
  const name = localName(field);
  if (name === 'select') {
    const chosen = [];
    for (let i = 0; i < field.options.length; i++) {
      const option = field.options[i];
      if (option.selected) chosen[chosen.length] = [i, slice(option.value, 0, 200), slice(option.label, 0, 60)];
    }
    return ['select', chosen];
  }
  if (name === 'input') {
    const type = inputType(field);
    if (type === 'checkbox' || type === 'radio') return [type, field.checked ? 1 : 0];
    if (type === 'file') return ['file', files(field)];
    const value = valueOf(field);
    return [type, slice(isSecret(field) ? mask(value) : value, 0, MAX_TEXT)];
  }
  const value = valueOf(field);
  return [name, value === undefined ? '' : slice(isSecret(field) ? mask(value) : value, 0, MAX_TEXT)];
}

const MAX_FILE = 8 << 20;

/** Names of chosen files; their content follows when it is read. */
function files(field) {
  const list = inputFiles(field);
  const names = [];
  for (let i = 0; i < list.length; i++) {
    const file = list[i];
    names[i] = [slice(file.name, 0, 200), file.type, file.size];
    if (file.size <= MAX_FILE) readFile(file);
  }
  return names;
}

let readFile = () => {};
/** How the content of a chosen file is read and sent. */
export function setFileReader(read) {
  readFile = read;
}

function pasted(event, target) {
  const text = guarded('paste', () => event.clipboardData.getData('text/plain')) || '';
  const secret = isSecret(target) || isCardNumber(text);
  if (secret) tellSecret(text);
  return [slice(secret ? mask(text) : text, 0, MAX_TEXT)];
}

function position(target) {
  if (kindOf(target) !== ELEMENT) {
    knownX = scope.scrollX;
    knownY = scope.scrollY;
    return [round(knownX), round(knownY)];
  }
  const x = scrollLeft(target);
  const y = scrollTop(target);
  if (x !== 0 || y !== 0 || weakGet(knownInner, target) !== undefined) weakSet(knownInner, target, [x, y]);
  return [round(x), round(y)];
}

function unheard(type, target, extra) {
  // Lines are in the order of their times.
  endTurn();
  note(['u', elapsed(), type, targetNumber(target, false), extra]);
}

/**
 * Follows the pointer. Engines also tell of elements that come under a pointer at rest,
 * when a page is drawn, scrolls or changes: nobody moved onto those.
 */
function pointed(event, type, target) {
  if (type === 'mouseover') {
    settleHover();
    hover = { target, x: 0, y: 0, since: 0, isMoved: false };
    return;
  }
  const x = event.screenX;
  const y = event.screenY;
  if (x === pointerX && y === pointerY) return;
  pointerX = x;
  pointerY = y;
  if (hover === null || hover.target !== target) {
    settleHover();
    hover = { target, x: 0, y: 0, since: 0, isMoved: false };
  } else if (hover.isMoved && clock() - hover.since > REST_MS) {
    return;
  }
  hover.x = at(event.clientX);
  hover.y = at(event.clientY);
  hover.since = clock();
  hover.isMoved = true;
}

/** Whole milliseconds since `then`: what is told late says how late. */
const ago = (then) => round(clock() - then);

/** Tells where the pointer rested, now that it goes on. */
function settleHover() {
  if (hover === null) return;
  const { target, x, y, since, isMoved } = hover;
  hover = null;
  const rest = ago(since);
  if (!isMoved || rest <= REST_MS) return;
  const name = kindOf(target) === ELEMENT ? localName(target) : '';
  // There is nothing to point at.
  if (name !== '' && name !== 'body' && name !== 'html') unheard('mouseover', target, [x, y, rest]);
}

/** Writes what was kept back, because something else follows. */
export function settleInputs() {
  settleHover();
  settleScrolls();
}

/** Tells what was scrolled, and where to. */
function settleScrolls() {
  if (wheel !== null) {
    const { target, extra, since } = wheel;
    wheel = null;
    extra[extra.length] = ago(since);
    unheard('wheel', target, extra);
  }
  if (scrolls !== null) {
    const all = scrolls;
    scrolls = null;
    for (let i = 0; i < all.length; i++) {
      const { target, since } = all[i];
      const extra = position(target);
      extra[extra.length] = ago(since);
      unheard('scroll', target, extra);
    }
  }
}

let isWatched = false;

/** Waits until scrolling is over: the page is seen where it came to rest, whatever is done next. */
function watchScrolls() {
  isWatched = true;
  nativeSetTimeout(() => guarded('scroll', () => {
    isWatched = false;
    if (scrolls === null) return;
    for (let i = 0; i < scrolls.length; i++) if (clock() - scrolls[i].since < SCROLLED_MS) return watchScrolls();
    settleScrolls();
  }), SCROLLED_MS);
}

let drifts = [];

/** Something scrolled, and not because of a person; where it is matters when the person acts. */
function drifted(target) {
  for (let i = 0; i < drifts.length; i++) if (drifts[i] === target) return;
  drifts[drifts.length] = target;
}

let knownX = 0;
let knownY = 0;
/** Where elements were when that was last told. */
const knownInner = new NativeWeakMap();

/** A page, and whatever scrolls in it, may be pressed before it tells that it has scrolled. */
function noteScrolls(path) {
  if (scope.scrollX !== knownX || scope.scrollY !== knownY) drifted(document);
  const outermost = scrollerOf(document);
  for (let i = 0; i < path.length && path[i] !== document; i++) {
    const one = path[i];
    if (kindOf(one) !== ELEMENT || one === outermost) continue;
    const known = weakGet(knownInner, one);
    const x = scrollLeft(one);
    const y = scrollTop(one);
    if (known === undefined ? x !== 0 || y !== 0 : x !== known[0] || y !== known[1]) drifted(one);
  }
  if (drifts.length > 0) tellDrifts();
}

/** Tells where things are that scrolled by themselves. */
function tellDrifts() {
  const all = drifts;
  drifts = [];
  endTurn();
  for (let i = 0; i < all.length; i++) {
    const [x, y] = position(all[i]);
    note(['y', elapsed(), targetNumber(all[i], false), x, y]);
  }
}

/** Keeps what comes in masses until something else follows. */
function group(event, type, target) {
  if (type === 'wheel') {
    const extra = fields(event, type, target);
    if (wheel !== null && wheel.target === target) {
      extra[2] = at(extra[2] + wheel.extra[2]);
      extra[3] = at(extra[3] + wheel.extra[3]);
    } else if (wheel !== null) {
      settleInputs();
    }
    wheel = { target, extra, since: clock() };
  } else if (clock() - lastAct >= SCROLL_MS) {
    drifted(target);
  } else {
    if (scrolls === null) scrolls = [];
    const since = clock();
    for (let i = 0; i < scrolls.length; i++) {
      if (scrolls[i].target === target) {
        scrolls[i].since = since;
        return;
      }
    }
    scrolls[scrolls.length] = { target, since };
    if (!isWatched) watchScrolls();
  }
}

/** An input event that begins a turn, or that nobody hears. */
export function onInput(event, type, target, path) {
  const kind = KINDS[type];
  const heard = isHeard(path, type);
  const isAct = kind === ALWAYS && type !== 'resize';
  if (isAct || type === 'wheel') lastAct = clock();
  if (type === 'mouseover' || type === 'pointerover' || type === 'pointerdown' || type === 'mousedown' || type === 'touchstart') noteScrolls(path);
  if (isAct && drifts.length > 0) tellDrifts();
  if (type === 'mousemove' || type === 'mouseover') pointed(event, type, target);
  if (!heard) {
    if (kind === HEARD) {
      nUnheard++;
      return;
    }
    if (kind === GROUPED) return group(event, type, target);
    settleInputs();
    // A key that only gives a character says so in its input event too, but keys are what a person does.
    unheard(type, target, fields(event, type, target));
  } else {
    if (kind !== HEARD || MOVES[type] !== 1) settleInputs();
    const head = ['i', elapsed(), type, targetNumber(target, MOVES[type] === 1), fields(event, type, target)];
    const old = age(eventTime(event));
    if (old !== 0) head[5] = old;
    begin(head);
  }
  // What may make the page go away is sent before it can.
  if (type === 'click' || type === 'submit') flush();
}

/** How many events nobody heard since the last time. */
export function takeUnheard() {
  const n = nUnheard;
  nUnheard = 0;
  return n;
}

/** A step through the history of this page: how far, or 0 where the engine does not say. */
export function traveled(steps) {
  settleInputs();
  unheard('history', scope, [slice(scope.location.href, 0, MAX_TEXT), steps]);
}

/** Whether steps through the history are heard of before their popstate. */
export let knowsSteps = false;

function hookSteps() {
  const navigation = scope.navigation;
  const current = navigation && method(scope.Navigation && scope.Navigation.prototype, 'currentEntry');
  if (!current) return;
  knowsSteps = true;
  listen(navigation, 'currententrychange', (event) => guarded('history', () => {
    if (event.navigationType === 'traverse') traveled(current(navigation).index - event.from.index);
  }));
}

export function hookInputs() {
  for (const type in KINDS) watch(type);
  guarded('navigation', hookSteps);
}

