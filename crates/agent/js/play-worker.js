import { NativeError, slice, startsWith } from './natives.js';
import { guarded } from './guarded.js';
import { hideFrames, hideSources } from './patch.js';
import { loadLog } from './play-log.js';
import { begin } from './play-turns.js';
import { playValues } from './play-values.js';
import { ask } from './play-wire.js';
import { endsHere } from './stacks.js';

/** Workers keep their own schedule; what they draw is what they drew, one after the other. */
function startWorker() {
  const { href } = scope.location;
  const given = ask({ url: href, worker: true }, startsWith(href, 'blob:') ? slice(href, 5) : href);
  if (given === null) return;
  loadLog(given);
  hideSources(scope.Function.prototype);
  hideFrames(scope.Error.prototype);
  playValues();
  begin(0);
}

export function main() {
  guarded('start', startWorker);
  endsHere(new NativeError().stack);
}
