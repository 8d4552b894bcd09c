import { hideCaret, observe, showCaret, startObserver } from './observer.js';

// The observer for its own tests, in a page that knows it.

export function main() {
  startObserver();
  scope.xcheckObserver = { observe, hideCaret, showCaret };
}
