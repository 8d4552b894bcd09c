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
    if (!isOwnFrame(lines[i])) kept[kept.length] = lines[i];
  }
  return join(kept, '\n');
}

/**
 * Whether JavaScript of the page is waiting for us to return: then what was just heard is part of a turn
 * and not the beginning of one. Only the stack knows.
 */
export function isNested() {
  const limit = getDescriptor(NativeError, 'stackTraceLimit');
  const prepare = getDescriptor(NativeError, 'prepareStackTrace');
  const hasLimit = limit !== undefined && limit.writable;
  const hasPrepare = prepare !== undefined && prepare.value !== undefined && prepare.writable;
  if (hasLimit) NativeError.stackTraceLimit = 12;
  if (hasPrepare) NativeError.prepareStackTrace = undefined;
  const stack = new NativeError().stack;
  if (hasPrepare) NativeError.prepareStackTrace = prepare.value;
  if (hasLimit) NativeError.stackTraceLimit = limit.value;
  const lines = split(stack, '\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line !== '' && line !== 'Error' && !isOwnFrame(line) && indexOf(line, '[native code]') < 0) return true;
  }
  return false;
}
