import { bind, getDescriptor, getPrototypeOf, method, uncurry } from './natives.js';
import { document } from './dom.js';

// What the observer reads pages with, as the engine made it, whatever the page does to prototypes.

const readsOf = (name) => scope[name] && scope[name].prototype;
const typedArray = scope.Uint8Array && getPrototypeOf(scope.Uint8Array.prototype);
const caretSheets = getDescriptor(scope.Document.prototype, 'adoptedStyleSheets');

/** Getters and methods; the first argument is `this`. What an engine does not have is undefined. */
export const reads = {
  __proto__: null,
  firstChild: method(readsOf('Node'), 'firstChild'),
  nextSibling: method(readsOf('Node'), 'nextSibling'),
  nodeValue: method(readsOf('Node'), 'nodeValue'),
  namespace: method(readsOf('Element'), 'namespaceURI'),
  hasAttributes: method(readsOf('Element'), 'hasAttributes'),
  attributes: method(readsOf('Element'), 'attributes'),
  nAttributes: method(readsOf('NamedNodeMap'), 'length'),
  attributeAt: method(readsOf('NamedNodeMap'), 'item'),
  attributeName: method(readsOf('Attr'), 'name'),
  attributeValue: method(readsOf('Attr'), 'value'),
  shadowRoot: method(readsOf('Element'), 'shadowRoot'),
  box: method(readsOf('Element'), 'getBoundingClientRect'),
  boxes: method(readsOf('Element'), 'getClientRects'),
  nBoxes: method(readsOf('DOMRectList'), 'length'),
  boxAt: method(readsOf('DOMRectList'), 'item'),
  matches: method(readsOf('Element'), 'matches'),
  clientWidth: method(readsOf('Element'), 'clientWidth'),
  scrollWidth: method(readsOf('Element'), 'scrollWidth'),
  scrollHeight: method(readsOf('Element'), 'scrollHeight'),
  left: method(readsOf('DOMRectReadOnly'), 'x'),
  top: method(readsOf('DOMRectReadOnly'), 'y'),
  width: method(readsOf('DOMRectReadOnly'), 'width'),
  height: method(readsOf('DOMRectReadOnly'), 'height'),
  root: method(readsOf('Document'), 'documentElement'),
  url: method(readsOf('Document'), 'URL'),
  title: method(readsOf('Document'), 'title'),
  mode: method(readsOf('Document'), 'compatMode'),
  direction: method(readsOf('Document'), 'dir'),
  doctype: method(readsOf('Document'), 'doctype'),
  doctypeName: method(readsOf('DocumentType'), 'name'),
  publicId: method(readsOf('DocumentType'), 'publicId'),
  systemId: method(readsOf('DocumentType'), 'systemId'),
  scroller: method(readsOf('Document'), 'scrollingElement'),
  hit: method(readsOf('Document'), 'elementFromPoint'),
  focused: method(readsOf('Document'), 'activeElement'),
  focusedIn: method(readsOf('ShadowRoot'), 'activeElement'),
  range: method(readsOf('Document'), 'createRange'),
  fragment: method(readsOf('Document'), 'createDocumentFragment'),
  rangeOver: method(readsOf('Range'), 'selectNodeContents'),
  rangeBox: method(readsOf('Range'), 'getBoundingClientRect'),
  rangeBoxes: method(readsOf('Range'), 'getClientRects'),
  style: bind(scope.getComputedStyle, scope),
  property: method(readsOf('CSSStyleDeclaration'), 'getPropertyValue'),
  pageLeft: method(scope, 'scrollX'),
  pageTop: method(scope, 'scrollY'),
  isChecked: method(readsOf('HTMLInputElement'), 'checked'),
  isIndeterminate: method(readsOf('HTMLInputElement'), 'indeterminate'),
  selectedOptions: method(readsOf('HTMLSelectElement'), 'selectedOptions'),
  nItems: method(readsOf('HTMLCollection'), 'length'),
  item: method(readsOf('HTMLCollection'), 'item'),
  optionIndex: method(readsOf('HTMLOptionElement'), 'index'),
  areDetailsOpen: method(readsOf('HTMLDetailsElement'), 'open'),
  isDialogOpen: method(readsOf('HTMLDialogElement'), 'open'),
  imageWidth: method(readsOf('HTMLImageElement'), 'naturalWidth'),
  imageHeight: method(readsOf('HTMLImageElement'), 'naturalHeight'),
  isImageComplete: method(readsOf('HTMLImageElement'), 'complete'),
  canvasWidth: method(readsOf('HTMLCanvasElement'), 'width'),
  canvasHeight: method(readsOf('HTMLCanvasElement'), 'height'),
  pixels: method(readsOf('CanvasRenderingContext2D'), 'getImageData'),
  pixelBytes: method(readsOf('ImageData'), 'data'),
  buffer: method(typedArray, 'buffer'),
  sheetsOf: method(readsOf('Document'), 'styleSheets'),
  sheetsIn: method(readsOf('ShadowRoot'), 'styleSheets'),
  sheetsAdoptedIn: method(readsOf('ShadowRoot'), 'adoptedStyleSheets'),
  nSheets: method(readsOf('StyleSheetList'), 'length'),
  sheetAt: method(readsOf('StyleSheetList'), 'item'),
  isSheetDisabled: method(readsOf('StyleSheet'), 'disabled'),
  sheetMedia: method(readsOf('StyleSheet'), 'media'),
  mediaText: method(readsOf('MediaList'), 'mediaText'),
  rules: method(readsOf('CSSStyleSheet'), 'cssRules'),
  nRules: method(readsOf('CSSRuleList'), 'length'),
  ruleAt: method(readsOf('CSSRuleList'), 'item'),
  ruleText: method(readsOf('CSSRule'), 'cssText'),
  ruleType: method(readsOf('CSSRule'), 'type'),
  importedSheet: method(readsOf('CSSImportRule'), 'styleSheet'),
  animations: method(readsOf('Document'), 'getAnimations'),
  animationsIn: method(readsOf('ShadowRoot'), 'getAnimations'),
  animationEffect: method(readsOf('Animation'), 'effect'),
  effectTarget: method(readsOf('KeyframeEffect'), 'target'),
  fonts: method(readsOf('Document'), 'fonts'),
  fontStatus: method(readsOf('FontFaceSet'), 'status'),
  findInDocument: method(readsOf('Document'), 'querySelectorAll'),
  findInRoot: method(readsOf('DocumentFragment'), 'querySelectorAll'),
  nFound: method(readsOf('NodeList'), 'length'),
  foundAt: method(readsOf('NodeList'), 'item'),
  viewWidth: method(scope, 'innerWidth'),
  viewHeight: method(scope, 'innerHeight'),
  pixelRatio: method(scope, 'devicePixelRatio'),
  replaceSheet: method(readsOf('CSSStyleSheet'), 'replaceSync'),
  sheets: caretSheets && uncurry(caretSheets.get),
  setSheets: caretSheets && uncurry(caretSheets.set),
};

export const NativeStyleSheet = scope.CSSStyleSheet;
export const NativeWords = scope.Uint32Array;
export const multiply = scope.Math.imul;
export const sortTexts = uncurry(scope.Array.prototype.sort);

/** Calls a reader that fails on what another window or a hostile page left in the tree. */
export function readOr(other, read, object) {
  try {
    return read(object);
  } catch (_) {
    return other;
  }
}

/** The element that has the focus, in whichever shadow root, or null. */
export function focusedElement() {
  let found = reads.focused(document);
  while (found !== null) {
    const inside = readOr(null, reads.shadowRoot, found);
    const deeper = inside && reads.focusedIn(inside);
    if (!deeper) break;
    found = deeper;
  }
  return found === null || !holdsFocus(found) ? null : found;
}

/** Whether an element may keep the focus: engines take it from hidden and disabled ones at some later frame. */
function holdsFocus(element) {
  if (reads.matches(element, ':disabled')) return false;
  if (reads.nBoxes(reads.boxes(element)) === 0) return reads.matches(element, 'area, canvas *');
  return reads.property(reads.style(element), 'visibility') === 'visible';
}
