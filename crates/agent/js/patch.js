import { NativeProxy, NativeWeakMap, apply, construct, defineProperty, getDescriptor, getNames, getPrototypeOf, hasOwn, reflectGet, setPrototypeOf, weakGet, weakSet } from './natives.js';
import { guarded } from './guarded.js';
import { topPlace, withoutOwnCall, withoutOwnFrames } from './stacks.js';

/** What each replaced function stands for; an agent that followed into a frame shares it with the one it came from. */
export const originals = settings.originals || new NativeWeakMap();

/** Makes `fake` look like `native`: name, length, text, and of the same window. */
function disguise(fake, native) {
  weakSet(originals, fake, original(native));
  const prototype = getPrototypeOf(native);
  if (getPrototypeOf(fake) !== prototype) setPrototypeOf(fake, prototype);
  // Firefox makes these two when they are first asked for, and lists them in that order.
  const names = getNames(native);
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'length' || names[i] === 'name') defineProperty(fake, names[i], getDescriptor(native, names[i]));
  }
  return fake;
}

/** The function that a disguised one stands for, or the function itself. */
export function original(fn) {
  return weakGet(originals, fn) || fn;
}

/** Takes the agent's frames out of an error whose stack `clean` knows how to clean. */
function cleanError(error, clean) {
  guarded('stack', () => {
    if (error === null || typeof error !== 'object') return;
    const descriptor = getDescriptor(error, 'stack');
    const isOwn = descriptor !== undefined && (descriptor.writable || descriptor.set !== undefined);
    const stack = error.stack;
    if (typeof stack !== 'string') return;
    const cleaned = clean(stack);
    if (isOwn && cleaned !== stack) error.stack = cleaned;
    // Firefox and WebKit also say where an error was made, which they take for here.
    const names = hasOwn(error, 'lineNumber') ? ['fileName', 'lineNumber', 'columnNumber'] : hasOwn(error, 'line') ? ['sourceURL', 'line', 'column'] : null;
    if (names === null || (isOwn && cleaned === stack)) return;
    const place = topPlace(cleaned);
    for (let i = 0; i < 3; i++) {
      const known = getDescriptor(error, names[i]);
      if (known && known.writable && place !== null) error[names[i]] = place[i];
    }
  });
}

/** Cleans an error that is being thrown through the agent to the page that called it. */
export const cleanStack = (error) => cleanError(error, withoutOwnCall);

/** Cleans an error that was made in a call long over. */
export const cleanOldStack = (error) => cleanError(error, withoutOwnFrames);

/**
 * Replaces the method `name` of `holder`. `wrap(native)` gives the function to run instead:
 * it is called as `run(self, args)` and must not throw unless the native function did.
 */
export function patchMethod(holder, name, wrap) {
  const descriptor = holder && getDescriptor(holder, name);
  if (!descriptor || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  const native = descriptor.value;
  descriptor.value = imitation(native, wrap(native));
  defineProperty(holder, name, descriptor);
}

/** A function that looks like `native` and is `run(self, args)`. */
export function imitation(native, run) {
  const fake = { method(...args) {
    try {
      return run(this, args);
    } catch (error) {
      cleanStack(error);
      throw error;
    }
  } }.method;
  return disguise(fake, native);
}

/** Replaces getter and setter of a property; each part may be left out. */
export function patchAccessor(holder, name, parts) {
  const descriptor = holder && getDescriptor(holder, name);
  if (!descriptor || !descriptor.configurable) return;
  const { get, set } = descriptor;
  if (get && parts.get) {
    const run = parts.get(get);
    descriptor.get = disguise({ get() {
      try {
        return run(this);
      } catch (error) {
        cleanStack(error);
        throw error;
      }
    } }.get, get);
  }
  if (set && parts.set) {
    const run = parts.set(set);
    descriptor.set = disguise({ set(value) {
      try {
        run(this, value);
      } catch (error) {
        cleanStack(error);
        throw error;
      }
    } }.set, set);
  }
  defineProperty(holder, name, descriptor);
}

/** Replaces a constructor by one that is the same but for what `traps` do. */
export function patchClass(holder, name, traps) {
  const descriptor = holder && getDescriptor(holder, name);
  if (!descriptor || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  const native = descriptor.value;
  const all = traps(native);
  // Some properties of functions are asked of the receiver, which must not be the proxy.
  all.get = (target, key, receiver) => reflectGet(target, key, receiver === fake ? target : receiver);
  const fake = new NativeProxy(native, all);
  weakSet(originals, fake, original(native));
  descriptor.value = fake;
  defineProperty(holder, name, descriptor);
  const constructor = native.prototype && getDescriptor(native.prototype, 'constructor');
  if (constructor && constructor.value === native && constructor.configurable) {
    constructor.value = fake;
    defineProperty(native.prototype, 'constructor', constructor);
  }
}

/** Constructs; what it throws has no frames of the agent. */
export function constructClean(native, args, newTarget) {
  try {
    return construct(native, args, newTarget);
  } catch (error) {
    cleanStack(error);
    throw error;
  }
}

/** The usual trap: `made(object, args)` sees each new object; `prepare` may give it other arguments. */
export function constructing(made, prepare = (args) => args) {
  return (native) => ({
    construct(target, args, newTarget) {
      const object = constructClean(native, prepare(args), newTarget === undefined ? native : newTarget);
      guarded('construct', () => made(object, args));
      return object;
    },
  });
}

/** Makes `Function.prototype.toString` give the native text for what was replaced. */
export function hideSources(prototype) {
  patchMethod(prototype, 'toString', (native) => (self, args) => {
    const known = typeof self === 'function' ? weakGet(originals, self) : undefined;
    return apply(native, known || self, args);
  });
}

/** Firefox keeps stacks behind an accessor; errors that passed through the agent show its frames there. */
export function hideFrames(prototype) {
  if (!prototype) return;
  const descriptor = getDescriptor(prototype, 'stack');
  if (!descriptor || !descriptor.get) return;
  const readStack = descriptor.get;
  patchAccessor(prototype, 'stack', {
    get: (native) => (self) => {
      const stack = apply(native, self, []);
      return typeof stack === 'string' ? withoutOwnFrames(stack) : stack;
    },
  });
  // Those of the DOM keep their place behind accessors too.
  const names = ['filename', 'lineNumber', 'columnNumber'];
  for (let i = 0; i < names.length; i++) {
    patchAccessor(prototype, names[i], {
      get: (native) => (self) => {
        const value = apply(native, self, []);
        const stack = apply(readStack, self, []);
        const cleaned = typeof stack === 'string' ? withoutOwnFrames(stack) : stack;
        const place = cleaned === stack ? null : topPlace(cleaned);
        return place === null ? value : place[i];
      },
    });
  }
}

