import { NativeMap, NativePromise, apply, bind, defineProperty, getDescriptor, listen, mapDelete, mapGet, mapSet, slice, then } from './natives.js';
import { patchMethod } from './patch.js';
import { hookPrefixed } from './prefixed.js';
import { register, sourceOf } from './play-turns.js';
import { after, task } from './tasks.js';

// Timers and frames are held: none is registered with the browser, the log says when each fires.

/** The name of a callback, for people. */
function nameOf(callback) {
  const name = typeof callback === 'function' ? getDescriptor(callback, 'name') : undefined;
  return name !== undefined && typeof name.value === 'string' && name.value !== '' ? slice(name.value, 0, 60) : 'an anonymous function';
}

const timers = new NativeMap();
let lastTimer = 0;

function holdTimer(name, kind) {
  patchMethod(scope, name, (native) => (self, args) => {
    const handler = args[0];
    if ((self !== undefined && self !== null && self !== scope) || args.length === 0) return apply(native, self, args);
    const run = task(handler, after(args, 2));
    const delay = typeof args[1] === 'number' ? args[1] : 0;
    const identity = register(kind, [sourceOf(handler), delay]);
    identity.run = () => run;
    identity.name = nameOf(handler);
    const id = ++lastTimer;
    mapSet(timers, id, identity);
    return id;
  });
}

/** A callback that was taken back is not run, even if it was recorded to run: then it was not taken back there. */
function takeBack(held, name) {
  patchMethod(scope, name, () => (self, args) => {
    const id = typeof args[0] === 'number' ? args[0] : +args[0];
    const identity = mapGet(held, id);
    if (identity === undefined) return undefined;
    mapDelete(held, id);
    identity.isOver = true;
    return undefined;
  });
}

const frames = new NativeMap();
let lastFrame = 0;

function holdFrames(name, cancelName, kind, argument) {
  patchMethod(scope, name, (native) => (self, args) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(native, self, args);
    const identity = register(kind, [sourceOf(callback)]);
    identity.name = nameOf(callback);
    identity.run = (entry) => bind(callback, undefined, argument(entry));
    const id = ++lastFrame;
    mapSet(frames, id, identity);
    return id;
  });
  takeBack(frames, cancelName);
}

/** The time of a frame: how old it was is in the log. */
const frameTime = (entry) => (entry[2] - (typeof entry[7] === 'number' ? entry[7] : 0)) / 1000;

const NativeDeadline = scope.IdleDeadline;
const createFrom = scope.Object.create;
const objectPrototype = scope.Object.prototype;

/** What an idle callback is told; its time is never up. */
function deadline(entry) {
  const made = createFrom(NativeDeadline ? NativeDeadline.prototype : objectPrototype);
  defineProperty(made, 'didTimeout', { value: entry[7] === 1, configurable: true, enumerable: true });
  defineProperty(made, 'timeRemaining', { value: () => 10, configurable: true, enumerable: true });
  return made;
}

/** Tasks of a priority. One that is taken back before its time breaks its promise. */
function holdPosted() {
  patchMethod(scope.Scheduler && scope.Scheduler.prototype, 'postTask', (native) => (self, args) => {
    const callback = args[0];
    const signal = args[1] ? args[1].signal : undefined;
    if (typeof callback !== 'function' || (signal && signal.aborted)) return apply(native, self, args);
    const identity = register('posted', [sourceOf(callback)]);
    identity.name = nameOf(callback);
    const due = new NativePromise((keep, fail) => {
      identity.run = () => keep;
      if (signal) listen(signal, 'abort', () => {
        identity.isOver = true;
        fail(signal.reason);
      });
    });
    return then(due, bind(callback, undefined));
  });
}

export function playTimers() {
  holdTimer('setTimeout', 'timeout');
  holdTimer('setInterval', 'interval');
  takeBack(timers, 'clearTimeout');
  takeBack(timers, 'clearInterval');
  holdFrames('requestAnimationFrame', 'cancelAnimationFrame', 'frame', frameTime);
  holdFrames('requestIdleCallback', 'cancelIdleCallback', 'idle', deadline);
  holdPosted();
  hookPrefixed();
}
