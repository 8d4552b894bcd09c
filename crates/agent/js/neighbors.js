import { splice } from './natives.js';

// Windows that an agent followed into run in one thread, and code of one is called by events of another. What begins in
// one of them ends the turns of all others: else what that code does would belong to whatever its own window did last.

/** Ends of turns under way, shared by all windows that one agent followed into. */
export const openTurns = settings.openTurns || [];

/** A turn begins whose `end` is this. */
export function joinTurns(end) {
  for (let i = 0; i < openTurns.length; i++) if (openTurns[i] === end) return;
  openTurns[openTurns.length] = end;
}

/** Something happened in the window whose turns have this `end`: turns of the others are over. */
export function endOtherTurns(end) {
  for (let i = openTurns.length - 1; i >= 0; i--) {
    if (openTurns[i] === end) continue;
    const other = openTurns[i];
    splice(openTurns, i, 1);
    // A window that is gone has no turns.
    try {
      other();
    } catch (_) {}
  }
}
