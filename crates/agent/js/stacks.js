import { NativeError, firstStack, getDescriptor, indexOf, join, lastIndexOf, parseNumber, slice, split, startsWith } from './natives.js';

// The agent is one script on one line of the document: its frames are told by their place.

/** The frame at the top of a stack as `address:line:` and column. */
function topFrame(stack) {
  const lines = split(stack, '\n');
  const line = startsWith(lines[0], 'Error') ? lines[1] : lines[0];
  const end = lastIndexOf(line, ':');
  const from = lastIndexOf(line, '(') >= 0 ? lastIndexOf(line, '(') + 1 : indexOf(line, '@') >= 0 ? indexOf(line, '@') + 1 : indexOf(line, 'at ') + 3;
  return [slice(line, from, end + 1), parseNumber(slice(line, end + 1), 10)];
}

const [ownPlace, firstColumn] = topFrame(firstStack);
let lastColumn = firstColumn;

/** Says where the agent's text ends; called from there. */
export function endsHere(stack) {
  lastColumn = topFrame(stack)[1];
}

function isOwnFrame(line) {
  const at = lastIndexOf(line, ownPlace);
  if (at < 0) return false;
  const column = parseNumber(slice(line, at + ownPlace.length), 10);
  return column >= firstColumn && column <= lastColumn;
}

/** A stack without the agent's frames. */
export function withoutOwnFrames(stack) {
  if (indexOf(stack, ownPlace) < 0) return stack;
  const lines = split(stack, '\n');
  const kept = [];
  for (let i = 0; i < lines.length; i++) {
    if (!isOwnFrame(lines[i]) && !isBetween(lines, i)) kept[kept.length] = lines[i];
  }
  return join(kept, '\n');
}

/** WebKit also shows what the agent calls natives with, and the proxy that a class is. */
function isBetween(lines, at) {
  const line = lines[at];
  if (line === 'construct@[native code]' || line === 'apply@[native code]') return at + 1 < lines.length && isOwnFrame(lines[at + 1]);
  return line === '@[native code]' && at > 0 && isOwnFrame(lines[at - 1]);
}

/** Frames that the engine would show beyond the page's limit. */
const DEEPER = 16;

/** The stack here, with `limit` frames if the engine lets a page choose. */
function stackHere(limit) {
  const known = getDescriptor(NativeError, 'stackTraceLimit');
  const prepare = getDescriptor(NativeError, 'prepareStackTrace');
  const hasLimit = known !== undefined && known.writable;
  const hasPrepare = prepare !== undefined && prepare.value !== undefined && prepare.writable;
  if (hasLimit) NativeError.stackTraceLimit = limit;
  if (hasPrepare) NativeError.prepareStackTrace = undefined;
  const { stack } = new NativeError();
  if (hasPrepare) NativeError.prepareStackTrace = prepare.value;
  if (hasLimit) NativeError.stackTraceLimit = known.value;
  return stack;
}

const isFrame = (line) => startsWith(line, '    at ');

/**
 * A stack without the agent's frames, while the call that it tells of is still going on.
 * V8 shows only so many frames: those that the agent's took the place of are put back.
 */
export function withoutOwnCall(stack) {
  const cleaned = withoutOwnFrames(stack);
  const limit = getDescriptor(NativeError, 'stackTraceLimit');
  if (cleaned === stack || limit === undefined || typeof limit.value !== 'number') return cleaned;
  const before = split(stack, '\n');
  const after = split(cleaned, '\n');
  let nBefore = 0;
  for (let i = 0; i < before.length; i++) if (isFrame(before[i])) nBefore++;
  if (nBefore < limit.value) return cleaned;
  const below = [];
  const all = split(withoutOwnFrames(stackHere(limit.value + DEEPER)), '\n');
  for (let i = 0; i < all.length; i++) if (isFrame(all[i])) below[below.length] = all[i];
  let from = 0;
  while (from < after.length && after[from] !== below[0]) from++;
  for (let i = after.length - from; i < below.length && i < limit.value; i++) after[after.length] = below[i];
  return join(after, '\n');
}

/** Where a stack begins, as address, line and column. */
export function topPlace(stack) {
  const lines = split(stack, '\n');
  let top = 0;
  while (top < lines.length && indexOf(lines[top], '[native code]') >= 0) top++;
  if (top === lines.length) return null;
  const [address, column] = topFrame(lines[top]);
  const end = lastIndexOf(slice(address, 0, -1), ':');
  const line = parseNumber(slice(address, end + 1), 10);
  return line > 0 ? [slice(address, 0, end), line, column] : null;
}

/**
 * Whether JavaScript of the page is waiting for us to return: then what was just heard is part of a turn
 * and not the beginning of one. Only the stack knows.
 */
export function isNested() {
  const lines = split(stackHere(12), '\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line !== '' && line !== 'Error' && !isOwnFrame(line) && indexOf(line, '[native code]') < 0) return true;
  }
  return false;
}

/** The address of the script at the bottom of the stack, or nothing. */
export function rootPlace() {
  const lines = split(withoutOwnFrames(stackHere(50)), '\n');
  for (let i = lines.length - 1; i >= 0; i--) {
    if (lines[i] === '' || lines[i] === 'Error' || indexOf(lines[i], '[native code]') >= 0) continue;
    const [address] = topFrame(lines[i]);
    return slice(address, 0, lastIndexOf(slice(address, 0, -1), ':'));
  }
  return '';
}
