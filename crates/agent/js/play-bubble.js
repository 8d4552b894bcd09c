import { stopEvent } from './natives.js';
import { activeNow, blurNode, focusNode } from './hand-dom.js';

// What is wrong with a field, as the browser itself tells it over the page. Where that is part of pictures, it is
// taken away before each: it fades in and out by its own clock, and no page has a say in how it looks.

let owner = null;
let isShifting = false;

/** A field was found wrong. */
export function noteInvalid(target) {
  if (settings.bubbles) owner = target;
}

/** Takes the browser's own words away, which go with the focus; nobody hears that it went and came back. */
export function closeBubble() {
  const field = owner;
  owner = null;
  if (field === null || activeNow() !== field) return;
  isShifting = true;
  try {
    blurNode(field);
    focusNode(field);
  } finally {
    isShifting = false;
  }
}

/** Whether an event is of no concern to the page, and gone. */
export function isOwnShift(event) {
  if (isShifting) stopEvent(event);
  return isShifting;
}
