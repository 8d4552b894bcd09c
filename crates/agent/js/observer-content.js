import { NativeWeakMap, apply, numberText, weakGet, weakSet } from './natives.js';
import { inputType, valueOf } from './dom.js';
import { guarded } from './guarded.js';
import { NativeWords, multiply, readOr, reads } from './observer-reads.js';
import { patchMethod } from './patch.js';
import { isSecret, mask } from './secrets.js';

// What elements show that neither their attributes nor their styles say: fields, pictures, drawings.

// Drawings with more pixels than this are not read.
const MAX_PIXELS_READ = 1 << 24;
const drawnWith = new NativeWeakMap();

/** Notes what each canvas is drawn with: to ask later would decide it. */
export function watchCanvases() {
  const prototype = scope.HTMLCanvasElement && scope.HTMLCanvasElement.prototype;
  patchMethod(prototype, 'getContext', (native) => (self, args) => {
    const context = apply(native, self, args);
    guarded('canvas', () => {
      if (context) weakSet(drawnWith, self, context);
    });
    return context;
  });
  patchMethod(prototype, 'transferControlToOffscreen', (native) => (self, args) => {
    const canvas = apply(native, self, args);
    guarded('canvas', () => weakSet(drawnWith, self, canvas));
    return canvas;
  });
}

/** What a canvas shows: a hash of its pixels, or that nobody can tell. */
export function canvasContent(canvas) {
  const width = readOr(0, reads.canvasWidth, canvas);
  const height = readOr(0, reads.canvasHeight, canvas);
  const content = { __proto__: null, size: [width, height], hash: null };
  const context = weakGet(drawnWith, canvas);
  if (context === undefined || width === 0 || height === 0) return content;
  if (width * height <= MAX_PIXELS_READ) {
    try {
      content.hash = pixelHash(new NativeWords(reads.buffer(reads.pixelBytes(reads.pixels(context, 0, 0, width, height)))));
      return content;
    } catch (_) {
      // Pixels of another origin are in it, or it is not drawn in two dimensions.
    }
  }
  content.opaque = true;
  return content;
}

/** Two sums like FNV-1a over words, in base 36. */
function pixelHash(words) {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let i = 0; i < words.length; i++) {
    first = multiply(first ^ words[i], 0x01000193);
    first ^= first >>> 15;
    second = multiply(second + words[i], 0x85ebca6b);
    second ^= second >>> 13;
  }
  return numberText(first >>> 0, 36) + '-' + numberText(second >>> 0, 36);
}

/** The picture of an `img`: its own size, and whether it is there. */
export function imageContent(image) {
  const width = readOr(0, reads.imageWidth, image);
  const height = readOr(0, reads.imageHeight, image);
  const isLoaded = width > 0 && readOr(false, reads.isImageComplete, image);
  return { __proto__: null, size: [width, height], loaded: isLoaded };
}

/** Whether the element can be in a state that no attribute says. */
export function hasState(name) {
  switch (name) {
    case 'input': case 'textarea': case 'select': case 'button': case 'details': case 'dialog': case 'progress': case 'meter': case 'option': case 'fieldset':
      return true;
    default:
      return false;
  }
}

const fitsSelector = (element, selector) => {
  try {
    return reads.matches(element, selector);
  } catch (_) {
    return false;
  }
};

/** The state of a form control, a dialog or details; null if there is nothing to say. */
export function stateOf(element, name) {
  const state = { __proto__: null };
  try {
    if (name === 'input') addInput(state, element);
    else if (name === 'textarea' || name === 'progress' || name === 'meter') state.value = shownValue(element);
    else if (name === 'select') state.selected = selectedIndexes(element);
    else if (name === 'details') state.open = reads.areDetailsOpen(element);
    else if (name === 'dialog') {
      state.open = reads.isDialogOpen(element);
      if (fitsSelector(element, ':modal')) state.modal = true;
    }
  } catch (_) {
    // An element of that name from elsewhere is no control.
    return null;
  }
  if (fitsSelector(element, ':disabled')) state.disabled = true;
  for (const _ in state) return state;
  return null;
}

function addInput(state, input) {
  const type = inputType(input);
  if (type === 'checkbox' || type === 'radio') {
    state.checked = reads.isChecked(input);
    if (reads.isIndeterminate(input)) state.indeterminate = true;
  } else {
    state.value = shownValue(input);
  }
}

function shownValue(field) {
  const value = valueOf(field);
  return typeof value === 'string' && isSecret(field) ? mask(value) : value;
}

function selectedIndexes(select) {
  const options = reads.selectedOptions(select);
  const n = reads.nItems(options);
  const indexes = [];
  for (let i = 0; i < n; i++) indexes[i] = reads.optionIndex(reads.item(options, i));
  return indexes;
}
