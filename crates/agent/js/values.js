import { NativeDate, apply, dateNow, encodeBase64, entropy, fromCharCode, round } from './natives.js';
import { hookFormats } from './formats.js';
import { guarded } from './guarded.js';
import { constructClean, patchAccessor, patchClass, patchMethod } from './patch.js';
import { drewClock, drewDate, drewRandom, keep } from './turns.js';

// While an app is explored, each visit of a page draws the same numbers and begins at the same time.
const hold = settings.hold || null;
const pageBegan = dateNow();
let nAsked = 0;

/** Four words that follow from one. */
function wordsFrom(word) {
  const words = [];
  let x = word | 1;
  for (let i = 0; i < 4; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    words[i] = x >>> 0;
  }
  return words;
}

/** The state that `Math.random` starts from; what it gives follows from it. */
export const seed = hold === null ? entropy(4) : wordsFrom(hold.seed);
let [a, b, c, counter] = seed;

/** Thirty-two bits of the generator sfc32. */
function next() {
  const sum = (((a + b) | 0) + counter) | 0;
  counter = (counter + 1) | 0;
  a = b ^ (b >>> 9);
  b = (c + (c << 3)) | 0;
  c = (c << 21) | (c >>> 11);
  c = (c + sum) | 0;
  return sum >>> 0;
}

function random() {
  drewRandom();
  const high = next() >>> 5;
  return (high * 67108864 + (next() >>> 6)) / 9007199254740992;
}

const MINUTE_MS = 60000;

/** Goes on by minutes, and by a little at each question, so that nobody waits in vain. */
function heldNow() {
  const past = dateNow() - pageBegan;
  return hold.date + past - (past % MINUTE_MS) + nAsked++;
}

function now() {
  const ms = hold === null ? dateNow() : heldNow();
  drewDate(ms);
  return ms;
}

/** Bytes as base64, in pieces that fit on a stack. */
function bytesText(view) {
  const bytes = new scope.Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += fromCharCode(bytes[i]);
  return encodeBase64(text);
}

/** Replaces every source of random numbers and time. */
export function hookValues() {
  patchMethod(scope.Math, 'random', () => random);
  patchMethod(NativeDate, 'now', () => now);
  patchClass(scope, 'Date', (native) => ({
    apply(target, self, args) {
      return new native(now()).toString();
    },
    construct(target, args, newTarget) {
      return constructClean(native, args.length === 0 ? [now()] : args, newTarget);
    },
  }));
  patchMethod(scope.Performance.prototype, 'now', (native) => (self) => {
    const us = round(apply(native, self, []) * 1000);
    drewClock(us);
    return us / 1000;
  });
  patchAccessor(scope.Event && scope.Event.prototype, 'timeStamp', {
    get: (native) => (self) => {
      const us = round(apply(native, self, []) * 1000);
      drewClock(us);
      return us / 1000;
    },
  });
  const cryptoPrototype = scope.Crypto && scope.Crypto.prototype;
  patchMethod(cryptoPrototype, 'getRandomValues', (native) => (self, args) => {
    const filled = apply(native, self, args);
    guarded('crypto', () => keep('c', bytesText(filled)));
    return filled;
  });
  patchMethod(cryptoPrototype, 'randomUUID', (native) => (self, args) => {
    const uuid = apply(native, self, args);
    guarded('crypto', () => keep('c', uuid));
    return uuid;
  });
  hookFormats(now);
}
