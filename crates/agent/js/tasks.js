import { bind } from './natives.js';

// What timers run.

const evaluate = scope.eval;
/** Text runs in the window's scope. Called by a function of the document, or errors in it would tell nothing. */
const runText = (text) => evaluate(text);

/** What to run for a handler of a timer, which may be text. */
export function task(handler, args) {
  if (typeof handler === 'function') return bind(handler, scope, ...args);
  const text = typeof handler === 'string' ? handler : `${handler}`;
  return bind(runText, undefined, text);
}

/** Arguments from the `from`-th on. */
export function after(args, from) {
  const left = [];
  for (let i = from; i < args.length; i++) left[i - from] = args[i];
  return left;
}
