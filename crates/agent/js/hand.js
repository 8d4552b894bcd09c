import { apply } from './natives.js';
import { document } from './dom.js';
import { guarded } from './guarded.js';
import { runCommand, scrollToPlace } from './hand-dom.js';
import { insertTrusted } from './hand-edit.js';
import { resolveTarget } from './hand-find.js';

// What a person's hands did where no driver has hands: done by the page's own means.

const travel = scope.History.prototype.go;
const theHistory = scope.history;

/** Whether steps tell of events that only come from devices or made by hand. */
function needsMaking(steps) {
  for (let i = 0; i < steps.length; i++) {
    const type = steps[i][1];
    if (type !== 'input' && type !== 'beforeinput' && type !== 'textInput') return true;
  }
  return false;
}

/**
 * Does what a gesture of the page's own does by means that the browser trusts, and says whether it did.
 * If it did not, nothing has happened yet: each of its `steps` is to be made by `synthesize`, at its place.
 */
export function act(gesture) {
  const found = resolveTarget(gesture.target);
  if (found === null) return false;
  const { node } = found;
  return guarded('act', () => {
    switch (gesture.kind) {
      case 'scroll':
        scrollToPlace(node, gesture.x, gesture.y);
        return true;
      case 'history':
        apply(travel, theHistory, [gesture.by]);
        return true;
      case 'compose':
        return !needsMaking(gesture.steps) && insertTrusted(node, gesture.text);
      case 'copy':
      case 'cut':
        return runCommand(document, gesture.kind, false, null);
      default:
        return false;
    }
  }) === true;
}
