import { NativeMap, NativeWeakMap, apply, eventCurrentTarget, eventPath, eventTarget, eventTrusted, eventType, getDescriptor, getNames, listen, mapDelete, mapForEach, mapGet, mapSet, mapSize, slice, startsWith, weakGet, weakSet } from './natives.js';
import { ELEMENT, document, hasAttribute, isConnected, kindOf } from './dom.js';
import { confess, guarded } from './guarded.js';
import { patchAccessor, patchMethod } from './patch.js';

// Who listens to what, and the agent's own listeners in front of all others.

// Listeners for these hear the event of the other name.
const OTHER_NAMES = { webkitTransitionEnd: 'transitionend', webkitAnimationStart: 'animationstart', webkitAnimationEnd: 'animationend', webkitAnimationIteration: 'animationiteration', mousewheel: 'wheel' };
// Not seen at the window in every engine.
const AT_TARGET = { mouseenter: 1, mouseleave: 1, pointerenter: 1, pointerleave: 1 };
// What happens to elements outside of the document too, and what stops at the document.
const OFF_TREE = { load: 1, error: 1, abort: 1, loadstart: 1, progress: 1, loadend: 1, loadedmetadata: 1, loadeddata: 1, canplay: 1, canplaythrough: 1, play: 1, playing: 1, pause: 1, ended: 1, timeupdate: 1, seeking: 1, seeked: 1, waiting: 1, stalled: 1, suspend: 1, emptied: 1, durationchange: 1, ratechange: 1, volumechange: 1, finish: 1 };

// WebKit (GTK) 2.50 does not trust its own.
const UNTRUSTED = { pagereveal: 1, pageswap: 1 };

const listeners = new NativeWeakMap();
const watched = new NativeMap();
const watchedTargets = new NativeWeakMap();
const ownEvents = new NativeWeakMap();
let lastEvent = null;
let onHeard = () => {};
let onListened = () => {};

const plain = (type) => OTHER_NAMES[type] || type;

/** The agent's listener, the same for everything. */
function hear(event) {
  try {
    const isOfBrowser = eventTrusted(event) || (UNTRUSTED[eventType(event)] === 1 && !weakGet(ownEvents, event));
    if (event === lastEvent || !isOfBrowser) return;
    lastEvent = event;
    const type = plain(eventType(event));
    const path = eventPath(event);
    // Shadow roots keep the target from the window's view, but not from the path.
    const target = path.length > 0 ? path[0] : eventTarget(event);
    onHeard(event, type, target, path);
  } catch (error) {
    confess('event', error);
  }
}

/** An event that the agent itself is about to send, not to be heard by it. */
export function asOwn(event) {
  weakSet(ownEvents, event, true);
  return event;
}

/** Like `hear`, for what never passes the window. */
function hearAtTarget(event) {
  if (eventTarget(event) === eventCurrentTarget(event)) hear(event);
}

/** Hears `type` at the window before anyone else can. */
export function watch(type) {
  if (mapGet(watched, type)) return;
  mapSet(watched, type, true);
  listen(scope, type, hear, true);
  if (OFF_TREE[type] || type === 'readystatechange' || type === 'DOMContentLoaded') listen(document, type, hear, true);
}

/** Hears it again after the page threw away all listeners by opening its document anew. */
export function watchAgain() {
  const types = [];
  mapForEach(watched, (_, type) => {
    types[types.length] = type;
  });
  for (let i = 0; i < types.length; i++) {
    mapDelete(watched, types[i]);
    watch(types[i]);
  }
}

/** Makes sure that the agent hears `type` at `target` before a listener that is about to be added. */
function attend(target, type) {
  if (target === scope || target === document) return watch(type);
  const kind = kindOf(target);
  if (kind !== 0) {
    watch(type);
    if (!AT_TARGET[type] && !(OFF_TREE[type] && !isConnected(target))) return;
  } else {
    onListened(target);
  }
  let types = weakGet(watchedTargets, target);
  if (types === undefined) {
    types = new NativeMap();
    weakSet(watchedTargets, target, types);
  }
  if (mapGet(types, type)) return;
  mapSet(types, type, true);
  listen(target, type, kind === 0 ? hear : hearAtTarget, true);
}

const isListener = (listener) => typeof listener === 'function' || (typeof listener === 'object' && listener !== null);
const isCapture = (options) => (typeof options === 'object' && options !== null ? !!options.capture : !!options);

function added(target, type, listener, options) {
  let types = weakGet(listeners, target);
  if (types === undefined) {
    types = new NativeMap();
    weakSet(listeners, target, types);
  }
  let all = mapGet(types, type);
  if (all === undefined) {
    all = new NativeMap();
    mapSet(types, type, all);
  }
  const once = typeof options === 'object' && options !== null && options.once ? 4 : 0;
  const flags = mapGet(all, listener) || 0;
  mapSet(all, listener, flags | (isCapture(options) ? 1 : 2) | once);
}

function removed(target, type, listener, options) {
  const types = weakGet(listeners, target);
  const all = types && mapGet(types, type);
  const flags = all && mapGet(all, listener);
  if (!flags) return;
  const left = flags & ~(isCapture(options) ? 1 : 2);
  if ((left & 3) === 0) mapDelete(all, listener);
  else mapSet(all, listener, left);
}

/** Whether anyone in `path` listens to `type`, in a script or in markup. */
export function isHeard(path, type) {
  for (let i = 0; i < path.length; i++) {
    if (listensAt(path[i], type)) return true;
  }
  return false;
}

export function listensAt(target, type) {
  const types = weakGet(listeners, target);
  const all = types && mapGet(types, type);
  if (all && mapSize(all) > 0) return true;
  const name = 'on' + type;
  if (kindOf(target) === ELEMENT && hasAttribute(target, name)) return true;
  const handler = target[name];
  return handler !== null && handler !== undefined;
}

/** What a target is listened to for, as far as scripts said so. */
function typesAt(target) {
  const found = [];
  const types = weakGet(listeners, target);
  if (types) mapForEach(types, (all, type) => {
    if (mapSize(all) > 0) found[found.length] = type;
  });
  return found;
}

/** Events go to `event(event, type, target, path)`, objects that are listened to first to `object(target)`. */
export function hookListeners(event, object) {
  onHeard = event;
  onListened = object;
  const prototype = scope.EventTarget.prototype;
  patchMethod(prototype, 'addEventListener', (native) => (self, args) => {
    const target = self === undefined || self === null ? scope : self;
    const type = plain(`${args[0]}`);
    const matters = isListener(args[1]);
    if (matters) guarded('attend', () => attend(target, type));
    const result = apply(native, self, args);
    if (matters) guarded('added', () => added(target, type, args[1], args[2]));
    return result;
  });
  patchMethod(prototype, 'removeEventListener', (native) => (self, args) => {
    // Only xcheck knows this name, and asks what is listened to here.
    if (args.length === 1 && args[0] === settings.path) return typesAt(self);
    const result = apply(native, self, args);
    if (isListener(args[1])) guarded('removed', () => removed(self === undefined || self === null ? scope : self, plain(`${args[0]}`), args[1], args[2]));
    return result;
  });
  watchHandlers();
  for (let i = 0; i < SOURCES.length; i++) hookHandlers(scope[SOURCES[i]] && scope[SOURCES[i]].prototype, () => true);
  const onDemand = (type) => ON_DEMAND[type] === 1;
  const offTree = (type) => onDemand(type) || AT_TARGET[type] === 1 || OFF_TREE[type] === 1;
  hookHandlers(scope, onDemand);
  hookHandlers(scope.HTMLElement.prototype, offTree);
  hookHandlers(scope.SVGElement.prototype, offTree);
}

// Objects other than nodes that fire events. Only these are looked at: touching a class makes the engine build it.
const SOURCES = ['XMLHttpRequestEventTarget', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'MessagePort', 'Worker', 'SharedWorker', 'BroadcastChannel', 'FileReader', 'IDBRequest', 'IDBOpenDBRequest', 'IDBTransaction', 'IDBDatabase', 'Animation', 'AbortSignal', 'MediaQueryList', 'ServiceWorker', 'ServiceWorkerContainer', 'ServiceWorkerRegistration', 'Notification', 'MediaRecorder', 'MediaSource', 'SourceBuffer', 'RTCPeerConnection', 'RTCDataChannel', 'SpeechSynthesis', 'SpeechSynthesisUtterance', 'FontFaceSet', 'VisualViewport', 'ScreenOrientation', 'PermissionStatus', 'Performance', 'TextTrack', 'TextTrackCue', 'MediaStream', 'MediaStreamTrack', 'BaseAudioContext', 'AudioScheduledSourceNode', 'OfflineAudioContext', 'Navigation', 'CloseWatcher', 'CookieStore', 'WebTransport'];
// Listening to these starts something, or keeps a page out of the browser's cache.
const ON_DEMAND = { unload: 1, devicemotion: 1, deviceorientation: 1, deviceorientationabsolute: 1, gamepadconnected: 1, gamepaddisconnected: 1, pointerrawupdate: 1 };

/** Hears at the window whatever can have a handler there, on the document or on an element. */
function watchHandlers() {
  const holders = [scope, scope.Document.prototype, scope.HTMLElement.prototype];
  for (let i = 0; i < holders.length; i++) {
    const names = getNames(holders[i]);
    for (let j = 0; j < names.length; j++) {
      const type = slice(names[j], 2);
      if (startsWith(names[j], 'on') && ON_DEMAND[type] !== 1) watch(plain(type));
    }
  }
}

const HANDLER = {};

/** Follows `onclick = ...` and its kin. */
function hookHandlers(holder, isWanted) {
  const names = holder ? getNames(holder) : [];
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const type = plain(slice(name, 2));
    if (!startsWith(name, 'on') || !isWanted(type)) continue;
    const descriptor = getDescriptor(holder, name);
    if (!descriptor || !descriptor.set) continue;
    patchAccessor(holder, name, {
      set: (native) => (self, value) => {
        const target = self === undefined || self === null ? scope : self;
        if (isListener(value)) guarded('attend', () => attend(target, type));
        apply(native, self, [value]);
        guarded('handler', () => (isListener(value) ? added(target, type, HANDLER, false) : removed(target, type, HANDLER, false)));
      },
    });
  }
}
