import { NativeMutationObserver, NativeWeakMap, apply, bind, defineProperty, disconnect, frameCount, getDescriptor, method, observeTree, shift, slice, weakGet, weakSet } from './natives.js';
import { guarded } from './guarded.js';
import { identify } from './network.js';
import { constructClean, constructing, patchClass, patchMethod } from './patch.js';
import { called, register, sourceOf } from './turns.js';
import { workerArguments } from './workers.js';
import { MAX_TEXT } from './wire.js';

// Messages arrive in the order they were sent, port by port: what was sent first is what is heard first.

const peers = new NativeWeakMap();
const sent = new NativeWeakMap();
const posted = [];

function queueOf(port) {
  let queue = weakGet(sent, port);
  if (queue === undefined) {
    queue = [];
    weakSet(sent, port, queue);
  }
  return queue;
}

/** Whose message a port hears next; one from elsewhere belongs to the port itself. */
export function nextAt(port) {
  const queue = weakGet(sent, port);
  return queue && queue.length > 0 ? shift(queue) : undefined;
}

/** Whose message this window hears, if it sent it to itself. */
export function nextPosted(source) {
  return source === scope && posted.length > 0 ? shift(posted) : undefined;
}

function hookPorts() {
  const firstPort = method(scope.MessageChannel.prototype, 'port1');
  const secondPort = method(scope.MessageChannel.prototype, 'port2');
  patchClass(scope, 'MessageChannel', constructing((channel) => {
    const port1 = firstPort(channel);
    const port2 = secondPort(channel);
    identify(port1, 'port', []);
    identify(port2, 'port', []);
    weakSet(peers, port1, port2);
    weakSet(peers, port2, port1);
  }));
  patchMethod(scope.MessagePort.prototype, 'postMessage', (native) => (self, args) => {
    const result = apply(native, self, args);
    guarded('port', () => {
      const identity = register('post', []);
      const peer = weakGet(peers, self);
      if (peer) {
        const queue = queueOf(peer);
        queue[queue.length] = identity;
      }
    });
    return result;
  });
}

/** Whether scripts of another window can call the functions of this one. */
function isWithin(other) {
  try {
    return !!other && other !== scope && other.document !== undefined;
  } catch (_) {
    return false;
  }
}

/**
 * Follows what a window sends to itself, as long as no other window can use its function: browsers take
 * whoever calls the native function for the sender, and that would be the agent's window instead of the other one.
 */
function hookPost() {
  const descriptor = getDescriptor(scope, 'postMessage');
  if (!descriptor || isWithin(scope.parent) || isWithin(scope.opener)) return;
  patchMethod(scope, 'postMessage', (native) => (self, args) => {
    const result = apply(native, self === undefined ? scope : self, args);
    guarded('post', () => {
      const identity = register('post', []);
      if (self === undefined || self === scope) posted[posted.length] = identity;
    });
    return result;
  });
  const fake = scope.postMessage;
  // Before a script of a frame can run, the change that made the frame is told here.
  const observer = new NativeMutationObserver(() => {
    if (frameCount() > 0) unhook();
  });
  unhook = () => {
    unhook = () => {};
    disconnect(observer);
    if (scope.postMessage === fake) defineProperty(scope, 'postMessage', descriptor);
  };
  observeTree(observer, scope.document, { childList: true, subtree: true });
}

let unhook = () => {};

function hookWindow() {
  hookPost();
  patchMethod(scope, 'open', (native) => (self, args) => {
    const opened = apply(native, self, args);
    if (opened) guarded('open', unhook);
    guarded('open', () => register('window', [slice(`${args[0] === undefined ? '' : args[0]}`, 0, MAX_TEXT)]));
    return opened;
  });
}

/** Observers whose moment the browser chooses. */
function hookObserver(name) {
  patchClass(scope, name, (native) => ({
    construct(target, args, newTarget) {
      const callback = args[0];
      if (typeof callback !== 'function') return constructClean(native, args, newTarget);
      const identity = guarded(name, () => register('observer', [name, sourceOf(callback)]));
      const hearing = function (...given) {
        called(identity, given[0] && given[0].length, bind(callback, this, ...given));
      };
      const all = [hearing];
      for (let i = 1; i < args.length; i++) all[i] = args[i];
      return constructClean(native, all, newTarget);
    },
  }));
}

export function hookMessages() {
  hookPorts();
  if (scope.postMessage && scope.document) hookWindow();
  const url = (args) => [slice(`${args[0]}`, 0, MAX_TEXT)];
  patchClass(scope, 'BroadcastChannel', constructing((channel, args) => identify(channel, 'broadcast', url(args))));
  patchClass(scope, 'Worker', constructing((worker, args) => identify(worker, 'worker', url(args)), workerArguments));
  const workerPort = method(scope.SharedWorker && scope.SharedWorker.prototype, 'port');
  patchClass(scope, 'SharedWorker', constructing((worker, args) => {
    identify(worker, 'worker', url(args));
    identify(workerPort(worker), 'port', []);
  }));
  for (const name of ['IntersectionObserver', 'ResizeObserver', 'PerformanceObserver', 'ReportingObserver']) hookObserver(name);
}

