import { NativeMap, NativePromise, apply, bind, clock, mapDelete, mapForEach, mapGet, mapSet, queueTask, then } from './natives.js';
import { guarded } from './guarded.js';
import { patchMethod } from './patch.js';
import { hookPrefixed } from './prefixed.js';
import { after, task } from './tasks.js';
import { age, fire, register, sourceOf } from './turns.js';

// A callback runs as the only microtask of the agent's own callback: the event has begun,
// and yet no frame of the agent is on the page's stack.

const timers = new NativeMap();
const atOnce = new NativePromise((keep) => keep(undefined));
let lastTimer = 0;

// While an app is explored: when timeouts are due that fire soon, by their ids.
const dues = settings.hold ? new NativeMap() : null;
const SOON_MS = 2000;

/** How many milliseconds the next of them was set to; nothing if there is none. */
function nextDelay() {
  let next;
  if (dues) mapForEach(dues, (due) => {
    if (next === undefined || due.at < next.at) next = due;
  });
  return next && next.delay;
}

function hookTimer(name, kind, repeats) {
  patchMethod(scope, name, (native) => (self, args) => {
    const handler = args[0];
    if ((self !== undefined && self !== null && self !== scope) || args.length === 0) return apply(native, self, args);
    const run = task(handler, after(args, 2));
    const delay = typeof args[1] === 'number' ? args[1] : 0;
    const identity = register(kind, [sourceOf(handler), delay]);
    const id = ++lastTimer;
    const nativeId = native(() => {
      guarded('timer', () => {
        if (!repeats) forget(id);
        fire(identity);
      });
      queueTask(run);
    }, args[1]);
    mapSet(timers, id, nativeId);
    if (dues && !repeats && delay <= SOON_MS) mapSet(dues, id, { at: clock() + delay, delay });
    return id;
  });
}

function forget(id) {
  mapDelete(timers, id);
  if (dues) mapDelete(dues, id);
}

function hookClear(name) {
  patchMethod(scope, name, (native) => (self, args) => {
    // Only xcheck knows this name, and asks what is about to happen.
    if (args.length === 1 && args[0] === settings.path) return nextDelay();
    const id = typeof args[0] === 'number' ? args[0] : +args[0];
    const nativeId = mapGet(timers, id);
    if (nativeId === undefined) return undefined;
    forget(id);
    return apply(native, scope, [nativeId]);
  });
}

const frames = new NativeMap();
let lastFrame = 0;

function hookFrames(name, cancelName, kind) {
  patchMethod(scope, name, (native) => (self, args) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(native, self, args);
    const identity = register(kind, [sourceOf(callback)]);
    const id = ++lastFrame;
    const nativeId = native((time) => {
      guarded('frame', () => {
        mapDelete(frames, id);
        const event = fire(identity, 0);
        // The argument: how old the frame's time is, or whether the idle callback came of its time limit.
        event.head[6] = typeof time === 'number' ? age(time) : time.didTimeout ? 1 : 0;
      });
      queueTask(bind(callback, undefined, time));
    }, ...after(args, 1));
    mapSet(frames, id, nativeId);
    return id;
  });
  patchMethod(scope, cancelName, (native) => (self, args) => {
    const id = typeof args[0] === 'number' ? args[0] : +args[0];
    const nativeId = mapGet(frames, id);
    if (nativeId === undefined) return undefined;
    mapDelete(frames, id);
    return apply(native, scope, [nativeId]);
  });
}

/** Tasks of a priority. What one gives goes to whoever waits for it, so it is run by a promise. */
function hookPosted() {
  patchMethod(scope.Scheduler && scope.Scheduler.prototype, 'postTask', (native) => (self, args) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(native, self, args);
    const identity = register('posted', [sourceOf(callback)]);
    const run = () => {
      guarded('posted', () => fire(identity));
      return then(atOnce, bind(callback, undefined));
    };
    return apply(native, self, [run, ...after(args, 1)]);
  });
}

export function hookTimers() {
  hookTimer('setTimeout', 'timeout', false);
  hookTimer('setInterval', 'interval', true);
  hookClear('clearTimeout');
  hookClear('clearInterval');
  hookFrames('requestAnimationFrame', 'cancelAnimationFrame', 'frame');
  hookFrames('requestIdleCallback', 'cancelIdleCallback', 'idle');
  hookPosted();
  hookPrefixed();
}
