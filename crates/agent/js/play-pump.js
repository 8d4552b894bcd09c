import { NativeMessageChannel, apply, bind, dispatch, nativeClearTimeout, nativeFrame, nativeSetTimeout, portPost, queueTask, resolveUrl, setPortHandler, cancelEvent, splice, stopEvent } from './natives.js';
import { ELEMENT, document, kindOf, localName } from './dom.js';
import { confess, guarded } from './guarded.js';
import { MOVES } from './kinds.js';
import { setControl, synthesize } from './hand-events.js';
import { isTarget, resolveTarget } from './hand-find.js';
import { asOwn, isHeard } from './listeners.js';
import { advanceAnimations, finishAnimationsOf, finishOne, holdEnd, syncAfterTurn, syncAll, syncAnimations } from './play-clock.js';
import { copyOf, scrollTarget } from './play-copies.js';
import { comesDown, comesNext, isLetGo } from './play-gestures.js';
import { AT, EVENT, KIND, TARGET, TYPE, findEntry, finishEntry, heldUpto, isEntryDone, localsOf, log, placeOf } from './play-log.js';
import { relatedTo } from './play-related.js';
import { begin, diverge, divergeAt, endTurn, handsCome, hasTurn, isBlockedNow, lastEventBegun, passTime, registrationFor, wasBegun } from './play-turns.js';
import { note } from './play-wire.js';

// Walks through the log: fires what the app registered, lets in what the browser reports, asks for what a person did.
// Each entry has a macrotask of its own, and nothing of the app runs in between.

const POINTING = { pointermove: 1, pointerdown: 1, pointerup: 1, mousemove: 1, mousedown: 1, mouseup: 1, click: 1, dblclick: 1, auxclick: 1, contextmenu: 1, wheel: 1 };
const HOVER = { pointerover: 1, pointerout: 1, pointerenter: 1, pointerleave: 1, mouseover: 1, mouseout: 1, mouseenter: 1, mouseleave: 1 };
/** The browser chooses how often and when: made at their place, never let in by themselves. */
const MADE_HERE = { scroll: 1, scrollend: 1, selectionchange: 1 };
/** How often these come is no difference. */
const SOFT = { scroll: 1, scrollend: 1, selectionchange: 1, selectstart: 1, progress: 1, timeupdate: 1, readystatechange: 1, visibilitychange: 1, focus: 1, blur: 1, focusin: 1, focusout: 1, resize: 1, suspend: 1, stalled: 1, waiting: 1, pointerrawupdate: 1, lostpointercapture: 1, gotpointercapture: 1, transitioncancel: 1, freeze: 1, resume: 1, pageshow: 1, animationiteration: 1 };
/** Nothing comes after these, so they cannot wait. */
const LAST = { beforeunload: 1, pagehide: 1, unload: 1, visibilitychange: 1, pageswap: 1 };
const PARSED = { s: 1, t: 1 };
const ENDS = { transitionend: 1, animationend: 1, transitioncancel: 1 };

// How long the browser may take for what it has to do by itself, in milliseconds.
const LIMIT_ANSWER = 8000;
const LIMIT_NOTICE = 4000;
const PATIENCE_MS = 40;
const LIMIT_SOFT = 250;
const LIMIT_SCRIPT = 8000;
const LIMIT_INPUT = 200;
const LIMIT_ENDED = 80;
// Microtasks that may follow each other before the next callback of a burst runs.
const HOPS = 48;
const BURST = 64;

let at = 0;
let isPaused = true;
let isEnded = false;
let nPosted = 0;
let wait = null;
let parseLimit = 0;
let isParsing = true;
let gesture = null;
let nextGesture = 0;
let nextGate = 0;
let isCatchingUp = false;
let onGesture = () => {};
let isLookDue = () => false;
let onLook = () => {};
let onEnd = () => {};
const early = [];
const missed = {};
/** Fields that got text from the page itself. */
const edited = {};
/** Whether the browser has told of a selection that the page has not heard of. */
let hasSelected = false;

const pumping = new NativeMessageChannel();
setPortHandler(pumping.port2, () => {
  nPosted--;
  if (isBlockedNow() || isCatchingUp) return post();
  try {
    step();
  } catch (error) {
    confess('pump', error);
    post();
  }
});

/** Goes on in a task of its own. */
function post() {
  if (nPosted > 0) return;
  postMore(1);
}

function postMore(n) {
  nPosted += n;
  for (let i = 0; i < n; i++) portPost(pumping.port1, 0);
}

/** `gesture(number)` asks for a person's act, `wanted(at)` and `look()` observe, `end()` is told when the log is through. */
export function setPump(hooks) {
  onGesture = hooks.gesture;
  isLookDue = hooks.wanted;
  onLook = hooks.look;
  onEnd = hooks.end;
}

export function pause() {
  isPaused = true;
}

export function go() {
  isPaused = false;
  post();
}

export const place = () => at;

/** The log is another one now. */
export function restart() {
  at = 0;
  isEnded = false;
  nextGesture = 0;
  nextGate = 0;
  go();
}

/** A turn has begun: its end is noticed by the next step. */
export function turnBegan() {
  guarded('animations', () => advanceAnimations(isTarget));
  if (!isCatchingUp) post();
}

/** Something came that an entry may wait for. */
export function somethingCame(identity) {
  if (identity.kind === 'animation' && identity.object !== null) holdEnd(identity.object);
  if (wait !== null) post();
}

export function grant(until) {
  log.until = until;
  post();
}

function advance() {
  const { entries } = log;
  while (at < entries.length) {
    if (isEntryDone(at)) at++;
    else if (entries[at][KIND] === 'u' && isIdle(at)) at++;
    else if (entries[at][KIND] === 'm' && reached[entries[at][TYPE]]) finishEntry(at++);
    // These come when the page goes away, whether its log is through or not.
    else if (entries[at][KIND] === 'n' && LAST[entries[at][TYPE]] === 1) at++;
    else if (entries[at][KIND] === 'bye' || entries[at][KIND] === 'show') at++;
    else break;
  }
  if (gesture !== null && gesture.isPerformed && at > gesture.last) endGesture();
  for (let i = 0; i < gates.length; i++) {
    if (gates[i].isOpen || at < gates[i].upto) continue;
    gates[i].isOpen = true;
    note(['gate', log.page, gates[i].name]);
  }
  while (nextGate < log.gates.length && at >= log.gates[nextGate]) note(['pos', log.page, log.gates[nextGate++]]);
}

/** Whether nobody hears an input and nothing is to be done for it. */
function isIdle(index) {
  if (log.isSynthetic) return false;
  if (gesture !== null && index <= gesture.last) return !gesture.isSynthetic;
  const next = gesture === null ? nextGesture : nextGesture + 1;
  return next >= log.gestures.length || log.gestures[next].first > index;
}

function endGesture() {
  gesture = null;
  nextGesture++;
}

function stopWaiting() {
  if (wait === null) return;
  nativeClearTimeout(wait.timer);
  wait = null;
}

/** Waits for what the entry at hand needs; after `limit` milliseconds `giveUp` is called, in a step of its own. */
function waitFor(limit, giveUp) {
  if (wait !== null && wait.index === at) {
    if (!wait.isOver) return;
    const { give } = wait;
    wait = null;
    give();
    post();
    return;
  }
  stopWaiting();
  const own = { index: at, isOver: false, give: giveUp, timer: 0 };
  own.timer = nativeSetTimeout(() => {
    own.isOver = true;
    if (wait === own) post();
  }, limit);
  wait = own;
}

function skip(index) {
  finishEntry(index);
  if (wait !== null && wait.index === index) stopWaiting();
}

/** The next entry that is more than a mark; marks are reached when the parser likes. */
function nextTurn() {
  let i = at;
  while (i < log.entries.length && (isEntryDone(i) || log.entries[i][KIND] === 'm')) i++;
  return log.entries[i];
}

/** Whether the hands have begun something and not come to its last event. */
const isInGesture = () => gesture !== null && at <= gesture.last;

/** One entry of the log. */
function step() {
  if (hasTurn()) {
    endTurn();
    advance();
    const next = nextTurn();
    // The parser does not always stop between scripts, nor the hands between events: nothing may depend on whether they did.
    if (next !== undefined && PARSED[next[KIND]] !== 1 && !isInGesture()) syncAfterTurn(isTarget, next[AT]);
  }
  if (isPaused || isEnded) return;
  advance();
  if (wait !== null && wait.index !== at) stopWaiting();
  const { entries } = log;
  // What comes next must not depend on how long the hands took.
  if (gesture !== null && !gesture.isPerformed && at > gesture.last) return undefined;
  if (at >= entries.length) {
    if (entries.length > 0) passUntil(entries.length - 1);
    if (isLookDue(at)) return onLook();
    isEnded = true;
    return onEnd();
  }
  if (at >= log.until) return note(['reached', log.page, at]);
  const entry = entries[at];
  if (gesture === null && !log.isSynthetic && nextGesture < log.gestures.length && comesNext(log.gestures[nextGesture], at)) {
    const { first } = log.gestures[nextGesture];
    // The person saw the page, so it was there; unless a script waits for what the person does.
    if (isParsing) return waitFor(LIMIT_NOTICE, parsed);
    passUntil(first);
    // Where engines scroll to by themselves is seen before it is as it was.
    if (isLookDue(first)) return onLook();
    if (first <= at) return startGesture();
  }
  switch (entry[KIND]) {
    case 'c':
      if (isParsing && at >= parseLimit) return undefined;
      if (gesture === null && isLookDue(at)) return onLook();
      return stepCallback(at, entry);
    case 'n':
      return stepNotice(at, entry);
    case 'i':
      return stepInput(at, entry);
    case 'y':
      // What comes after all that the hands do, comes when they are up again.
      if (gesture !== null && !gesture.isPerformed && isLetGo(gesture, at)) return undefined;
      scrollTarget(resolveTarget(entry[TARGET]), entry[5], '');
      skip(at);
      return post();
    case 'm':
      return waitFor(LIMIT_SCRIPT, () => skip(at));
    case 's':
    case 't':
      // What runs here may be code that another page's event calls.
      if (entry[KIND] === 't' && (wait === null || wait.index !== at)) tellIfWaiting(at);
      return waitFor(entry[KIND] === 't' ? LIMIT_NOTICE : LIMIT_SCRIPT, () => missScript(at));
    default:
      // Nobody hears it, but it may change a field.
      if (entry[KIND] === 'u') guarded('make', () => synthesize(entry[TYPE], entry[TARGET], entry[5]));
      skip(at);
      return post();
  }
}

/** Lets the time pass until an entry. What has begun to move began before that. */
function passUntil(index) {
  syncAnimations(isTarget);
  passTime(log.entries[index][AT]);
}

function startGesture() {
  gesture = log.gestures[nextGesture];
  gesture.isPerformed = false;
  gesture.nMatched = 0;
  gesture.offsetX = 0;
  gesture.offsetY = 0;
  // What had scrolled when the hands came down had scrolled when they began to move.
  const down = comesDown(gesture);
  for (let i = gesture.first; i < down; i++) {
    if (log.entries[i][KIND] !== 'y') continue;
    scrollTarget(resolveTarget(log.entries[i][TARGET]), log.entries[i][5], '');
    finishEntry(i);
  }
  // Things are where they were when the hands came down.
  passUntil(down);
  handsCome();
  advanceAnimations(isTarget);
  onGesture(nextGesture, gesture);
}

/** The hands have done what they could; `isHit` says whether they reached the target. */
export function performed(number, isHit) {
  if (gesture === null || number !== nextGesture) return;
  gesture.isPerformed = true;
  gesture.isSynthetic = !isHit;
  post();
}

/** Runs what is due of callbacks that need nothing from the browser, all in one task. */
function burst(index) {
  const { entries } = log;
  let n = 0;
  while (n < BURST && index + n < entries.length && entries[index + n][KIND] === 'c') n++;
  if (n > nPosted) postMore(n - nPosted);
}

function stepCallback(index, entry) {
  const found = ready(index, entry);
  if (found === null) return undefined;
  burst(index);
  if (found.run === null) return undefined;
  begin(index);
  queueTask(found.run);
  return undefined;
}

/** What an entry is to run, or null if it must wait; nothing to run means that it was skipped. */
function ready(index, entry) {
  const [, event, , kind, by, local, firing, detail] = entry;
  const { identity, how, wanted, found } = registrationFor(by, local, firing);
  if (identity === null || identity.isOver) {
    if ((kind !== 'observer' || wasBegun(by)) && !isOfLeaving(by)) divergeAt(event, how === 'different' ? 'callback-different' : 'callback-missing', describeCallback(kind, identity === null ? wanted : identity.key), { by, found });
    skip(index);
    return { run: null };
  }
  if (identity.run !== null) {
    if (how === 'instead') divergeAt(event, 'callback-different', describeCallback(kind, wanted), { by, found });
    report(how, entry);
    identity.nFirings++;
    if (kind === 'frame' || kind === 'idle') syncAnimations(isTarget);
    const run = identity.run(entry);
    if (kind !== 'interval') identity.isOver = true;
    return { run };
  }
  const arrival = takeArrival(identity, kind, detail);
  if (arrival === null) {
    if (isPassed(identity, detail)) {
      skip(index);
      return { run: null };
    }
    if (kind === 'Animation' || kind === 'animation') finishObject(identity);
    const isEmpty = isSoftDetail(detail) || (kind === 'observer' && leftNothing(index));
    // Observers are told when a frame is drawn.
    if (kind === 'observer' && wait === null) nativeFrame(() => nativeFrame(post));
    const limit = isEmpty ? LIMIT_SOFT : kind === 'observer' ? LIMIT_NOTICE : LIMIT_ANSWER;
    waitFor(limit, () => missCallback(index, entry));
    return null;
  }
  stopWaiting();
  report(how, entry);
  identity.nFirings++;
  if (typeof detail === 'number' && kind !== 'observer' && arrival.detail !== detail) divergeAt(event, 'outcome-differs', describeCallback(kind, identity.key), { recorded: detail, here: arrival.detail });
  return { run: arrival.run };
}

/** Whether an event comes when the page goes away, and so has not come yet. */
function isOfLeaving(event) {
  const entry = log.entries[placeOf(event)];
  return entry !== undefined && entry[KIND] === 'n' && LAST[entry[TYPE]] === 1 && !wasBegun(event);
}

/** Whether nothing but the page's own state came of a turn. */
function leftNothing(index) {
  const { g, r, d, p, c } = localsOf(index);
  return g.length + r + d.length + p.length + c.length === 0;
}

function report(how, entry) {
  if (how === 'elsewhere') divergeAt(entry[EVENT], 'callback-elsewhere', describeCallback(entry[3], ''), { by: entry[4] });
}

const describeCallback = (kind, key) => (key ? key : kind);
const isSoftDetail = (detail) => typeof detail === 'string' && (SOFT[detail] === 1 || detail === 'readystatechange3' || detail === 'readystatechange2');

function finishObject(identity) {
  if (identity.object !== null) finishOne(identity.object);
}

function takeArrival(identity, kind, detail) {
  const { arrivals } = identity;
  if (arrivals.length === 0) return null;
  if (typeof detail !== 'string') {
    if (kind !== 'observer') return splice(arrivals, 0, 1)[0];
    // Observers tell in one go here what they told in two there, or the other way round.
    const all = splice(arrivals, 0, arrivals.length);
    return all.length === 1 ? all[0] : { detail, run: () => runAll(all) };
  }
  for (let i = 0; i < arrivals.length; i++) if (arrivals[i].detail === detail) return splice(arrivals, i, 1)[0];
  return null;
}

function runAll(all) {
  for (let i = 0; i < all.length; i++) queueTask(all[i].run);
}

/** Whether a request is already further than the event that is waited for. */
function isPassed(identity, detail) {
  if (!isSoftDetail(detail)) return false;
  const { arrivals } = identity;
  for (let i = 0; i < arrivals.length; i++) {
    const { detail: later } = arrivals[i];
    if (later === 'readystatechange4' || later === 'load' || later === 'loadend' || later === 'error') return true;
  }
  return false;
}

function missCallback(index, entry) {
  if (entry[3] !== 'observer' && !isSoftDetail(entry[7])) divergeAt(entry[EVENT], 'notice-missing', describeCallback(entry[3], `${entry[3]} ${entry[7] === null || entry[7] === undefined ? '' : entry[7]}`), { by: entry[4] });
  skip(index);
}

/** A script of the log did not run, or did nothing that could be noticed. */
function missScript(index) {
  const entry = log.entries[index];
  const locals = localsOf(index);
  if (entry[KIND] === 's' && locals.g.length + locals.r > 0) divergeAt(entry[EVENT], 'registrations-differ', `script ${entry[TYPE]} did not do what it did`, { missing: [], surplus: [] });
  skip(index);
}

/** Scripts that must have run by now have nothing more to say. */
export function passScripts(isPast) {
  for (let i = at; i < log.entries.length; i++) {
    const entry = log.entries[i];
    if (entry[KIND] === 's' && !isEntryDone(i) && isPast(entry[TYPE], i)) missScript(i);
  }
  post();
}

function stepNotice(index, entry) {
  const type = entry[TYPE];
  if (type === 'selectionchange' && !hasSelected) return waitFor(LIMIT_SOFT, () => make(index, entry));
  if (MADE_HERE[type] === 1) return make(index, entry);
  for (let i = 0; i < early.length; i++) {
    const one = early[i];
    if (one.type === type && isTarget(entry[TARGET], one.target) && (one.path === null || isHeard(one.path, type))) {
      splice(early, i, 1);
      stopWaiting();
      begin(index);
      queueTask(bind(dispatch, one.target, asOwn(copyOf(one.event))));
      return undefined;
    }
  }
  // Where nothing runs, nothing ends; but an end may be under way already.
  let mayCome = true;
  if (ENDS[type] === 1 && (wait === null || wait.index !== index)) {
    const found = resolveTarget(entry[TARGET]);
    syncAnimations(isTarget);
    mayCome = found !== null && finishAnimationsOf(found.node);
  }
  const n = missed[type] || 0;
  // What did not come once is waited for less and less.
  const limit = n > 0 ? LIMIT_SOFT / n : SOFT[type] === 1 || isDrawing(entry[TARGET]) ? LIMIT_SOFT : LIMIT_NOTICE;
  if (wait === null || wait.index !== index) tellIfWaiting(index);
  return waitFor(mayCome ? limit : LIMIT_ENDED, () => {
    missed[type] = n + 1;
    if (SOFT[type] !== 1) divergeAt(entry[EVENT], 'notice-missing', type, { target: entry[TARGET] });
    skip(index);
  });
}

/** What does not come may be another page's to send, which waits for its turn. */
function tellIfWaiting(index) {
  nativeSetTimeout(() => {
    if (wait !== null && wait.index === index) note(['waits', log.page]);
  }, PATIENCE_MS);
}

/** A drawing in the page has nothing to load, and not every engine tells that it has. */
function isDrawing(number) {
  const found = resolveTarget(number);
  return found !== null && kindOf(found.node) === ELEMENT && localName(found.node) === 'svg';
}

/** Engines that never tell that scrolling has ended are not made to. */
const KNOWS_SCROLLEND = 'onscrollend' in scope;

/** Makes an event at its place. */
function make(index, entry) {
  if (entry[TYPE] === 'scrollend' && !KNOWS_SCROLLEND) {
    divergeAt(entry[EVENT], 'notice-missing', 'scrollend', { target: entry[TARGET] });
    skip(index);
    post();
    return;
  }
  begin(index);
  if (entry[TYPE] === 'input') edited[entry[TARGET]] = true;
  if (entry[TYPE] === 'selectionchange') hasSelected = false;
  if (entry[TYPE] === 'selectionchange') synthesize('selectionchange', entry[TARGET], []);
  else if (entry[TYPE] === 'scroll' || entry[TYPE] === 'scrollend') scrollTarget(resolveTarget(entry[TARGET]), entry[5], entry[TYPE]);
  else if (entry[TYPE] === 'wheel') makeWheel(entry);
  else synthesize(entry[TYPE], entry[TARGET], entry[5], HOVER[entry[TYPE]] === 1 ? relatedTo(index) : null);
}

/** Listeners for the old name hear only what the browser itself makes. */
function makeWheel(entry) {
  synthesize('wheel', entry[TARGET], entry[5]);
  synthesize('mousewheel', entry[TARGET], entry[5]);
}

function stepInput(index, entry) {
  const type = entry[TYPE];
  if (MADE_HERE[type] === 1) return make(index, entry);
  const isOwn = gesture !== null && index >= gesture.first && index <= gesture.last;
  if (log.isSynthetic || (isOwn && gesture.isSynthetic)) return make(index, entry);
  // Still under way.
  if (isOwn && !gesture.isPerformed) return undefined;
  if (HOVER[type] === 1) return make(index, entry);
  return waitFor(LIMIT_INPUT, () => missInput(index, entry, isOwn));
}

function missInput(index, entry, isOwn) {
  const type = entry[TYPE];
  const locals = localsOf(index);
  const isIdle = locals.g.length + locals.r === 0;
  if (MOVES[type] === 1) {
    if (isIdle) skip(index);
    else make(index, entry);
    return;
  }
  if (isOwn && gesture.isUpload) {
    skip(index);
    return;
  }
  if (isOwn && !gesture.isDriven) {
    // The page did it itself: what devices would have told is made.
    make(index, entry);
    return;
  }
  if (type === 'change' && edited[entry[TARGET]]) {
    // The browser does not know that what the page typed for the person was typed.
    make(index, entry);
    return;
  }
  if (isOwn && gesture.nMatched === 0 && SOFT[type] !== 1) {
    gesture.isSynthetic = true;
    divergeAt(entry[EVENT], 'target-not-hit', type, { target: entry[TARGET] });
    make(index, entry);
    return;
  }
  if (SOFT[type] !== 1) divergeAt(entry[EVENT], 'events-differ', `${type} did not come`, { target: entry[TARGET] });
  skip(index);
}

/** Fires what the log has before `index` and what can run now, each with its microtasks; then begins `index`. */
function catchUp(index) {
  const due = [];
  for (let i = at; i < index; i++) {
    const entry = log.entries[i];
    if (isEntryDone(i)) continue;
    if (entry[KIND] === 'y') {
      scrollTarget(resolveTarget(entry[TARGET]), entry[5], '');
      finishEntry(i);
    } else if (entry[KIND] === 'c' || MADE_HERE[entry[TYPE]] === 1) due[due.length] = i;
  }
  if (due.length === 0) return begin(index);
  isCatchingUp = true;
  queueTask(() => catchNext(due, 0, index));
  return undefined;
}

function catchNext(due, from, index) {
  for (let i = from; i < due.length; i++) {
    const entry = log.entries[due[i]];
    if (entry[KIND] !== 'c') {
      if (!isEntryDone(due[i])) guarded('make', () => make(due[i], entry));
      hop(HOPS, () => catchNext(due, i + 1, index));
      return;
    }
    const found = isEntryDone(due[i]) ? null : guarded('catch', () => readyNow(due[i], entry));
    if (!found) continue;
    begin(due[i]);
    queueTask(found.run);
    hop(HOPS, () => catchNext(due, i + 1, index));
    return;
  }
  isCatchingUp = false;
  if (index >= 0) begin(index);
  else post();
}

function hop(n, then) {
  queueTask(n === 0 ? then : () => hop(n - 1, then));
}

/** Like `ready`, for what need not wait. */
function readyNow(index, entry) {
  const { identity } = registrationFor(entry[4], entry[5], entry[6]);
  if (identity === null || identity.isOver) return null;
  if (identity.run === null && identity.arrivals.length === 0) return null;
  const found = ready(index, entry);
  return found === null || found.run === null ? null : found;
}

/** The parser is about to run a script: callbacks logged before it come first. */
export function beforeScript(name) {
  const index = findEntry('s', name, at, log.entries.length, () => true);
  if (index < 0) return;
  if (index > parseLimit) parseLimit = index;
  const due = [];
  for (let i = at; i < index; i++) {
    if (isEntryDone(i)) continue;
    // What a person did, or scripts before this one, is not over yet.
    if (log.entries[i][KIND] === 'i') return;
    if (log.entries[i][KIND] === 'c') due[due.length] = i;
  }
  if (due.length === 0 || isPaused || isCatchingUp) return post();
  isCatchingUp = true;
  queueTask(() => catchNext(due, 0, -1));
}

const writeDocument = scope.Document.prototype.write;
const gates = [];

/**
 * A script of the parser has begun, and callbacks are logged between it and what the parser comes to next:
 * right after the script the parser is made to wait until they have run.
 */
export function holdParser(index) {
  const upto = heldUpto(index);
  if (upto >= 0) putGate(upto);
}

function putGate(upto) {
  const name = log.page + '.' + upto;
  for (let i = 0; i < gates.length; i++) if (gates[i].name === name) return;
  if (upto > parseLimit) parseLimit = upto;
  gates[gates.length] = { name, upto, isOpen: false };
  const address = resolveUrl(settings.path + '?gate=' + name, document.baseURI);
  queueTask(() => guarded('gate', () => apply(writeDocument, document, ['<' + 'script src="' + address + '"></' + 'script>'])));
}

/** The document is read to its end. */
export function parsed() {
  isParsing = false;
  post();
}

const reached = {};

/** The document has come so far. */
export function markReached(name) {
  reached[name] = true;
  post();
}

function isNext(index) {
  advance();
  return index === at && !isPaused && !isCatchingUp && at < log.until;
}

/** The browser reports something that is heard. */
export function offerNotice(event, type, target) {
  if (MADE_HERE[type] === 1) {
    if (type === 'selectionchange') hasSelected = true;
    if (wait !== null) post();
    return stopEvent(event);
  }
  const index = findEntry('n', type, LAST[type] === 1 ? 0 : at, log.entries.length, (entry) => isTarget(entry[TARGET], target));
  if (index < 0) return surplusNotice(event, type, target);
  if (LAST[type] === 1) return begin(index);
  if (isNext(index)) {
    stopWaiting();
    begin(index);
    return undefined;
  }
  stopEvent(event);
  early[early.length] = { event, type, target, path: null };
  if (wait !== null) post();
  return undefined;
}

/** The browser reports something that nobody hears yet, though the log may have it further on. */
export function keepUnheard(event, type, target, path) {
  const index = findEntry('n', type, at, log.entries.length, (entry) => isTarget(entry[TARGET], target));
  if (index >= 0 && !isNext(index)) early[early.length] = { event, type, target, path };
}

function surplusNotice(event, type, target) {
  if (LAST[type] === 1) return undefined;
  const other = type === 'load' ? 'error' : type === 'error' ? 'load' : '';
  const index = other === '' ? -1 : findEntry('n', other, at, log.entries.length, (entry) => isTarget(entry[TARGET], target));
  if (index >= 0) {
    divergeAt(log.entries[index][EVENT], 'outcome-differs', `${type} instead of ${other}`, { target: log.entries[index][TARGET] });
    finishEntry(index);
    begin(-1);
    return undefined;
  }
  // Whether it would have come before the recording ended cannot be known.
  return stopEvent(event);
}

/** Which value a point on a slider is depends on how wide its thumb is. */
function keepRange(entry, target) {
  const state = entry[5][2];
  if (state && state[0] === 'range') setControl(target, state);
}

/** Whether a pointer is where it was; some engines also tell of moves that lead nowhere. */
function isThere(fields, event) {
  const { clientX, clientY } = event;
  if (clientX === undefined || typeof fields[0] !== 'number') return true;
  return near(fields[0] + gesture.offsetX, clientX) && near(fields[1] + gesture.offsetY, clientY);
}

const near = (one, other) => one - other < 1.5 && other - one < 1.5;

/** A person's event that is heard. */
export function offerInput(event, type, target) {
  if (MADE_HERE[type] === 1) return stopEvent(event);
  const { entries } = log;
  const fits = (entry) => isTarget(entry[TARGET], target);
  if (gesture !== null && !gesture.isSynthetic) {
    const isMove = MOVES[type] === 1;
    let index = findEntry('i', type, gesture.first, gesture.last + 1, (entry) => fits(entry) && (!isMove || isThere(entry[5], event)));
    if (index < 0 && HOVER[type] !== 1 && !isMove) {
      index = findEntry('i', type, gesture.first, gesture.last + 1, () => true);
      if (index >= 0 && SOFT[type] !== 1) divergeAt(entries[index][EVENT], 'events-differ', `${type} came to another element`, { target: entries[index][TARGET] });
    }
    if (index >= 0) {
      if (HOVER[type] !== 1) gesture.nMatched++;
      if (type === 'input') guarded('range', () => keepRange(entries[index], target));
      // Where the pointer is known to be, so is what is under it.
      if (POINTING[type] === 1) syncAll(isTarget);
      else syncAnimations(isTarget);
      return catchUp(index);
    }
  } else {
    const to = nextGesture < log.gestures.length ? log.gestures[nextGesture].first : entries.length;
    const index = findEntry('i', type, at, to, fits);
    if (index >= 0 && HOVER[type] !== 1) return catchUp(index);
  }
  if (HOVER[type] === 1 || MOVES[type] === 1) return stopEvent(event);
  if (type === 'paste') {
    // On some desktops the middle button pastes whatever was selected last, anywhere.
    cancelEvent(event);
    return stopEvent(event);
  }
  begin(-1);
  if (SOFT[type] !== 1) diverge('events-differ', `${type} came here only`, { last: lastEventBegun() });
  return undefined;
}

/**
 * An event at an object that the app made: a request, a port, a worker. `canWait` is false for what is void later.
 * Gives what waits for its place, or null if the event goes on.
 */
export function offerObject(identity, detail, event, target, canWait) {
  // A new task: what the last turn registered is known now.
  if (!isBlockedNow()) endTurn();
  advance();
  const entry = log.entries[at];
  if (entry !== undefined && entry[KIND] === 'c' && isNext(at) && !(isParsing && at >= parseLimit)) {
    const found = registrationFor(entry[4], entry[5], entry[6]);
    const isSame = typeof entry[7] !== 'string' || entry[7] === detail;
    if (found.identity === identity && isSame && !hasEarlier(identity, entry[7])) {
      stopWaiting();
      report(found.how, entry);
      identity.nFirings++;
      begin(at);
      return null;
    }
  }
  if (!canWait) {
    const index = entryOf(identity, detail);
    if (index >= 0) {
      identity.nFirings++;
      catchUp(index);
    } else begin(-1);
    return null;
  }
  stopEvent(event);
  const arrival = { detail, run: bind(apply, undefined, dispatch, target, [copyOf(event)]) };
  identity.arrivals[identity.arrivals.length] = arrival;
  if (wait !== null) post();
  return arrival;
}

const hasEarlier = (identity, detail) => identity.arrivals.length > 0 && (typeof detail !== 'string' || identity.arrivals[0].detail === detail);

/** The entry that tells of a detail of a registration. */
function entryOf(identity, detail) {
  for (let i = at; i < log.entries.length; i++) {
    const entry = log.entries[i];
    if (entry[KIND] !== 'c' || isEntryDone(i) || entry[7] !== detail) continue;
    const found = registrationFor(entry[4], entry[5], entry[6]);
    if (found.identity === identity) return i;
  }
  return -1;
}

export const timeAt = (index) => (index < log.entries.length ? log.entries[index][AT] : -1);
