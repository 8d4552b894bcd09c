import { ELEMENT, kindOf } from './dom.js';
import { resolveTarget } from './hand-find.js';
import { KIND, TARGET, TYPE, log } from './play-log.js';

// The other element of an event that tells of a pointer's way from one to the next.

const LEAVES = { pointerout: 'pointerover', mouseout: 'mouseover', pointerleave: 'pointerenter', mouseleave: 'mouseenter' };
const ENTERS = { pointerover: 'pointerout', mouseover: 'mouseout', pointerenter: 'pointerleave', mouseenter: 'mouseleave' };
// Events of one move of the pointer are close together.
const TOGETHER = 8;

/** Where a pointer that leaves goes to, or one that enters comes from, as far as somebody heard it. */
export function relatedTo(index) {
  const { entries } = log;
  const type = entries[index][TYPE];
  const [other, by] = LEAVES[type] ? [LEAVES[type], 1] : [ENTERS[type], -1];
  for (let i = index + by, n = 0; n < TOGETHER && i >= 0 && i < entries.length; i += by, n++) {
    if (entries[i][KIND] !== 'i') continue;
    if (entries[i][TYPE] === type) return null;
    if (entries[i][TYPE] !== other) continue;
    const found = resolveTarget(entries[i][TARGET]);
    return found !== null && kindOf(found.node) === ELEMENT ? found.node : null;
  }
  return null;
}
