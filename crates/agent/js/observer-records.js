import { NativeMap, NativeWeakMap, charCode, mapDelete, mapForEach, mapGet, mapSet, numberText, slice, stringify, weakGet, weakSet } from './natives.js';
import { multiply } from './observer-reads.js';

// What was last said of each node, so that only what is new is said again.

const LONG_TEXT = 8192;
const KEPT_TEXT = 1024;

const nodeRecords = new NativeWeakMap();
const present = new NativeMap();
let nRefs = 0;
let nLooks = 0;
// Of the look under way.
let isSeen = false;

/** From here on `recordOf` and `putAspect` tell what is there. Gives the number of the look. */
export function beginLook() {
  isSeen = false;
  return ++nLooks;
}

/** What is new since the last look, or null; `page` is what is new of the document itself, `records` are all in document order. */
export function endLook(page, records) {
  const gone = takeGone();
  const nodes = [];
  for (let i = 0; i < records.length; i++) {
    const change = records[i].change;
    if (change === null) continue;
    nodes[nodes.length] = change;
    records[i].change = null;
  }
  // Nobody can tell whether a drawing that cannot be read has changed, so there may be something to show and nothing to say.
  if (nodes.length === 0 && gone.length === 0 && page === null && !isSeen) return null;
  const observation = { __proto__: null };
  if (page !== null) observation.page = page;
  if (nodes.length > 0) observation.nodes = nodes;
  if (gone.length > 0) observation.gone = gone;
  observation.isVisible = isSeen;
  return observation;
}

/** Something that a picture could show has changed. */
export function noteShowing() {
  isSeen = true;
}

/** All that is known of a node: how each of its aspects was last sent. */
export function recordOf(node) {
  let record = weakGet(nodeRecords, node);
  if (record === undefined) {
    record = newRecord();
    weakSet(nodeRecords, node, record);
  }
  record.look = nLooks;
  if (!record.isPresent) mapSet(present, record.id, record);
  return record;
}

/**
 * Chromium is slow with objects that have no prototype, and there is one of these for each node.
 * All fields are there from the beginning, so what pages do to prototypes does not matter.
 */
function newRecord() {
  return {
    id: ++nRefs, look: 0, change: null,
    kind: 0, name: '', space: '', isHtml: false, hasContent: false,
    // What was said, or decides whether something is.
    isPresent: false, isShown: false, isMasked: false, hasBox: false, x: 0, y: 0, width: 0, height: 0, zoom: 1,
    text: null, said: null, newText: null, styles: null,
    attributes: '', before: '', after: '', form: '', scroll: '', lines: '', canvas: '', image: '',
    // Where it is among all nodes, and among elements.
    parentRecord: null, previous: -1, previousElement: -1, lastElement: -1, nNodes: 0, summary: 0, isEmpty: true, isPlaced: false,
    // Names and values of attributes, in the order in which the element has them.
    list: null, isListNew: false, isAuto: false,
    // What its children have to know.
    values: null, rendersInside: false, isClosed: false, isChoice: false,
    // In which look it was touched, and so on; see observer-touched.js.
    state: '', stateLook: 0, touched: 0, touchedInside: 0, region: 0, still: 0,
  };
}

/** Nothing is known any more of a node that went, except its number. */
function forget(record) {
  const empty = newRecord();
  nRefs--;
  for (const field in empty) if (field !== 'id' && field !== 'name' && field !== 'space' && field !== 'isHtml' && field !== 'hasContent') record[field] = empty[field];
}

/** Notes an aspect; `key` is empty if the node does not have it, and tells whether it is another one than before. */
export function putAspect(record, aspect, key, value, shows) {
  if (record[aspect] === key) return;
  record[aspect] = key;
  putChange(record, aspect, key === '' ? null : value, shows);
}

/** Notes that an aspect is another one than before. */
export function putChange(record, aspect, value, shows) {
  changeOf(record)[aspect] = value;
  if (shows) isSeen = true;
}

export function changeOf(record) {
  if (record.change === null) record.change = { __proto__: null, id: record.id };
  return record.change;
}

/** The record of a node that was met before. */
export function knownRecord(node) {
  return weakGet(nodeRecords, node);
}

/** A text that is the same for equal values. Not JSON.stringify, which asks methods that pages can define. */
export function valueKey(value) {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? stringify(value) : value + '';
  let key = '{';
  for (const name in value) key += name + ':' + valueKey(value[name]) + ',';
  return key + '}';
}

/** Long texts are cut; a hash stands for the rest. */
export function shorten(text) {
  if (text.length <= LONG_TEXT) return text;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = multiply(hash ^ charCode(text, i), 0x01000193);
  return slice(text, 0, KEPT_TEXT) + '#' + numberText(hash >>> 0, 36) + ':' + text.length;
}

/** Takes out what was there at the last look and was not met in this one. */
function takeGone() {
  const gone = [];
  mapForEach(present, (record, id) => {
    if (record.look !== nLooks) gone[gone.length] = id;
  });
  for (let i = 0; i < gone.length; i++) {
    const record = mapGet(present, gone[i]);
    mapDelete(present, gone[i]);
    if (record.hasBox) isSeen = true;
    forget(record);
  }
  return gone;
}
