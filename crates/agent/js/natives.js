// Built-ins as they were before any script of the page ran. Nothing else in the agent touches a global.
// `scope` is the window or worker that the agent lives in; `settings` comes from xcheck.

/** Where the agent's text begins; see `stacks.js`. */
export const firstStack = new scope.Error().stack;

const { Object, Reflect, Function, Array, String, Map, WeakMap, WeakSet, Set, JSON, Math, Date, Promise, Error, Symbol, Proxy } = scope;
const bindFunction = Function.prototype.bind;
const callFunction = Function.prototype.call;

/** Makes a method a function whose first argument is `this`, immune to later changes of the prototypes. */
export const uncurry = Reflect.apply(bindFunction, bindFunction, [callFunction]);

export const apply = Reflect.apply;
export const construct = Reflect.construct;
export const bind = uncurry(bindFunction);
export const defineProperty = Object.defineProperty;
export const getDescriptor = Object.getOwnPropertyDescriptor;
export const getNames = Object.getOwnPropertyNames;
export const getPrototypeOf = Object.getPrototypeOf;
export const setPrototypeOf = Object.setPrototypeOf;
export const reflectGet = Reflect.get;
export const hasOwn = uncurry(Object.prototype.hasOwnProperty);
export const isArray = Array.isArray;
export const stringify = JSON.stringify;
export const parse = JSON.parse;
export const round = Math.round;
export const abs = Math.abs;
export const floor = Math.floor;
export const functionText = uncurry(Function.prototype.toString);
export const NativeMap = Map;
export const NativeWeakMap = WeakMap;
export const NativeWeakSet = WeakSet;
export const NativeSet = Set;
export const NativePromise = Promise;
export const NativeProxy = Proxy;
export const NativeDate = Date;
export const NativeError = Error;
export const toText = String;
export const mapGet = uncurry(Map.prototype.get);
export const mapSet = uncurry(Map.prototype.set);
export const mapDelete = uncurry(Map.prototype.delete);
export const mapForEach = uncurry(Map.prototype.forEach);
export const mapSize = uncurry(getDescriptor(Map.prototype, 'size').get);
export const weakGet = uncurry(WeakMap.prototype.get);
export const weakSet = uncurry(WeakMap.prototype.set);
export const setHas = uncurry(Set.prototype.has);
export const setAdd = uncurry(Set.prototype.add);
export const weakSetHas = uncurry(WeakSet.prototype.has);
export const weakSetAdd = uncurry(WeakSet.prototype.add);
export const slice = uncurry(String.prototype.slice);
export const replace = uncurry(String.prototype.replace);
export const split = uncurry(String.prototype.split);
export const startsWith = uncurry(String.prototype.startsWith);
export const indexOf = uncurry(String.prototype.indexOf);
export const lastIndexOf = uncurry(String.prototype.lastIndexOf);
export const lower = uncurry(String.prototype.toLowerCase);
export const trim = uncurry(String.prototype.trim);
export const charCode = uncurry(String.prototype.charCodeAt);
export const join = uncurry(Array.prototype.join);
export const shift = uncurry(Array.prototype.shift);
export const splice = uncurry(Array.prototype.splice);
export const test = uncurry(scope.RegExp.prototype.test);
export const numberText = uncurry(scope.Number.prototype.toString);
export const then = uncurry(Promise.prototype.then);
export const parseNumber = scope.parseInt;
export const decodePercent = scope.decodeURIComponent;
export const toStringTag = Symbol.toStringTag;

/** A getter or method of a prototype that this engine may not have. */
export function method(holder, name) {
  const descriptor = holder && getDescriptor(holder, name);
  if (!descriptor) return undefined;
  const found = descriptor.get || descriptor.value;
  return typeof found === 'function' ? uncurry(found) : undefined;
}

const Performance = scope.Performance;
const performance = scope.performance;
const readClock = uncurry(Performance.prototype.now);
/** Milliseconds since the page began, as this engine gives them. */
export const clock = () => readClock(performance);
export const timeOrigin = performance.timeOrigin;
export const dateNow = Date.now;
export const entriesByType = method(Performance.prototype, 'getEntriesByType');
export const thePerformance = performance;

const cryptoObject = scope.crypto;
const fillRandom = method(scope.Crypto && scope.Crypto.prototype, 'getRandomValues');
const NativeUint32Array = scope.Uint32Array;
/** `n` unpredictable 32-bit numbers. */
export function entropy(n) {
  return fillRandom(cryptoObject, new NativeUint32Array(n));
}

export const nativeSetTimeout = scope.setTimeout && bind(scope.setTimeout, scope);
export const nativeClearTimeout = scope.clearTimeout && bind(scope.clearTimeout, scope);
export const nativeFrame = scope.requestAnimationFrame && bind(scope.requestAnimationFrame, scope);
export const queueTask = bind(scope.queueMicrotask, scope);
export const NativeMessageChannel = scope.MessageChannel;
export const portPost = method(scope.MessagePort && scope.MessagePort.prototype, 'postMessage');
export const setPortHandler = uncurry(getDescriptor(scope.MessagePort.prototype, 'onmessage').set);

const NativeURL = scope.URL;
export const resolveUrl = (path, base) => new NativeURL(path, base).href;
export const NativeWebSocket = scope.WebSocket;
const socketPrototype = NativeWebSocket && NativeWebSocket.prototype;
export const socketSend = method(socketPrototype, 'send');
export const socketClose = method(socketPrototype, 'close');
export const socketState = method(socketPrototype, 'readyState');
export const setSocketOpen = uncurry(getDescriptor(socketPrototype, 'onopen').set);
export const setSocketEnd = uncurry(getDescriptor(socketPrototype, 'onclose').set);
export const setSocketMessage = uncurry(getDescriptor(socketPrototype, 'onmessage').set);
export const messageData = method(scope.MessageEvent && scope.MessageEvent.prototype, 'data');

const target = scope.EventTarget && scope.EventTarget.prototype;
export const listen = method(target, 'addEventListener');
export const dispatch = scope.EventTarget && scope.EventTarget.prototype.dispatchEvent;
const eventPrototype = scope.Event && scope.Event.prototype;
export const eventTime = method(eventPrototype, 'timeStamp');
export const eventPath = method(eventPrototype, 'composedPath');
export const eventTarget = method(eventPrototype, 'target');
export const eventCurrentTarget = method(eventPrototype, 'currentTarget');
export const eventType = method(eventPrototype, 'type');
export const cancelEvent = method(eventPrototype, 'preventDefault');
export const stopEvent = method(eventPrototype, 'stopImmediatePropagation');
export const eventTrusted = (event) => event.isTrusted;
export const encodeBase64 = scope.btoa && bind(scope.btoa, scope);
export const fromCharCode = String.fromCharCode;
export const readBlob = method(scope.Blob && scope.Blob.prototype, 'arrayBuffer');

export const NativeMutationObserver = scope.MutationObserver;
const mutationObserver = NativeMutationObserver && NativeMutationObserver.prototype;
export const observeTree = method(mutationObserver, 'observe');
export const disconnect = method(mutationObserver, 'disconnect');
const countFrames = method(scope, 'length');
/** How many frames this window has. */
export const frameCount = () => countFrames(scope);
export const sortNumbers = uncurry(Array.prototype.sort);
export const symbolFor = Symbol.for;
