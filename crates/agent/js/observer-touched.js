import { NativeWeakMap, apply, listen, method, weakGet, weakSet } from './natives.js';
import { FRAGMENT, document, isConnected, readyState } from './dom.js';
import { guarded } from './guarded.js';
import { readOr, reads } from './observer-reads.js';
import { knownRecord } from './observer-records.js';
import { areSheetsSame, rulesUse, watchSheets } from './observer-sheets.js';
import { patchMethod } from './patch.js';

// Whose styles may be others than at the last look. To read the styles of an element takes ten times as long as
// all else that is read of it, so it is not done where nothing can have changed them: attributes, places and states
// of elements are compared here and by the walk, and what is told to be touched is read again with all inside of it.

// States that no attribute tells. Others follow from these, as `:valid` does from `:invalid`.
const STATES = [':hover', ':active', ':focus', ':focus-visible', ':focus-within', ':target', ':checked', ':indeterminate', ':disabled', ':invalid', ':out-of-range', ':placeholder-shown', ':autofill', ':user-invalid', ':user-valid', ':fullscreen', ':modal', ':popover-open', ':open', ':paused', ':muted', ':not(:defined)'];

let askedStates = null;
let anyState = '';
// Of the last look: elements in a state, those that something animated, and what the window was.
let stateful = [];
let animated = [];
let windowBefore = '';
let haveFontsCome = false;
let hasShadows = false;
const closedHosts = new NativeWeakMap();
const rootMode = method(scope.ShadowRoot && scope.ShadowRoot.prototype, 'mode');
let knownRoots = [];
// Of the look under way.
let isAllTouched = false;
let areFontsSame = true;
let lookNumber = 0;

/** Prepares for looks; before any script of the page. */
export function watchTouches() {
  watchSheets();
  patchMethod(scope.Element && scope.Element.prototype, 'attachShadow', (native) => (self, args) => {
    const root = apply(native, self, args);
    // What is slotted inherits from there, and nobody can look inside.
    guarded('shadow', () => {
      knownRoots[knownRoots.length] = root;
      if (readOr(null, reads.shadowRoot, self) === null) weakSet(closedHosts, self, root);
    });
    return root;
  });
  const fonts = reads.fonts && readOr(null, reads.fonts, document);
  if (!fonts) return;
  const come = () => {
    haveFontsCome = true;
  };
  listen(fonts, 'loadingdone', come);
  listen(fonts, 'loadingerror', come);
}

/** Shadow roots that were there at the last look or have come since, and closed ones. */
export const animatedRoots = () => knownRoots;

/** Before the walk; `number` tells this look from others. */
export function beginTouches(number) {
  lookNumber = number;
  const fonts = reads.fonts && readOr(null, reads.fonts, document);
  areFontsSame = !haveFontsCome && (!fonts || reads.fontStatus(fonts) !== 'loading');
  haveFontsCome = false;
  const now = reads.viewWidth(scope) + ' ' + reads.viewHeight(scope) + ' ' + reads.pixelRatio(scope);
  // Sheets of other origins may still import others.
  isAllTouched = now !== windowBefore || !areFontsSame || readyState(document) !== 'complete';
  windowBefore = now;
}

/** After the walk, which found these shadow roots: whether every style is to be read. */
export function endTouches(shadowRoots) {
  if (!areSheetsSame(shadowRoots) || rulesUse().anything) isAllTouched = true;
  touchStates(shadowRoots);
  touchAnimated(shadowRoots);
  keepRoots(shadowRoots);
  return isAllTouched;
}

/** Closed roots are nowhere to be found again. */
function keepRoots(shadowRoots) {
  const kept = [];
  for (let i = 0; i < shadowRoots.length; i++) kept[i] = shadowRoots[i];
  for (let i = 0; i < knownRoots.length; i++) {
    if (rootMode(knownRoots[i]) === 'closed' && isConnected(knownRoots[i])) kept[kept.length] = knownRoots[i];
  }
  knownRoots = kept;
}

/** Whether fonts are as they were at the last look. */
export const haveFontsStayed = () => areFontsSame;

/** The element and all inside of it. */
export function touch(record) {
  record.touched = lookNumber;
  touchHosts(record);
}

/** What is slotted inherits from its slot, so a change in a shadow root can be one of the host's children. */
function touchHosts(record) {
  for (let up = record; hasShadows && up; up = up.parentRecord) {
    if (up.kind === FRAGMENT) up.parentRecord.touched = lookNumber;
  }
}

/** The walk is at a host of a shadow root that can be seen. */
export function touchHost(record, rootRecord) {
  hasShadows = true;
  if (!rootRecord.isPresent) record.touched = lookNumber;
}

/** A state of the element is another one, or an attribute that rules may ask for. */
function touchElement(record) {
  if (rulesUse().siblings) record.parentRecord.touchedInside = lookNumber;
  touch(record);
}

/** The attributes of the element are others; `last` are those of the last look, if it is not new. */
export function touchAttributes(record, last) {
  // Colors of the whole page can depend on it.
  if (record.name === 'meta') isAllTouched = true;
  if (last === null) return;
  if (!rulesUse().inlineStyles && isOnlyStyle(last, record.list)) touch(record);
  else touchElement(record);
}

function isOnlyStyle(last, list) {
  for (let i = 0; i < list.length; i += 2) if (list[i] !== 'style' && valueIn(last, list[i]) !== list[i + 1]) return false;
  for (let i = 0; i < last.length; i += 2) if (last[i] !== 'style' && valueIn(list, last[i]) === null) return false;
  return true;
}

/** The value in a list of names and values, or null. */
export function valueIn(list, name) {
  for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
  return null;
}

/** The element has other children than before. */
export function touchChildren(record) {
  if (!record.isPresent) return;
  const rules = rulesUse();
  if (rules.siblings || rules.places || record.name === 'details') touch(record);
  else touchHosts(record);
}

/** The element is empty now, or is not any more. */
export function touchEmpty(record) {
  if (record.isPresent && rulesUse().emptiness) touchElement(record);
}

/** Whether the walk must take it for touched at every look. */
export const hasClosedRoot = (element) => weakGet(closedHosts, element) !== undefined;

function knownStates() {
  askedStates = [];
  for (let i = 0; i < STATES.length; i++) {
    try {
      reads.findInRoot(reads.fragment(document), STATES[i]);
      askedStates[askedStates.length] = STATES[i];
    } catch (_) {
      // This engine has no such state.
    }
  }
  for (let i = 0; i < askedStates.length; i++) anyState += (i === 0 ? '' : ',') + askedStates[i];
}

function touchStates(shadowRoots) {
  if (askedStates === null) knownStates();
  const before = stateful;
  stateful = [];
  addStateful(reads.findInDocument(document, anyState));
  for (let i = 0; i < shadowRoots.length; i++) addStateful(reads.findInRoot(shadowRoots[i], anyState));
  for (let i = 0; i < before.length; i++) {
    const record = knownRecord(before[i]);
    if (record !== undefined && record.stateLook !== lookNumber) putState(record, '');
  }
}

function addStateful(list) {
  const n = reads.nFound(list);
  for (let i = 0; i < n; i++) {
    const element = reads.foundAt(list, i);
    const record = knownRecord(element);
    if (record === undefined) continue;
    let state = '';
    for (let j = 0; j < askedStates.length; j++) state += reads.matches(element, askedStates[j]) ? '1' : '0';
    record.stateLook = lookNumber;
    stateful[stateful.length] = element;
    putState(record, state);
  }
}

function putState(record, state) {
  if (record.state === state) return;
  record.state = state;
  if (record.parentRecord !== null) touchElement(record);
}

/** What is animated now, or was at the last look. */
function touchAnimated(shadowRoots) {
  const before = animated;
  animated = [];
  if (reads.animations !== undefined) addAnimated(reads.animations(document));
  if (reads.animationsIn !== undefined) for (let i = 0; i < shadowRoots.length; i++) addAnimated(reads.animationsIn(shadowRoots[i]));
  touchEach(before);
  touchEach(animated);
}

function addAnimated(all) {
  for (let i = 0; i < all.length; i++) {
    const effect = reads.animationEffect(all[i]);
    const target = effect && readOr(null, reads.effectTarget, effect);
    if (target) animated[animated.length] = target;
  }
}

function touchEach(elements) {
  for (let i = 0; i < elements.length; i++) {
    const record = knownRecord(elements[i]);
    if (record !== undefined) touch(record);
  }
}
