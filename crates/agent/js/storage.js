import { apply } from './natives.js';
import { guarded } from './guarded.js';
import { patchAccessor } from './patch.js';
import { note } from './wire.js';

// Storage is an input. What a page found there is told when it first looks, because looking costs time.

const MAX_STORED = 1 << 20;

function tell(kind, storage) {
  const all = {};
  let length = 0;
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i);
    const value = storage.getItem(key);
    length += key.length + value.length;
    if (length > MAX_STORED) return;
    all[key] = value;
  }
  if (length > 0) note(['storage', kind, all]);
}

export function hookStorage() {
  for (const kind of ['localStorage', 'sessionStorage']) {
    let isTold = false;
    patchAccessor(scope, kind, {
      get: (native) => (self) => {
        const storage = apply(native, self, []);
        if (!isTold) guarded('storage', () => {
          isTold = true;
          tell(kind, storage);
        });
        return storage;
      },
    });
  }
}
