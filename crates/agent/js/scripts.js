import { method, slice } from './natives.js';
import { currentScriptOf, document, getAttribute, parentNode, readyState } from './dom.js';
import { MAX_TEXT } from './wire.js';

// Which script of the document runs, and why.

const nextSibling = method(scope.Node.prototype, 'nextSibling');
const allScripts = method(scope.Document.prototype, 'scripts');
const collectionLength = method(scope.HTMLCollection.prototype, 'length');
const collectionItem = method(scope.HTMLCollection.prototype, 'item');
const sourceUrl = method(scope.HTMLScriptElement.prototype, 'src');

let own = null;

/** The agent's own script does not count. */
export function ignoreScript(script) {
  own = script;
}

/** The script element whose code, or whose microtask, runs now. */
export function runningScript() {
  const script = currentScriptOf(document);
  return script === own ? null : script;
}

const isInline = (script) => getAttribute(script, 'src') === null;

/** Its address; inline ones are numbered by their place among the scripts of the document. */
export function scriptName(script) {
  return isInline(script) ? '#' + indexOfScript(script) : slice(sourceUrl(script), 0, MAX_TEXT);
}

function indexOfScript(script) {
  const all = allScripts(document);
  const n = collectionLength(all);
  let index = 0;
  for (let i = 0; i < n; i++) {
    const other = collectionItem(all, i);
    if (other === script) return index;
    if (other !== own) index++;
  }
  return -1;
}

/**
 * Whether a script runs on its own, and not because code of the current turn put it in.
 * `isSync` says that the turn has not reached its first microtask, so its code is still on the stack.
 */
export function runsAlone(script, isSync) {
  if (!isInline(script)) return true;
  if (isSync || readyState(document) !== 'loading') return false;
  // What the parser runs is the last thing there is.
  for (let at = script; at !== null; at = parentNode(at)) if (nextSibling(at) !== null) return false;
  return true;
}
