import { NativeError, clock, entropy, numberText, round, slice, startsWith, timeOrigin } from './natives.js';
import { guarded } from './guarded.js';
import { hideFrames, hideSources } from './patch.js';
import { endsHere } from './stacks.js';
import { hookValues, seed } from './values.js';
import { connect, note } from './wire.js';

/** Workers keep their own schedule; only what they draw is recorded. */
function startWorker() {
  const numbers = entropy(2);
  const name = numberText(numbers[0], 36) + numberText(numbers[1], 36);
  note(['hello', {
    page: name,
    worker: true,
    url: scope.location.href,
    origin: timeOrigin,
    now: round(clock() * 1000),
    seed: [seed[0], seed[1], seed[2], seed[3]],
  }]);
  hideSources(scope.Function.prototype);
  hideFrames(scope.Error.prototype);
  hookValues();
  const { href } = scope.location;
  // Made by a page: its address is the page's origin and a word of the browser's.
  connect(name, startsWith(href, 'blob:') ? slice(href, 5) : href, null);
}

export function main() {
  guarded('start', startWorker);
  endsHere(new NativeError().stack);
}
