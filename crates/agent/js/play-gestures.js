import { KIND, TYPE, isEntryDone, log } from './play-log.js';

// When hands come down and are up again, by what the log has of a gesture.

/** What hands do, other than to move. */
const HANDS = { pointerdown: 1, pointerup: 1, mousedown: 1, mouseup: 1, click: 1, dblclick: 1, auxclick: 1, contextmenu: 1, wheel: 1, touchstart: 1, touchend: 1, keydown: 1, keypress: 1, keyup: 1, beforeinput: 1, input: 1 };

/** Whether the hands do nothing more from an entry on; what is under the pointer may change all the same. */
export function isLetGo({ last }, index) {
  for (let i = index + 1; i <= last; i++) if (HANDS[log.entries[i][TYPE]] === 1) return false;
  return true;
}

/** The entry at which a gesture reaches its place: what scrolls later scrolls because of it, or after it. */
export function comesDown({ first, last }) {
  let moved = last;
  for (let i = first; i <= last; i++) {
    const type = log.entries[i][TYPE];
    if (type === 'pointerdown' || type === 'mousedown' || type === 'keydown') return i;
    if (type === 'mousemove' || type === 'pointermove') moved = i;
  }
  return moved;
}

/** Whether the hands come next, or where things scrolled to until then. */
export function comesNext({ first }, at) {
  for (let i = at; i < first; i++) if (!isEntryDone(i) && log.entries[i][KIND] !== 'y') return false;
  return true;
}
