// The recorded log of this page, as xcheck gave it: entries in order, and what can be looked up in them.
// An entry is [kind, event, at_us, ...]: events of a page are numbered, other entries have -1.
//   ['i', event, at, type, target, fields, locals]   ['u', -1, at, type, target, fields]
//   ['c', event, at, kind, by, index, firing, detail, locals]
//   ['n', event, at, type, target, locals]   ['s', event, at, name, locals]   ['t', event, at, name, locals]
//   ['m', -1, at, name]   ['y', -1, at, '', target, position]   ['bye', -1, at]   ['show', -1, at]
// Locals are 0 or { g: registrations, first, r, d, p, c, x, q }.

export const KIND = 0;
export const EVENT = 1;
export const AT = 2;
export const TYPE = 3;
export const TARGET = 4;

const NOTHING = { g: [], first: 0, r: 0, d: [], p: [], c: [], x: [], q: [] };

/** The page's log and what came with it. */
export const log = { page: -1, origin: 0, seed: [0, 0, 0, 0], hashes: [], entries: [], gestures: [], gates: [], readyEntries: [-1, -1], until: 0, isSynthetic: false };
/** Where each event is among the entries. */
const places = [];
/** Entries of notices by type, and of inputs, not done yet. */
const byType = {};

export function loadLog(given) {
  for (const key in given) log[key] = given[key];
  isDone = [];
  const { entries } = log;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (entry[EVENT] >= 0) places[entry[EVENT]] = i;
    const kind = entry[KIND];
    if (kind === 'n' || kind === 'i' || kind === 's' || kind === 't') {
      const key = kind + entry[TYPE];
      if (byType[key] === undefined) byType[key] = { list: [], from: 0 };
      const { list } = byType[key];
      list[list.length] = i;
    }
  }
}

export const placeOf = (event) => places[event];

/** What the turn of an entry registered and drew. */
export function localsOf(index) {
  const entry = log.entries[index];
  const locals = entry === undefined ? 0 : entry[entry.length - 1];
  return typeof locals === 'object' && locals !== null && locals.g !== undefined ? locals : NOTHING;
}

let isDone = [];
export const isEntryDone = (index) => isDone[index] === true;
export function finishEntry(index) {
  isDone[index] = true;
}

/** The first entry of a kind and type that is not done and that `fits`; -1 if there is none. */
export function findEntry(kind, type, from, to, fits) {
  const known = byType[kind + type];
  if (known === undefined) return -1;
  const { list } = known;
  while (known.from < list.length && isDone[list[known.from]]) known.from++;
  for (let i = known.from; i < list.length; i++) {
    const index = list[i];
    if (index >= to) return -1;
    if (index >= from && !isDone[index] && fits(log.entries[index])) return index;
  }
  return -1;
}

/** The entry up to which the parser must wait after the script at `index`; -1 if no callback comes before it. */
export function heldUpto(index) {
  const { entries } = log;
  let hasCallback = false;
  for (let i = index + 1; i < entries.length; i++) {
    const kind = entries[i][KIND];
    if (kind === 'c' && !isEntryDone(i)) hasCallback = true;
    if (kind === 'i') return -1;
    // What loads may have been put in by a script that the parser has not come to.
    const isLoaded = kind === 'n' && entries[i][TARGET] >= 0 && entries[i][TYPE] === 'load';
    if (kind === 's' || kind === 'm' || isLoaded) return hasCallback ? i : -1;
  }
  return -1;
}
