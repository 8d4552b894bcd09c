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
let nodeChanges = [];
let isSeen = false;

/** From here on `recordOf` and `putAspect` tell what is there. */
export function beginLook() {
  nLooks++;
  nodeChanges = [];
  isSeen = false;
}

/** What is new since the last look, or null; `page` is what is new of the document itself. */
export function endLook(page) {
  const gone = takeGone();
  const nodes = nodeChanges;
  nodeChanges = [];
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

/** All that is known of a node: the text that each of its aspects was last sent as. */
export function recordOf(node) {
  let record = weakGet(nodeRecords, node);
  if (record === undefined) {
    record = { __proto__: null, id: ++nRefs, look: 0 };
    forget(record);
    weakSet(nodeRecords, node, record);
  }
  record.look = nLooks;
  record.change = null;
  if (!record.isPresent) mapSet(present, record.id, record);
  return record;
}

function forget(record) {
  record.isPresent = record.isShown = false;
  record.place = record.attributes = record.text = record.box = record.style = '';
  record.before = record.after = record.form = record.scroll = record.canvas = record.image = '';
}

/** Notes an aspect; `key` is empty if the node does not have it, and tells whether it is another one than before. */
export function putAspect(record, aspect, key, value, shows) {
  if (record[aspect] === key) return;
  record[aspect] = key;
  changeOf(record)[aspect] = key === '' ? null : value;
  if (shows) isSeen = true;
}

export function changeOf(record) {
  if (record.change === null) {
    record.change = { __proto__: null, id: record.id };
    nodeChanges[nodeChanges.length] = record.change;
  }
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
    if (record.box !== '') isSeen = true;
    forget(record);
  }
  return gone;
}
