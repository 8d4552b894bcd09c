import { NativeError, NativeMutationObserver, apply, decodePercent, entriesByType, listen, method, nativeFrame, nativeSetTimeout, observeTree, slice, split, thePerformance, uncurry } from './natives.js';
import { ELEMENT, currentScriptOf, document, getAttribute, kindOf, localName, readyState } from './dom.js';
import { followFrame, framePath, hookFrameWindows, markWindow, succeed } from './frames.js';
import { guarded } from './guarded.js';
import { act } from './hand.js';
import { focusNode } from './hand-dom.js';
import { isTarget, resolveTarget, setTargets } from './hand-find.js';
import { placeGesture } from './hand-place.js';
import { KINDS, canBeCaused, isInput } from './kinds.js';
import { hookListeners, isHeard, listensAt, watch } from './listeners.js';
import { hookMessages, nextAt, nextPosted } from './messages.js';
import { hookNetwork, identityOf } from './network.js';
import { hideCaret, hideCaretAndMark, observe, showCaret, startObserver } from './observer.js';
import { errorName, hookPage, keepError } from './page.js';
import { hideFrames, hideSources, patchAccessor, patchMethod } from './patch.js';
import { closeBubble, isOwnShift, noteInvalid } from './play-bubble.js';
import { keepShowing, syncAll, syncAnimations } from './play-clock.js';
import { EVENT, isEntryDone, loadLog, log } from './play-log.js';
import { maskRequests, nativeState, showState } from './play-copies.js';
import { beforeScript, go, grant, holdParser, keepUnheard, markReached, offerInput, offerNotice, offerObject, parsed, passScripts, pause, performed, place, restart, setPump, somethingCame, timeAt, turnBegan } from './play-pump.js';
import { watchStreams, whenQuiet } from './play-streams.js';
import { playTimers } from './play-timers.js';
import { diverge, divergeAt, hasBegun, lastEventBegun, nextDialog, turnCount, virtualUs, watchScripts, watchTurns } from './play-turns.js';
import { playValues } from './play-values.js';
import { ask, connect, note } from './play-wire.js';
import { ignoreScript, runningScript, runsAlone, scriptName } from './scripts.js';
import { selectIn } from './selection.js';
import { endsHere, isNested, rootPlace } from './stacks.js';

// Makes a page do again what was recorded of it.

const objectText = uncurry(scope.Object.prototype.toString);
const tagOf = (object) => slice(objectText(object), 8, -1);
// A transaction does not wait for its listeners.
const CANNOT_WAIT = { IDBRequest: 1, IDBOpenDBRequest: 1, IDBTransaction: 1, IDBDatabase: 1 };

function onObjectEvent(event, type, target) {
  const sender = type === 'message' && nextAt(target);
  const own = sender || identityOf(target, () => tagOf(target));
  if (own.kind !== 'xhr') {
    offerObject(own, sender ? undefined : type, event, target, CANNOT_WAIT[own.kind] !== 1);
    return;
  }
  const state = nativeState(target);
  const arrival = offerObject(own, type + state, event, target, true);
  if (arrival === null) return showState(target, state);
  const { run } = arrival;
  if (own.shown === undefined) showState(target, 1);
  own.shown = true;
  arrival.run = () => {
    showState(target, state);
    run();
  };
}

/** Of a document, or its window. */
const ONCE = { DOMContentLoaded: 1, load: 1, pagereveal: 1 };

function onEvent(event, type, target, path) {
  if (isOwnShift(event)) return undefined;
  if (type === 'invalid') noteInvalid(target);
  if (target !== scope && kindOf(target) === 0) {
    if (listensAt(target, type) && !isNested()) onObjectEvent(event, type, target);
    return undefined;
  }
  if (isInput(type)) {
    if ((canBeCaused(type) && isNested()) || !isHeard(path, type)) return undefined;
    return offerInput(event, type, target);
  }
  if (type === 'load') onLoaded(target);
  if (type === 'message' && target === scope) {
    if (!isHeard(path, type)) return undefined;
    const identity = nextPosted(event.source);
    if (identity) return offerObject(identity, undefined, event, target, true);
    return offerNotice(event, type, target);
  }
  if (type === 'error' && target === scope) return keepError(event);
  if (target === document && (type === 'DOMContentLoaded' || type === 'load')) {
    if (type === 'DOMContentLoaded') passScripts((name) => name[0] === '#');
    markReached(type);
  }
  if (isNested()) return undefined;
  if (isHeard(path, type)) return offerNotice(event, type, target);
  // What comes once only may be heard by those who were to listen before it came.
  if ((target === document || target === scope) && ONCE[type] === 1) keepUnheard(event, type, target, path);
  return undefined;
}

const scriptSource = method(scope.HTMLScriptElement.prototype, 'src');

/** What has loaded has run. */
function onLoaded(target) {
  followFrame(target);
  if (target === document || target === scope) return;
  if (kindOf(target) !== ELEMENT || localName(target) !== 'script' || hasBegun(target)) return;
  const src = scriptSource(target);
  let isFirst = true;
  passScripts((name) => {
    const isIt = name === src && isFirst;
    if (name === src) isFirst = false;
    return isIt;
  });
}

const isAsync = method(scope.HTMLScriptElement.prototype, 'async');
const isDeferred = method(scope.HTMLScriptElement.prototype, 'defer');

/** Scripts that the parser waits for are where it can be held. */
function scriptBegan(index, script) {
  if (readyState(document) !== 'loading' || isAsync(script) || (isDeferred(script) && getAttribute(script, 'src') !== null)) return;
  if (getAttribute(script, 'type') !== 'module') holdParser(index);
}

/** Callbacks that were logged before a script of the parser run before it: this is told right before it runs. */
function watchParser() {
  const observer = new NativeMutationObserver((records) => guarded('parser', () => {
    if (readyState(document) !== 'loading') return;
    for (let i = 0; i < records.length; i++) {
      const { addedNodes } = records[i];
      for (let j = 0; j < addedNodes.length; j++) {
        const node = addedNodes[j];
        if (kindOf(node) === ELEMENT && localName(node) === 'script') beforeScript(scriptName(node));
      }
    }
  }));
  observeTree(observer, document, { childList: true, subtree: true });
  if (readyState(document) !== 'loading') return parsed();
  listen(document, 'readystatechange', () => guarded('parsed', () => {
    if (readyState(document) !== 'loading') parsed();
  }), true);
  return undefined;
}

/** A page must not see that its document is further than it was. */
function maskReadyState() {
  const isPending = (index) => index >= 0 && !isEntryDone(index);
  patchAccessor(scope.Document.prototype, 'readyState', {
    get: () => (self) => {
      const state = readyState(self);
      if (self !== document) return state;
      if (isPending(log.readyEntries[0])) return 'loading';
      return isPending(log.readyEntries[1]) && state === 'complete' ? 'interactive' : state;
    },
  });
}

// Times between two looks while only callbacks run, in microseconds.
const LOOK_EVERY_US = 1000000;
const SETTLE_LIMIT_MS = 1500;
let nLooked = -1;
let nAsked = 0;
let lookedUs = 0;

/** What may have changed something: turns, and what a person did though nobody heard it. */
const nDone = () => turnCount() + nAsked;

/** Whether something may have changed that nobody has seen yet, and this is a place to look. */
function wantsLook(index) {
  if (nDone() === nLooked || settings.blind) return false;
  const entry = log.entries[index];
  if (entry === undefined) return true;
  const next = log.gestures[nAsked];
  if (next !== undefined && next.first <= index) return !(next.isTyping && nAsked > 0 && log.gestures[nAsked - 1].isTyping);
  return timeAt(index) - lookedUs >= LOOK_EVERY_US;
}

const images = method(scope.Document.prototype, 'images');
const isComplete = method(scope.HTMLImageElement && scope.HTMLImageElement.prototype, 'complete');
const imageLoading = method(scope.HTMLImageElement && scope.HTMLImageElement.prototype, 'loading');
const fontSet = method(scope.Document.prototype, 'fonts');
const fontStatus = method(scope.FontFaceSet && scope.FontFaceSet.prototype, 'status');

function isSettled() {
  if (fontSet && fontStatus && fontStatus(fontSet(document)) === 'loading') return false;
  const all = images(document);
  for (let i = 0; i < all.length; i++) if (!isComplete(all[i]) && imageLoading(all[i]) !== 'lazy') return false;
  return true;
}

/** Calls `done` when fonts and pictures are there, or after a limit. */
function settle(done) {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    done();
  };
  const check = () => {
    if (isOver) return undefined;
    if (guarded('settle', isSettled) !== false) return end();
    return nativeSetTimeout(check, 8);
  };
  nativeSetTimeout(end, SETTLE_LIMIT_MS);
  check();
}

/** Calls `done` after `n` frames; a window that shows none does not wait for ever. */
function afterFrames(n, done) {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    done();
  };
  const frame = (left) => (left === 0 ? end() : nativeFrame(() => frame(left - 1)));
  nativeSetTimeout(end, 300);
  frame(n);
}

let nPictures = 0;

function look() {
  pause();
  guarded('bubble', closeBubble);
  // What the last turn began stands still before a frame can move it.
  syncAnimations(isTarget);
  // What the last turn did to styles, hovering included, shows with the next frame.
  settle(() => whenQuiet(() => afterFrames(settings.frames, () => guarded('look', () => {
    const isAnimated = syncAll(isTarget);
    const seen = guarded('observe', observe);
    nLooked = nDone();
    lookedUs = virtualUs();
    if (!seen) return go();
    let mark = null;
    const tell = () => note(['step', log.page, place(), lastEventBegun(), virtualUs(), seen, mark]);
    if (!seen.isVisible) {
      tell();
      return go();
    }
    nPictures += 1;
    if (settings.marks && framePath().length === 0) mark = guarded('mark', () => hideCaretAndMark(nPictures)) || null;
    else hideCaret();
    keepShowing();
    // Where an animation was set to shows with the next frame, too.
    return isAnimated ? afterFrames(2, tell) : tell();
  }))));
}

/** Where the hands are to go, asked for at the last moment. */
function askForGesture(number, gesture) {
  nAsked = number + 1;
  const found = gesture.placing === null ? null : guarded('place', () => placeGesture(gesture.placing));
  if (found && !found.isHit && gesture.mustHit && found.frameX !== null) {
    // Some things show only when the pointer is near.
    const [, x, y] = gesture.placing;
    return note(['probe', log.page, number, x + found.frameX, y + found.frameY]);
  }
  return askPlaced(number, gesture, found);
}

/** The pointer is where the hands are to go: what is there now? */
function probed(number) {
  const gesture = log.gestures[number];
  if (gesture === undefined || gesture.isPerformed) return;
  askPlaced(number, gesture, guarded('place', () => placeGesture(gesture.placing)));
}

function askPlaced(number, gesture, found) {
  const event = gesture.event;
  if (found && found.how && found.how !== 'path' && found.how !== 'id') divergeAt(event, 'target-relaxed', found.how, { target: gesture.placing[0] });
  if (gesture.placing !== null && !found) {
    divergeAt(event, 'target-not-found', gesture.label, { target: gesture.placing[0] });
    return performed(number, false);
  }
  if (found && found.isHit && found.wasOut) divergeAt(event, 'target-not-hit', `${gesture.label}: out of view, scrolled to`, { target: gesture.placing[0] });
  if (found && found.frameX === null && gesture.isDriven) {
    divergeAt(event, 'target-not-hit', `${gesture.label}: in a frame of another origin`, { target: gesture.placing[0] });
    return performed(number, false);
  }
  if (found && !found.isHit && gesture.mustHit) {
    divergeAt(event, 'target-not-hit', gesture.label, { target: gesture.placing[0], cover: found.cover });
    return performed(number, false);
  }
  if (found) {
    gesture.offsetX = found.offsetX || 0;
    gesture.offsetY = found.offsetY || 0;
  }
  if (found && !found.isHit && gesture.isTyping && gesture.isDriven) {
    divergeAt(event, 'focus-elsewhere', gesture.label, { target: gesture.placing[0] });
    guarded('focus', () => focusTarget(gesture.placing[0]));
  }
  if (gesture.isTyping && found) guarded('selection', () => restoreSelection(gesture));
  if (!gesture.isDriven) return performed(number, gesture.act !== null && guarded('act', () => act(gesture.act)) === true);
  return note(['gesture', log.page, number, found || null]);
}

/** Keys go where the focus is, so it must be where it was. */
function focusTarget(number) {
  const found = resolveTarget(number);
  if (found !== null && kindOf(found.node) === ELEMENT) focusNode(found.node);
}

/** What was selected when typing began is what it goes over. */
function restoreSelection(gesture) {
  for (let i = gesture.first; i <= gesture.last; i++) {
    const entry = log.entries[i];
    if (entry[3] !== 'keydown') continue;
    const field = resolveTarget(entry[4]);
    if (field !== null) selectIn(field.node, entry[5][4]);
    return;
  }
}

function onMessage(message) {
  guarded('message', () => {
    switch (message[0]) {
      case 'go':
        guarded('caret', showCaret);
        guarded('animations', keepShowing);
        return go();
      case 'done':
        return performed(message[1], message[2]);
      case 'probed':
        return probed(message[1]);
      case 'grant':
        return grant(message[1]);
      default:
        return undefined;
    }
  });
}

function answerDialog(kind, message) {
  const dialog = guarded('dialog', () => nextDialog(kind));
  if (dialog !== undefined) return dialog.length > 2 ? dialog[2] : undefined;
  guarded('dialog', () => diverge('events-differ', `${kind} here only`, { message: slice(message, 0, 200) }));
  return kind === 'alert' ? undefined : kind === 'confirm' ? false : null;
}

function onRejection(event) {
  const { reason } = event;
  note(['rejected', log.page, lastEventBegun(), slice(errorName(reason), 0, 100), slice(guarded('error', () => `${reason && reason.message}`) || '', 0, 500)]);
}

function restoreStorage(stored) {
  for (let i = 0; i < stored.length; i++) guarded('storage', () => {
    const storage = scope[stored[i][0]];
    const values = stored[i][1];
    for (const key in values) storage.setItem(key, values[key]);
  });
}

/**
 * Pages write anew in one engine what they have loaded in another. A frame's empty document, in which nothing was
 * recorded, becomes the page that was recorded in that frame next when it is opened for writing.
 */
function hookOpening() {
  patchMethod(scope.Document.prototype, 'open', (native) => (self, args) => {
    const opened = apply(native, self, args);
    if (self === document && args.length < 3) guarded('opening', goOnAsNext);
    return opened;
  });
}

function goOnAsNext() {
  for (let i = 0; i < log.entries.length; i++) if (log.entries[i][EVENT] >= 0) return;
  const given = ask({ url: scope.location.href, frame: framePath(), after: log.page }, document.baseURI);
  if (given === null) return;
  setTargets(given.targets);
  loadLog(given);
  restart();
  note(['open', log.page]);
}

const taskName = () => guarded('task', rootPlace) || '';

function start() {
  succeed();
  const script = currentScriptOf(document);
  const attribute = script && getAttribute(script, 'data-policies');
  const policies = attribute ? split(attribute, ' ').map(decodePercent) : [];
  const entries = entriesByType(thePerformance, 'navigation');
  const given = ask({
    url: scope.location.href,
    frame: framePath(),
    opener: !!scope.opener,
    navigation: entries.length > 0 ? entries[0].type : 'navigate',
    follows: !!settings.follows,
  }, document.baseURI);
  // A page that was not recorded is left alone.
  if (given === null) return;
  restoreStorage(given.storage);
  setTargets(given.targets);
  loadLog(given);
  hideSources(scope.Function.prototype);
  hideFrames(scope.Error.prototype);
  hideFrames(scope.DOMException && scope.DOMException.prototype);
  ignoreScript(script);
  watchScripts(runningScript, scriptName, runsAlone, taskName);
  watchTurns(turnBegan, somethingCame, scriptBegan);
  setPump({ gesture: askForGesture, wanted: wantsLook, look, end: () => note(['end', log.page, place()]) });
  playValues();
  startObserver();
  for (const type in KINDS) watch(type);
  hookListeners(onEvent, (object) => {
    const identity = identityOf(object, () => tagOf(object));
    if (identity.object === null) identity.object = object;
  });
  for (const type of ['error', 'load', 'DOMContentLoaded', 'pagereveal', 'popstate', 'hashchange']) watch(type);
  listen(scope, 'unhandledrejection', (event) => guarded('rejection', () => onRejection(event)), true);
  playTimers();
  hookNetwork();
  watchStreams();
  hookMessages();
  hookPage(policies, answerDialog);
  hookFrameWindows();
  if (settings.follows) hookOpening();
  maskReadyState();
  maskRequests();
  markWindow();
  watchParser();
  connect(document.baseURI, ['open', log.page], onMessage);
  go();
}

export function main() {
  guarded('start', start);
  endsHere(new NativeError().stack);
}
