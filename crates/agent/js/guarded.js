import { mapGet, mapSet, NativeMap, slice, toText } from './natives.js';
import { note } from './wire.js';

const failures = new NativeMap();

/**
 * Tells xcheck of a failure of the agent itself: the first of each kind, the rest are counted there by their absence.
 */
export function confess(kind, error) {
  try {
    if (mapGet(failures, kind)) return;
    mapSet(failures, kind, true);
    note(['agent', kind, slice(toText(error && error.stack || error), 0, 300)]);
  } catch (_) {
    // Nothing must reach the page.
  }
}

/**
 * Runs `fn` and swallows anything it throws: the page must behave as if we were not there.
 */
export function guarded(kind, fn) {
  try {
    return fn();
  } catch (error) {
    confess(kind, error);
    return undefined;
  }
}
