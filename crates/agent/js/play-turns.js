import { NativeMap, NativeWeakMap, NativeWeakSet, bind, charCode, functionText, indexOf, mapGet, mapSet, numberText, queueTask, shift, slice, startsWith, weakGet, weakSet, weakSetAdd, weakSetHas } from './natives.js';
import { endOtherTurns, joinTurns } from './neighbors.js';
import { original } from './patch.js';
import { AT, EVENT, findEntry, finishEntry, isEntryDone, localsOf, log, placeOf } from './play-log.js';
import { note } from './play-wire.js';

// Turns of a replay. Each is an entry of the log, or one that the log does not have.

let current = null;
let readScript = () => null;
let nameScript = () => '';
let scriptRunsAlone = () => true;
let nameTask = () => '';
let onBegun = () => {};
let onArrival = () => {};
let onScript = () => {};
let isBlocked = false;
let nowUs = 0;
let causeUs = 0;
let nTurns = 0;
let newestEvent = -1;

/** What was registered in the turns of events, by event. */
const registered = [];

/** `begun` is told of every turn, `arrival` of everything that came for a registration, `script` of scripts that begin. */
export function watchTurns(begun, arrival, script) {
  onScript = script;
  onBegun = begun;
  onArrival = arrival;
}

export function watchScripts(read, name, runsAlone, task) {
  readScript = read;
  nameScript = name;
  scriptRunsAlone = runsAlone;
  nameTask = task;
}

/** While a synchronous request runs, no turn ends. */
export function block(blocked) {
  isBlocked = blocked;
}

export const isBlockedNow = () => isBlocked;
/** The time that pages are told: microseconds on the page's clock. */
export const virtualUs = () => nowUs;
/** When something happened last that can have had consequences. */
export const lastCauseUs = () => causeUs;

/** Nothing happens until then. */
export function passTime(untilUs) {
  if (untilUs > nowUs) nowUs = untilUs;
}

/** From now on the hands may do something. */
export function handsCome() {
  causeUs = nowUs;
}

export const turnCount = () => nTurns;
export const lastEventBegun = () => newestEvent;
export const hasTurn = () => current !== null;

/** Something is not as recorded. */
export function diverge(kind, detail, more) {
  divergeAt(current === null ? newestEvent : current.event, kind, detail, more);
}

export function divergeAt(event, kind, detail, more) {
  note(['div', log.page, event, kind, detail, more === undefined ? null : more]);
}

/** Begins the turn of an entry; -1 is a turn that was not recorded. */
export function begin(index) {
  endOtherTurns(endTurn);
  return openTurn(index);
}

function openTurn(index) {
  if (current !== null) close();
  joinTurns(endTurn);
  const entry = index >= 0 ? log.entries[index] : undefined;
  const event = entry === undefined ? -1 : entry[EVENT];
  if (entry !== undefined) {
    finishEntry(index);
    if (entry[AT] > nowUs) nowUs = entry[AT];
    causeUs = nowUs;
    if (event > newestEvent) newestEvent = event;
  }
  nTurns++;
  current = { index, event, locals: localsOf(index), regs: [], nRandom: 0, nDates: 0, nClocks: 0, nCrypto: 0, nDialogs: 0, nMore: 0, errors: [], script: null, inner: null, isSync: true };
  if (event >= 0) registered[event] = current.regs;
  queueTask(bind(reachMicrotasks, undefined, current));
  onBegun(index);
  return current;
}

function reachMicrotasks(turn) {
  turn.isSync = false;
}

const anyEntry = () => true;
const begunScripts = new NativeWeakSet();

/** Whether a script has done something that could be noticed. */
export const hasBegun = (script) => weakSetHas(begunScripts, script);

/** The current turn; code that runs for no known reason is looked for in the log. */
export function here() {
  const script = readScript();
  if (current !== null) {
    if (script === null) {
      if (current.script === null) return current;
    } else if (script === current.script || script === current.inner) {
      return current;
    } else if (!scriptRunsAlone(script, current.isSync)) {
      current.inner = script;
      return current;
    }
  }
  if (script === null) return openTurn(findTask());
  const index = findEntry('s', nameScript(script), 0, log.entries.length, anyEntry);
  const turn = openTurn(index);
  turn.script = script;
  weakSetAdd(begunScripts, script);
  if (index >= 0) onScript(index, script);
  return turn;
}

/** The entry of code that nobody announced: by the script that it is in, or the next one, because engines name some otherwise. */
function findTask() {
  const index = findEntry('t', nameTask(), 0, log.entries.length, anyEntry);
  if (index >= 0) return index;
  const from = newestEvent < 0 ? 0 : placeOf(newestEvent);
  for (let i = from; i < log.entries.length && i < from + NEAR; i++) {
    if (log.entries[i][0] === 't' && !isEntryDone(i)) return i;
  }
  return -1;
}

// Entries further on belong to something else.
const NEAR = 20;

/** Ends the current turn, if one is open. */
export function endTurn() {
  if (current !== null) close();
  current = null;
}

/** What a registration is, in words that are equal in all engines. */
function keyOf(kind, detail) {
  switch (kind) {
    case 'timeout':
    case 'interval':
      // How long it waits may follow from a layout; what it does may not.
      return kind + ' ' + detail[0];
    case 'post':
    case 'port':
      return kind;
    default: {
      let key = kind;
      // The browser makes up the names of what is in its memory.
      for (let i = 0; i < detail.length; i++) key += ' ' + (startsWith(`${detail[i]}`, 'blob:') ? 'blob:' : detail[i]);
      return key;
    }
  }
}

/** What a person would call a registration that the trace does not know. */
const labelOf = (identity) => (identity.name === '' ? identity.key : identity.kind + ' ' + identity.name);

/** Recorded registrations name sources by number; here they are named by hash. */
function recordedKey(registration) {
  const kind = registration[0];
  const detail = [];
  for (let i = 1; i < registration.length; i++) detail[i - 1] = registration[i];
  const at = kind === 'observer' ? 1 : 0;
  if (kind === 'timeout' || kind === 'interval' || kind === 'frame' || kind === 'idle' || kind === 'posted' || kind === 'observer') detail[at] = log.hashes[detail[at]] || 'native';
  return keyOf(kind, detail);
}

function close() {
  const turn = current;
  if (turn.index < 0) {
    for (let i = 0; i < turn.regs.length; i++) addLeftover(turn.regs[i]);
    if (turn.errors.length > 0) divergeAt(newestEvent, 'error-only-here', turn.errors[0].message, { name: turn.errors[0].name, place: turn.errors[0].place });
    return;
  }
  const { locals, regs, event } = turn;
  const missing = [];
  const surplus = [];
  // Most turns are as recorded, one by one.
  let isSame = regs.length === locals.g.length;
  for (let i = 0; i < regs.length && isSame; i++) isSame = regs[i].key === recordedKey(locals.g[i]);
  if (!isSame) {
    alignments[event] = align(locals.g, regs);
    const left = [];
    for (let i = 0; i < regs.length; i++) left[i] = regs[i].key;
    for (let i = 0; i < locals.g.length; i++) {
      const key = recordedKey(locals.g[i]);
      const found = positionOf(left, key);
      if (found < 0) missing[missing.length] = key;
      else left[found] = null;
    }
    for (let i = 0; i < left.length; i++) {
      if (left[i] === null) continue;
      surplus[surplus.length] = labelOf(regs[i]);
      addLeftover(regs[i]);
    }
  }
  const errors = turn.errors;
  if (errors.length > locals.x.length) {
    const error = errors[locals.x.length];
    divergeAt(event, 'error-only-here', error.message, { name: error.name, place: error.place, missing, surplus });
    return;
  }
  if (errors.length < locals.x.length) divergeAt(event, 'error-missing', locals.x[errors.length], null);
  if (missing.length + surplus.length > 0) divergeAt(event, 'registrations-differ', '', { missing, surplus });
  const left = [];
  if (turn.nRandom < locals.r) left[left.length] = ['random', locals.r - turn.nRandom];
  if (turn.nDates < locals.d.length) left[left.length] = ['date', locals.d.length - turn.nDates];
  if (turn.nClocks < locals.p.length) left[left.length] = ['clock', locals.p.length - turn.nClocks];
  if (turn.nCrypto < locals.c.length) left[left.length] = ['crypto', locals.c.length - turn.nCrypto];
  if (left.length > 0 && missing.length === 0) divergeAt(event, 'values-left-over', left, null);
}

const alignments = [];

/** By key, what turns registered that were not to do so: some code runs in another turn in one engine than in another. */
const leftovers = { __proto__: null };

function addLeftover(identity) {
  const { key } = identity;
  if (leftovers[key] === undefined) leftovers[key] = [];
  leftovers[key][leftovers[key].length] = identity;
}

/** What stands in for a registration that its own turn did not make, once and for all. */
function adoptLeftover(by, index, key) {
  const found = key === undefined || leftovers[key] === undefined ? undefined : leftovers[key][0];
  if (found === undefined) return null;
  shift(leftovers[key]);
  if (alignments[by] === undefined) alignments[by] = [];
  alignments[by][index] = found;
  return found;
}

/** Which registration is which, if some are missing and others new: recorded ones in order, each with the next that is the same. */
function align(recorded, regs) {
  const aligned = [];
  let from = 0;
  for (let i = 0; i < recorded.length; i++) {
    const key = recordedKey(recorded[i]);
    let at = from;
    while (at < regs.length && regs[at].key !== key) at++;
    if (at === regs.length) continue;
    aligned[i] = regs[at];
    from = at + 1;
  }
  return aligned;
}

function positionOf(list, value) {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return i;
  return -1;
}

/** Registers a callback or request in the current turn. What the app is to hear of it waits for its place in the log. */
export function register(kind, detail) {
  const turn = here();
  const index = turn.regs.length;
  const identity = { kind, event: turn.event, index, key: keyOf(kind, detail), name: '', nFirings: 0, run: null, arrivals: [], object: null, isOver: false };
  turn.regs[index] = identity;
  return identity;
}

/** What an entry of the log fires, after the check of its identity: the registration, and where it was found. */
export function registrationFor(by, index, firing) {
  const regs = registered[by] || [];
  const recorded = recordedAt(by, index);
  const aligned = alignments[by];
  const exact = regs[index];
  if (aligned !== undefined) {
    if (aligned[index] !== undefined) return { identity: aligned[index], how: 'exact' };
  } else if (exact !== undefined && (recorded === undefined || exact.key === recorded)) {
    return { identity: exact, how: 'exact' };
  }
  for (let i = 0; i < regs.length; i++) {
    // One that is at its own place belongs to another firing.
    if (regs[i].key === recorded && regs[i].nFirings <= firing && (aligned === undefined || positionOf(aligned, regs[i]) < 0)) return { identity: regs[i], how: 'elsewhere' };
  }
  const isOther = exact !== undefined && (aligned === undefined || positionOf(aligned, exact) < 0);
  if (isOther && standsIn(exact, kindAt(by, index))) return { identity: exact, how: 'instead', wanted: recorded, found: labelOf(exact) };
  const leftover = wasPassed(by) ? adoptLeftover(by, index, recorded) : null;
  if (leftover !== null) return { identity: leftover, how: 'elsewhere' };
  return { identity: null, how: isOther ? 'different' : 'missing', wanted: recorded, found: isOther ? labelOf(exact) : null };
}

const LATER = { timeout: 1, frame: 1, idle: 1, posted: 1 };

/** Whether a callback is put off in another way than there: pages have such a way for engines that lack the one. */
const standsIn = (identity, kind) => LATER[identity.kind] === 1 && LATER[kind] === 1 && identity.kind !== kind;

function kindAt(by, index) {
  const registration = localsOf(placeOf(by)).g[index];
  return registration === undefined ? '' : registration[0];
}

function recordedAt(by, index) {
  const registration = localsOf(placeOf(by)).g[index];
  return registration === undefined ? undefined : recordedKey(registration);
}

const wasPassed = (event) => {
  const place = placeOf(event);
  return place !== undefined && isEntryDone(place) && (current === null || current.event !== event);
};

/** Whether an event's turn took place. */
export const wasBegun = (event) => {
  const place = placeOf(event);
  return place !== undefined && isEntryDone(place) && registered[event] !== undefined;
};

/** Something that the app waits for has come: `run` hands it on when the log says so. */
export function arrive(identity, detail, run) {
  identity.arrivals[identity.arrivals.length] = { detail, run };
  onArrival(identity);
}

/** The same for what the browser calls by itself. */
export const called = arrive;

/** Notes something of the current turn under a key that holds a list. */
export function keep(key, value) {
  const turn = here();
  if (key === 'x') turn.errors[turn.errors.length] = { name: value[0], message: value[1], place: value[2] + ':' + value[3] + ':' + value[4] };
  if (key === 'x' || key === 'o') note([key === 'x' ? 'error' : 'console', log.page, turn.event, value]);
}

/** The answer that a dialog got, or nothing if it was not recorded. */
export function nextDialog(kind) {
  const turn = here();
  const dialog = turn.locals.q[turn.nDialogs];
  if (dialog === undefined || dialog[0] !== kind) return undefined;
  turn.nDialogs++;
  return dialog;
}

const functions = new NativeWeakMap();
const texts = new NativeMap();

/** What tells one callback from another in all engines: the hash of its source. */
export function sourceOf(callback) {
  if (typeof callback !== 'function') return typeof callback === 'string' ? hashOf(callback) : 'native';
  const known = weakGet(functions, callback);
  if (known !== undefined) return known;
  const text = functionText(original(callback));
  const isNative = text.length < 200 && indexOf(text, '[native code]') >= 0;
  const hash = isNative ? 'native' : hashOf(text);
  weakSet(functions, callback, hash);
  return hash;
}

function hashOf(text) {
  const key = text.length < 512 ? text : text.length + ':' + slice(text, 0, 256) + slice(text, -256);
  let hash = mapGet(texts, key);
  if (hash === undefined) {
    let value = 0x811c9dc5;
    const n = text.length < 65536 ? text.length : 65536;
    for (let i = 0; i < n; i++) {
      value ^= charCode(text, i);
      value = (value + (value << 1) + (value << 4) + (value << 7) + (value << 8) + (value << 24)) | 0;
    }
    hash = numberText(value >>> 0, 36);
    mapSet(texts, key, hash);
  }
  return hash;
}
