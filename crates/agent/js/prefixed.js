import { apply } from './natives.js';
import { patchMethod } from './patch.js';

// Old names of what is followed under its new one.

const NAMES = { webkitRequestAnimationFrame: 'requestAnimationFrame', webkitCancelAnimationFrame: 'cancelAnimationFrame', webkitCancelRequestAnimationFrame: 'cancelAnimationFrame' };

/** Old names do what the new ones do now. */
export function hookPrefixed() {
  for (const name in NAMES) {
    const followed = scope[NAMES[name]];
    patchMethod(scope, name, () => (self, args) => apply(followed, scope, args));
  }
}
