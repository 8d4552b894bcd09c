import { getDescriptor, method, uncurry } from './natives.js';
import { ELEMENT, kindOf, localName, valueOf } from './dom.js';

// What is selected in a text field: keys go there.

const kinds = { input: scope.HTMLInputElement && scope.HTMLInputElement.prototype, textarea: scope.HTMLTextAreaElement && scope.HTMLTextAreaElement.prototype };
const readers = {};
for (const name in kinds) {
  const get = (property) => uncurry(getDescriptor(kinds[name], property).get);
  if (kinds[name]) readers[name] = { start: get('selectionStart'), end: get('selectionEnd'), set: method(kinds[name], 'setSelectionRange') };
}

/** Where the selection of a text field begins and ends, or null for anything else. */
export function selectionOf(field) {
  const reader = kindOf(field) === ELEMENT ? readers[localName(field)] : undefined;
  if (reader === undefined) return null;
  // Fields for numbers and dates have none.
  const start = reader.start(field);
  const end = reader.end(field);
  if (typeof start !== 'number' || typeof end !== 'number') return null;
  return { start, end, isAtEnd: start === end && end === valueOf(field).length };
}

/** Selects in a text field; without a range the caret goes to the end. */
export function selectIn(field, range) {
  const now = selectionOf(field);
  if (now === null) return;
  const [start, end] = range || [valueOf(field).length, valueOf(field).length];
  if (now.start !== start || now.end !== end) readers[localName(field)].set(field, start, end);
}
