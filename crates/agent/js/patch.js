import { NativeProxy, NativeWeakMap, apply, construct, defineProperty, getDescriptor, weakGet, weakSet } from './natives.js';
import { guarded } from './guarded.js';
import { withoutOwnFrames } from './stacks.js';

const originals = new NativeWeakMap();

/** Makes `fake` look like `native`: name, length, text. */
function disguise(fake, native) {
  weakSet(originals, fake, native);
  const name = getDescriptor(native, 'name');
  const length = getDescriptor(native, 'length');
  if (name) defineProperty(fake, 'name', name);
  if (length) defineProperty(fake, 'length', length);
  return fake;
}

/** The function that a disguised one stands for, or the function itself. */
export function original(fn) {
  return weakGet(originals, fn) || fn;
}

/** Takes the agent's frames out of the stack of an error that passed through it. */
export function cleanStack(error) {
  guarded('stack', () => {
    if (error === null || typeof error !== 'object') return;
    const descriptor = getDescriptor(error, 'stack');
    if (descriptor && (descriptor.writable || descriptor.set) && typeof error.stack === 'string') {
      const cleaned = withoutOwnFrames(error.stack);
      if (cleaned !== error.stack) error.stack = cleaned;
    }
  });
}

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
      return run(this);
    } }.get, get);
  }
  if (set && parts.set) {
    const run = parts.set(set);
    descriptor.set = disguise({ set(value) {
      run(this, value);
    } }.set, set);
  }
  defineProperty(holder, name, descriptor);
}

/** Replaces a constructor by one that is the same but for what `traps` do. */
export function patchClass(holder, name, traps) {
  const descriptor = holder && getDescriptor(holder, name);
  if (!descriptor || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  const native = descriptor.value;
  const fake = new NativeProxy(native, traps(native));
  weakSet(originals, fake, native);
  descriptor.value = fake;
  defineProperty(holder, name, descriptor);
  const constructor = native.prototype && getDescriptor(native.prototype, 'constructor');
  if (constructor && constructor.value === native && constructor.configurable) {
    constructor.value = fake;
    defineProperty(native.prototype, 'constructor', constructor);
  }
}

/** The usual trap: `made(object, args)` sees each new object; `prepare` may give it other arguments. */
export function constructing(made, prepare = (args) => args) {
  return (native) => ({
    construct(target, args, newTarget) {
      let object;
      try {
        object = construct(native, prepare(args), newTarget === undefined ? native : newTarget);
      } catch (error) {
        cleanStack(error);
        throw error;
      }
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
  const descriptor = getDescriptor(prototype, 'stack');
  if (descriptor && descriptor.get) {
    patchAccessor(prototype, 'stack', {
      get: (native) => (self) => {
        const stack = apply(native, self, []);
        return typeof stack === 'string' ? withoutOwnFrames(stack) : stack;
      },
    });
  }
}

