import { NativeMap, NativeMessageChannel, NativeWeakMap, bind, functionText, getDescriptor, indexOf, mapGet, mapSet, numberText, portPost, queueTask, round, setPortHandler, shift, slice, charCode, stringify, weakGet, weakSet } from './natives.js';
import { timed } from './cost.js';
import { guarded } from './guarded.js';
import { endOtherTurns, joinTurns } from './neighbors.js';
import { original } from './patch.js';
import { elapsed, lastTime, note, putLine } from './wire.js';

// A turn is one event, the handlers it runs and the microtasks that follow.
// The current event is the last one begun; a message posted at its beginning arrives after its turn and ends it.

let current = null;
let nEvents = 0;
let readScript = () => null;
let nameScript = () => '';
let scriptRunsAlone = () => true;
let nameTask = () => '';
let markedEvent = null;
let isMarked = false;
let isBlocked = false;

const marks = new NativeMessageChannel();
const deliveries = new NativeMessageChannel();
const delivered = [];

setPortHandler(marks.port2, () => {
  isMarked = false;
  if (current === null) return;
  // Firefox 153 delivers messages inside a synchronous request: the turn is not over.
  if (current === markedEvent && !isBlocked) endTurn();
  else mark();
});
setPortHandler(deliveries.port2, () => {
  if (isBlocked) return portPost(deliveries.port1, 0);
  const run = shift(delivered);
  if (run) run();
});

function mark() {
  isMarked = true;
  markedEvent = current;
  portPost(marks.port1, 0);
}

/** How scripts of the document are told apart; workers have none. */
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

/** Begins an event. `head` is its line without what happens in its turn. */
export function begin(head) {
  endOtherTurns(endTurn);
  return openTurn(head);
}

function openTurn(head) {
  if (current !== null) close();
  joinTurns(endTurn);
  current = { id: nEvents++, head, script: null, inner: null, isSync: true, regs: null, nRandom: 0, dates: '', nDates: 0, clocks: '', nClocks: 0, extras: null };
  if (!isMarked) mark();
  queueTask(bind(reachMicrotasks, undefined, current));
  return current;
}

/** All code that a turn began with has run. */
function reachMicrotasks(event) {
  event.isSync = false;
}

/** The current event; code that runs for no known reason gets an event of its own. */
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
  if (script === null) {
    const task = nameTask();
    return openTurn(task === '' ? ['t', elapsed()] : ['t', elapsed(), task]);
  }
  const event = openTurn(['s', elapsed(), nameScript(script)]);
  event.script = script;
  return event;
}

/** Ends the current turn, if one is open. */
export function endTurn() {
  if (current !== null) close();
  current = null;
}

function close() {
  const { head, regs, nRandom, dates, nDates, clocks, nClocks, extras } = current;
  if (regs !== null || nRandom !== 0 || dates !== '' || clocks !== '' || extras !== null) {
    const locals = extras === null ? {} : extras;
    if (regs !== null) locals.g = regs;
    if (nRandom !== 0) locals.r = nRandom;
    if (dates !== '') locals.d = nDates === 0 ? dates : dates + '*' + nDates;
    if (clocks !== '') locals.p = nClocks === 0 ? clocks : clocks + '*' + nClocks;
    head[head.length] = locals;
  }
  putLine(stringify(head));
}

/** Notes something of the current turn under a key that holds a list. */
export function keep(key, value) {
  const event = here();
  if (event.extras === null) event.extras = {};
  const list = event.extras[key];
  if (list === undefined) event.extras[key] = [value];
  else list[list.length] = value;
}

let lastDate = 0;
/** Notes milliseconds since 1970 that the page asked for. */
export function drewDate(ms) {
  const event = here();
  const delta = ms - lastDate;
  lastDate = ms;
  if (delta === 0 && event.dates !== '') event.nDates++;
  else if (event.nDates === 0) event.dates += event.dates === '' ? delta : ',' + delta;
  else {
    event.dates += '*' + event.nDates + ',' + delta;
    event.nDates = 0;
  }
}

let lastClock = 0;
/** Notes microseconds since the page began that the page asked for. */
export function drewClock(us) {
  const event = here();
  const delta = us - lastClock;
  lastClock = us;
  if (delta === 0 && event.clocks !== '') event.nClocks++;
  else if (event.nClocks === 0) event.clocks += event.clocks === '' ? delta : ',' + delta;
  else {
    event.clocks += '*' + event.nClocks + ',' + delta;
    event.nClocks = 0;
  }
}

export function drewRandom() {
  here().nRandom++;
}

/** Registers a callback or request in the local object of the current event; gives its identity. */
export function register(kind, detail) {
  const event = here();
  if (event.regs === null) event.regs = [];
  const entry = [kind];
  for (let i = 0; i < detail.length; i++) entry[i + 1] = detail[i];
  const index = event.regs.length;
  event.regs[index] = entry;
  return { kind, event: event.id, index, nFirings: 0 };
}

/** Begins the event that a registered callback is. */
export const fire = timed((identity, rest) => {
  const head = ['c', elapsed(), identity.kind, nEvents - identity.event, identity.index];
  const firing = identity.nFirings++;
  if (firing !== 0 || rest !== undefined) head[5] = firing;
  if (rest !== undefined) head[6] = rest;
  return begin(head);
});

/** Something that the app waits for has come: `run` hands it on, in a macrotask of its own, in order. */
export function arrive(identity, detail, run) {
  delivered[delivered.length] = () => {
    guarded('arrival', () => fire(identity, detail));
    run();
  };
  portPost(deliveries.port1, 0);
}

/** The browser calls what the app registered, here and now: `run` is all that the app knows of. */
export function called(identity, detail, run) {
  guarded('called', () => fire(identity, detail));
  queueTask(run);
}

/** How long ago `ms`, a time of the page's clock, was when the current event began; in microseconds. */
export function age(ms) {
  return lastTime() - round(ms * 1000);
}

const functions = new NativeWeakMap();
const sources = new NativeMap();
let nSources = 0;

/** A number for what a callback does: equal sources have equal numbers. Native ones are 0. */
export function sourceOf(callback) {
  if (typeof callback !== 'function') return typeof callback === 'string' ? numberOf(callback, '') : -1;
  const known = weakGet(functions, callback);
  if (known !== undefined) return known;
  const text = functionText(original(callback));
  const isNative = text.length < 200 && indexOf(text, '[native code]') >= 0;
  const name = getDescriptor(callback, 'name');
  const number = isNative ? 0 : numberOf(text, name && typeof name.value === 'string' ? name.value : '');
  weakSet(functions, callback, number);
  return number;
}

function numberOf(text, name) {
  // Functions of one length with the same ends are the same function: hashing all of a large one costs too much.
  const key = text.length < 512 ? text : text.length + ':' + slice(text, 0, 256) + slice(text, -256);
  let number = mapGet(sources, key);
  if (number === undefined) {
    number = ++nSources;
    mapSet(sources, key, number);
    note(['f', number, hash(text), slice(name, 0, 60), slice(text, 0, 16384)]);
  }
  return number;
}

/** FNV-1a, 32 bits, in base 36. */
function hash(text) {
  let value = 0x811c9dc5;
  const n = text.length < 65536 ? text.length : 65536;
  for (let i = 0; i < n; i++) {
    value ^= charCode(text, i);
    value = (value + (value << 1) + (value << 4) + (value << 7) + (value << 8) + (value << 24)) | 0;
  }
  return numberText(value >>> 0, 36);
}
