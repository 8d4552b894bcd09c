import { NativeError, bind, clock, decodePercent, encodeBase64, entriesByType, entropy, eventTime, fromCharCode, getDescriptor, listen, numberText, readBlob, round, slice, split, then, thePerformance, timeOrigin, uncurry } from './natives.js';
import { costLine, hasCosts, timed } from './cost.js';
import { currentScriptOf, document, getAttribute, kindOf } from './dom.js';
import { followFrame, framePath, hookFrameWindows, markWindow, succeed } from './frames.js';
import { guarded } from './guarded.js';
import { hookInputs, knowsSteps, onInput, setFileReader, settleInputs, takeUnheard, traveled } from './inputs.js';
import { canBeCaused, isInput } from './kinds.js';
import { hookListeners, isHeard, listensAt, watch } from './listeners.js';
import { targetNumber } from './locate.js';
import { hookMessages, nextAt, nextPosted } from './messages.js';
import { hookNetwork, identityOf } from './network.js';
import { errorName, hookPage, keepError } from './page.js';
import { hideFrames, hideSources } from './patch.js';
import { ignoreScript, runningScript, runsAlone, scriptName } from './scripts.js';
import { endsHere, isNested, rootPlace } from './stacks.js';
import { hookStorage } from './storage.js';
import { hookTimers } from './timers.js';
import { age, begin, endTurn, fire, watchScripts } from './turns.js';
import { hookValues, seed } from './values.js';
import { connect, elapsed, note, part, rest, wake } from './wire.js';

/** The browser reports something that somebody hears. */
function onNotice(event, type, target) {
  const head = ['n', elapsed(), type, targetNumber(target, true)];
  const old = age(eventTime(event));
  if (old !== 0) head[4] = old;
  begin(head);
}

/** An event at something that is no node: a request, a port, a worker. */
function onObjectEvent(event, type, target) {
  const identity = type === 'message' && nextAt(target);
  if (identity) return fire(identity);
  const own = identityOf(target, () => tagOf(target));
  const state = own.kind === 'xhr' ? type + target.readyState : type;
  fire(own, state);
}

const objectText = uncurry(scope.Object.prototype.toString);
const tagOf = (object) => slice(objectText(object), 8, -1);

function onEvent(event, type, target, path) {
  if (target !== scope && kindOf(target) === 0) {
    if (listensAt(target, type) && !isNested()) onObjectEvent(event, type, target);
    return;
  }
  if (isInput(type)) {
    if (canBeCaused(type) && isNested()) return;
    return onInput(event, type, target, path);
  }
  if (type === 'pagehide') onHide(event);
  if (type === 'load') followFrame(target);
  if (type === 'message' && target === scope) {
    if (!isHeard(path, type)) return;
    const identity = nextPosted(event.source);
    if (identity) fire(identity);
    else begin(['n', elapsed(), type, -1]);
    return;
  }
  if (type === 'error' && target === scope) return keepError(event);
  if (target === document && (type === 'DOMContentLoaded' || type === 'load')) onReached(type);
  const heard = isHeard(path, type);
  const isStep = type === 'popstate' && !knowsSteps;
  if ((!heard && !isStep) || isNested()) return;
  settleInputs();
  if (isStep) traveled(0);
  if (heard) onNotice(event, type, target);
}

/** How far the document is tells what comes before and what after, even if nobody hears it. */
function onReached(type) {
  endTurn();
  note(['m', elapsed(), type]);
}

function onHide(event) {
  guarded('hide', () => {
    endTurn();
    settleInputs();
    if (hasCosts()) note(costLine());
    note(['bye', elapsed(), event.persisted ? 1 : 0, takeUnheard()]);
    if (event.persisted) rest();
    else part();
  });
}

/** What runs although nobody announced it: the script at the bottom of the stack. */
const taskName = () => guarded('task', rootPlace) || '';

/** What nobody caught in a promise has no turn: it is told when nobody did anything about it. */
function onRejection(event) {
  const { reason } = event;
  note(['rejected', slice(errorName(reason), 0, 100), slice(guarded('error', () => `${reason && reason.message}`) || '', 0, 500)]);
}

function sendFile(file) {
  if (!readBlob) return;
  then(readBlob(file), (buffer) => {
    const bytes = new scope.Uint8Array(buffer);
    let text = '';
    for (let i = 0; i < bytes.length; i++) text += fromCharCode(bytes[i]);
    note(['file', slice(file.name, 0, 200), encodeBase64(text)]);
  });
}

function hello(name) {
  const entries = entriesByType(thePerformance, 'navigation');
  return ['hello', {
    page: name,
    url: scope.location.href,
    frame: framePath(),
    opener: !!scope.opener,
    navigation: entries.length > 0 ? entries[0].type : 'navigate',
    referrer: document.referrer,
    origin: timeOrigin,
    now: round(clock() * 1000),
    seed: [seed[0], seed[1], seed[2], seed[3]],
    width: scope.innerWidth,
    height: scope.innerHeight,
    ratio: scope.devicePixelRatio,
    agent: scope.navigator.userAgent,
  }];
}

function start() {
  succeed();
  const script = currentScriptOf(document);
  const attribute = script && getAttribute(script, 'data-policies');
  const policies = attribute ? split(attribute, ' ').map(decodePercent) : [];
  const numbers = entropy(2);
  const name = numberText(numbers[0], 36) + numberText(numbers[1], 36);
  const sendBeacon = getDescriptor(scope.Navigator.prototype, 'sendBeacon');
  note(hello(name));
  setFileReader(sendFile);
  hideSources(scope.Function.prototype);
  hideFrames(scope.Error.prototype);
  hideFrames(scope.DOMException && scope.DOMException.prototype);
  ignoreScript(script);
  watchScripts(runningScript, scriptName, runsAlone, taskName);
  hookValues();
  hookInputs();
  hookListeners(timed(onEvent), (object) => identityOf(object, () => tagOf(object)));
  for (const type of ['pagehide', 'beforeunload', 'error', 'load', 'DOMContentLoaded', 'popstate', 'hashchange']) watch(type);
  listen(scope, 'beforeunload', () => guarded('leave', () => {
    settleInputs();
    part();
  }), true);
  listen(scope, 'unhandledrejection', (event) => guarded('rejection', () => onRejection(event)), true);
  listen(scope, 'pageshow', (event) => guarded('show', () => {
    if (!event.persisted) return;
    wake();
    note(['show', elapsed()]);
  }), true);
  hookTimers();
  hookNetwork();
  hookMessages();
  hookPage(policies);
  hookFrameWindows();
  hookStorage();
  markWindow();
  connect(name, document.baseURI, sendBeacon ? bind(sendBeacon.value, scope.navigator) : null);
}

export function main() {
  guarded('start', start);
  endsHere(new NativeError().stack);
}

