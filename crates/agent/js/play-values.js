import { NativeDate, apply, charCode, floor, slice } from './natives.js';
import { hookFormats } from './formats.js';
import { guarded } from './guarded.js';
import { constructClean, patchAccessor, patchClass, patchMethod } from './patch.js';
import { log } from './play-log.js';
import { diverge, here, virtualUs } from './play-turns.js';

// Random numbers and time as recorded, turn by turn.
// What is drawn beyond that is the same in every replay: time stands still, random numbers follow from the event.

/** One step of the generator sfc32 on a state of four numbers. */
function nextOf(state) {
  const sum = (((state[0] + state[1]) | 0) + state[3]) | 0;
  state[3] = (state[3] + 1) | 0;
  state[0] = state[1] ^ (state[1] >>> 9);
  state[1] = (state[2] + (state[2] << 3)) | 0;
  state[2] = (state[2] << 21) | (state[2] >>> 11);
  state[2] = (state[2] + sum) | 0;
  return sum >>> 0;
}

function numberFrom(state) {
  const high = nextOf(state) >>> 5;
  return (high * 67108864 + (nextOf(state) >>> 6)) / 9007199254740992;
}

let sequence = null;
const randoms = [];

/** The number that was drawn as the `index`-th of the page. */
function randomAt(index) {
  if (sequence === null) sequence = [log.seed[0], log.seed[1], log.seed[2], log.seed[3]];
  while (randoms.length <= index) randoms[randoms.length] = numberFrom(sequence);
  return randoms[index];
}

let nBeyond = 0;

/** A generator for what a turn draws beyond its record. */
function generatorOf(turn) {
  if (turn.generator === undefined) {
    const salt = turn.event >= 0 ? turn.event : 1000000 + nBeyond++;
    turn.generator = [log.seed[0] ^ salt, log.seed[1], log.seed[2] ^ 0x5bd1e995, 1];
    for (let i = 0; i < 12; i++) nextOf(turn.generator);
  }
  return turn.generator;
}

/** Drawn more than recorded: told once per turn and kind. */
function exhausted(turn, kind) {
  if (turn.index < 0) return;
  if (turn.told === undefined) turn.told = {};
  if (turn.told[kind]) return;
  turn.told[kind] = true;
  diverge('values-exhausted', kind);
}

function random() {
  const turn = here();
  if (turn.nRandom < turn.locals.r) return randomAt(turn.locals.first + turn.nRandom++);
  exhausted(turn, 'random');
  return numberFrom(generatorOf(turn));
}

// A loop that waits for time to pass must end.
const CREEP_AFTER = 1000;

/** Beyond the record time stands still, until it seems to be waited for. */
function creep(turn) {
  turn.nMore++;
  return turn.nMore > CREEP_AFTER ? turn.nMore - CREEP_AFTER : 0;
}

function recordedDate() {
  const turn = here();
  const { d } = turn.locals;
  if (turn.nDates < d.length) return d[turn.nDates++];
  exhausted(turn, 'date');
  const last = d.length > 0 ? d[d.length - 1] : floor(log.origin + virtualUs() / 1000);
  return last + creep(turn);
}

/** Milliseconds on the page's clock. */
function clockNow() {
  const turn = here();
  const { p } = turn.locals;
  if (turn.nClocks < p.length) return p[turn.nClocks++] / 1000;
  exhausted(turn, 'clock');
  const last = p.length > 0 ? p[p.length - 1] : virtualUs();
  return last / 1000 + creep(turn);
}

const decodeBase64 = scope.atob;

function cryptoText(isBytes) {
  const turn = here();
  const text = turn.locals.c[turn.nCrypto];
  if (text === undefined || (text.length === 36 && text[8] === '-') === isBytes) return null;
  turn.nCrypto++;
  return text;
}

function fillBytes(view) {
  const bytes = new scope.Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const text = cryptoText(true);
  if (text === null) {
    const turn = here();
    exhausted(turn, 'crypto');
    const generator = generatorOf(turn);
    for (let i = 0; i < bytes.length; i++) bytes[i] = nextOf(generator) & 255;
    return;
  }
  const decoded = apply(decodeBase64, scope, [text]);
  for (let i = 0; i < bytes.length && i < decoded.length; i++) bytes[i] = charCode(decoded, i);
}

function nextUuid() {
  const text = cryptoText(false);
  if (text !== null) return text;
  const turn = here();
  exhausted(turn, 'crypto');
  const generator = generatorOf(turn);
  let digits = '';
  for (let i = 0; i < 32; i++) digits += '0123456789abcdef'[i === 12 ? 4 : i === 16 ? 8 + (nextOf(generator) & 3) : nextOf(generator) & 15];
  return slice(digits, 0, 8) + '-' + slice(digits, 8, 12) + '-' + slice(digits, 12, 16) + '-' + slice(digits, 16, 20) + '-' + slice(digits, 20);
}

/** Replaces every source of random numbers and time. */
export function playValues() {
  patchMethod(scope.Math, 'random', () => random);
  patchMethod(NativeDate, 'now', () => recordedDate);
  patchClass(scope, 'Date', (native) => ({
    apply() {
      return new native(recordedDate()).toString();
    },
    construct(target, args, newTarget) {
      return constructClean(native, args.length === 0 ? [recordedDate()] : args, newTarget);
    },
  }));
  patchMethod(scope.Performance.prototype, 'now', () => clockNow);
  patchAccessor(scope.Performance.prototype, 'timeOrigin', { get: () => () => log.origin });
  patchAccessor(scope.Event && scope.Event.prototype, 'timeStamp', { get: () => clockNow });
  patchAccessor(scope.AnimationTimeline && scope.AnimationTimeline.prototype, 'currentTime', { get: () => () => virtualUs() / 1000 });
  const cryptoPrototype = scope.Crypto && scope.Crypto.prototype;
  patchMethod(cryptoPrototype, 'getRandomValues', (native) => (self, args) => {
    const filled = apply(native, self, args);
    guarded('crypto', () => fillBytes(filled));
    return filled;
  });
  patchMethod(cryptoPrototype, 'randomUUID', () => () => nextUuid());
  hookFormats(recordedDate);
}
