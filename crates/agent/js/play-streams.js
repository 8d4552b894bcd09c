import { NativeMutationObserver, apply, clock, nativeSetTimeout, observeTree } from './natives.js';
import { document } from './dom.js';
import { patchMethod } from './patch.js';

// Streams that an app lets run by themselves: nobody sees their pieces pass, only what the app makes of them.

const QUIET_MS = 30;
const QUIET_LIMIT_MS = 600;
const RUNNERS = ['pipeThrough', 'tee', 'values', scope.Symbol.asyncIterator];

let isRunning = false;
let changedAt = 0;

export function watchStreams() {
  const holder = scope.ReadableStream && scope.ReadableStream.prototype;
  if (!holder) return;
  for (let i = 0; i < RUNNERS.length; i++) {
    patchMethod(holder, RUNNERS[i], (native) => (self, args) => {
      streamBegan();
      return apply(native, self, args);
    });
  }
}

function streamBegan() {
  if (isRunning) return;
  isRunning = true;
  const observer = new NativeMutationObserver(() => {
    changedAt = clock();
  });
  observeTree(observer, document, { childList: true, characterData: true, attributes: true, subtree: true });
}

/** Calls `done` when nothing has changed for a while, if streams could change something; soon anyway. */
export function whenQuiet(done) {
  if (!isRunning) return done();
  const limit = clock() + QUIET_LIMIT_MS;
  changedAt = clock();
  const check = () => {
    const now = clock();
    if (now - changedAt >= QUIET_MS || now >= limit) return done();
    return nativeSetTimeout(check, QUIET_MS / 3);
  };
  return nativeSetTimeout(check, QUIET_MS / 3);
}
