import { apply, defineProperty, getDescriptor, startsWith, symbolFor } from './natives.js';
import { kindOf, localName, ELEMENT } from './dom.js';
import { guarded } from './guarded.js';
import { openTurns } from './neighbors.js';
import { originals, patchAccessor, patchMethod } from './patch.js';
import { silence } from './wire.js';

// Documents that no server sends have no agent of their own: the agent of the page that made them follows.

const MARK = symbolFor('xcheck.agent');

/** Ends an agent that followed into this window before the window got another document. */
export function succeed() {
  const before = getDescriptor(scope, MARK);
  if (!before) return;
  before.value.silence();
  delete scope[MARK];
}

/** Marks a window that an agent followed into; `settings.follows` is set for such agents alone. */
export function markWindow() {
  if (settings.follows) defineProperty(scope, MARK, { value: { silence, document: scope.document }, configurable: true, enumerable: false, writable: false });
}

/** Indexes of the frames from this window up to its top. */
export function framePath() {
  const path = [];
  let at = scope;
  while (at.parent !== at) {
    const above = at.parent;
    let index = -1;
    for (let i = 0; i < above.length && index < 0; i++) if (above[i] === at) index = i;
    path[path.length] = index;
    at = above;
  }
  return path;
}

/** Goes into a window of the same origin whose document came from nowhere. */
function follow(other) {
  guarded('follow', () => {
    if (!other || other === scope) return;
    let address;
    try {
      address = other.location.href;
    } catch (_) {
      // Another origin's.
      return;
    }
    const mark = getDescriptor(other, MARK);
    // Browsers differ in whether they keep the window of a frame's first, empty document for the next one.
    if (!startsWith(address, 'about:') || (mark && mark.value.document === other.document)) return;
    agent({ ...settings, follows: true, originals, openTurns }, other);
  });
}

/** Looks into a frame that has just loaded. */
export function followFrame(frame) {
  if (kindOf(frame) === ELEMENT && (localName(frame) === 'iframe' || localName(frame) === 'frame')) follow(frame.contentWindow);
}

/** Goes ahead of page code into new frames and windows. */
export function hookFrameWindows() {
  for (const name of ['HTMLIFrameElement', 'HTMLFrameElement']) {
    const prototype = scope[name] && scope[name].prototype;
    patchAccessor(prototype, 'contentWindow', {
      get: (native) => (self) => {
        const found = apply(native, self, []);
        follow(found);
        return found;
      },
    });
    patchAccessor(prototype, 'contentDocument', {
      get: (native) => (self) => {
        const found = apply(native, self, []);
        if (found) follow(found.defaultView);
        return found;
      },
    });
  }
  patchMethod(scope, 'open', (native) => (self, args) => {
    const opened = apply(native, self, args);
    follow(opened);
    return opened;
  });
}
