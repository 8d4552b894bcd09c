import { NativePromise, NativeWeakMap, apply, getDescriptor, slice, then, weakGet, weakSet } from './natives.js';
import { guarded } from './guarded.js';
import { cleanOldStack, constructing, patchAccessor, patchClass, patchMethod } from './patch.js';
import { arrive, block, register } from './turns.js';
import { MAX_TEXT } from './wire.js';

const identities = new NativeWeakMap();

/** Who an object of the page is: the turn that made it and its place among what that turn made. */
export function identify(object, kind, detail) {
  const identity = register(kind, detail);
  weakSet(identities, object, identity);
  return identity;
}

/** The identity of an object; one that nobody saw being made gets it now. */
export function identityOf(object, kind) {
  return weakGet(identities, object) || identify(object, kind(), []);
}

const text = (value) => guarded('text', () => slice(`${value}`, 0, MAX_TEXT)) || '';

/** Lets a native promise settle in a turn of its own. */
function held(promise, identity) {
  return new NativePromise((resolve, reject) => {
    const settle = (done, outcome) => (value) => arrive(identity, outcome, () => {
      if (outcome === 0) cleanOldStack(value);
      done(value);
    });
    then(promise, settle(resolve, 1), settle(reject, 0));
  });
}

/** Holds what a method promises. */
function holdMethod(holder, name, kind, detail) {
  patchMethod(holder, name, (native) => (self, args) => {
    const promise = apply(native, self, args);
    const identity = guarded(kind, () => register(kind, detail ? detail(self, args) : []));
    return identity ? guarded(kind, () => held(promise, identity)) || promise : promise;
  });
}

/** Holds what a getter promises; the same promise each time. */
function holdGetter(holder, name, kind) {
  const known = new NativeWeakMap();
  patchAccessor(holder, name, {
    get: (native) => (self) => {
      const promise = apply(native, self, []);
      const seen = weakGet(known, promise);
      if (seen) return seen;
      const identity = guarded(kind, () => register(kind, []));
      const ours = identity ? held(promise, identity) : promise;
      guarded(kind, () => weakSet(known, promise, ours));
      return ours;
    },
  });
}

const prototype = (name) => scope[name] && scope[name].prototype;

function requestLine(args) {
  const [input, init] = args;
  const isRequest = typeof input === 'object' && input !== null && typeof input.url === 'string' && typeof input.method === 'string';
  const method = (init && init.method) || (isRequest ? input.method : 'GET');
  return [text(method), text(isRequest ? input.url : input)];
}

function hookXhr() {
  const xhr = prototype('XMLHttpRequest');
  const sync = new NativeWeakMap();
  patchMethod(xhr, 'open', (native) => (self, args) => {
    const result = apply(native, self, args);
    guarded('xhr', () => {
      const isSync = args.length > 2 && !args[2];
      weakSet(sync, self, isSync);
      identify(self, 'xhr', isSync ? [text(args[0]), text(args[1]), 1] : [text(args[0]), text(args[1])]);
    });
    return result;
  });
  // Needed where messages arrive during a synchronous request, which is also where stacks of the page's own errors
  // can be cleaned: Firefox 153. Elsewhere listeners would see the agent on the stack.
  const stack = getDescriptor(scope.Error.prototype, 'stack');
  if (stack && stack.get) patchMethod(xhr, 'send', (native) => (self, args) => {
    if (!weakGet(sync, self)) return apply(native, self, args);
    block(true);
    try {
      return apply(native, self, args);
    } finally {
      block(false);
    }
  });
}

/** Promises whose moment the browser chooses. */
function hookPromises() {
  holdMethod(scope, 'fetch', 'fetch', (self, args) => requestLine(args));
  for (const name of ['text', 'json', 'blob', 'arrayBuffer', 'formData', 'bytes']) {
    holdMethod(prototype('Response'), name, 'body');
    holdMethod(prototype('Request'), name, 'body');
    holdMethod(prototype('Blob'), name, 'body');
  }
  holdMethod(prototype('ReadableStreamDefaultReader'), 'read', 'read');
  holdMethod(prototype('ReadableStreamBYOBReader'), 'read', 'read');
  holdMethod(prototype('ReadableStream'), 'pipeTo', 'pipe');
  holdMethod(prototype('HTMLImageElement'), 'decode', 'decode');
  holdMethod(scope, 'createImageBitmap', 'bitmap');
  holdMethod(prototype('HTMLMediaElement'), 'play', 'play');
  for (const name of ['encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'deriveKey', 'deriveBits', 'importKey', 'exportKey', 'wrapKey', 'unwrapKey']) {
    holdMethod(prototype('SubtleCrypto'), name, 'subtle');
  }
  holdGetter(prototype('FontFaceSet'), 'ready', 'fonts');
  holdMethod(prototype('FontFaceSet'), 'load', 'fonts');
  holdMethod(prototype('FontFace'), 'load', 'fonts');
  holdGetter(prototype('Animation'), 'finished', 'animation');
  holdGetter(prototype('Animation'), 'ready', 'animation');
  for (const name of ['open', 'match', 'has', 'delete', 'keys']) holdMethod(prototype('CacheStorage'), name, 'cache');
  for (const name of ['add', 'addAll', 'put', 'match', 'matchAll', 'delete', 'keys']) holdMethod(prototype('Cache'), name, 'cache');
  for (const name of ['read', 'readText', 'write', 'writeText']) holdMethod(prototype('Clipboard'), name, 'clipboard');
  for (const name of ['register', 'getRegistration', 'getRegistrations']) holdMethod(prototype('ServiceWorkerContainer'), name, 'serviceworker');
  holdGetter(prototype('ServiceWorkerContainer'), 'ready', 'serviceworker');
  holdMethod(prototype('Permissions'), 'query', 'permission');
  for (const name of ['estimate', 'persist', 'persisted', 'getDirectory']) holdMethod(prototype('StorageManager'), name, 'storage');
  holdMethod(prototype('Scheduler'), 'yield', 'yield');
}

export function hookNetwork() {
  hookXhr();
  patchClass(scope, 'WebSocket', constructing((socket, args) => identify(socket, 'socket', [text(args[0])])));
  patchClass(scope, 'EventSource', constructing((source, args) => identify(source, 'events', [text(args[0])])));
  hookPromises();
}
