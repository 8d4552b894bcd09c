import { bind, getDescriptor, method, uncurry } from './natives.js';

// The DOM as the engine made it, whatever the page does to prototypes.

const node = scope.Node && scope.Node.prototype;
const element = scope.Element && scope.Element.prototype;
export const document = scope.document;
const documentPrototype = scope.Document && scope.Document.prototype;
const htmlInput = scope.HTMLInputElement && scope.HTMLInputElement.prototype;

export const nodeType = method(node, 'nodeType');
export const parentNode = method(node, 'parentNode');
export const textContent = method(node, 'textContent');
export const isConnected = method(node, 'isConnected');
export const ownerDocument = method(node, 'ownerDocument');
export const localName = method(element, 'localName');
export const getAttribute = method(element, 'getAttribute');
export const hasAttribute = method(element, 'hasAttribute');
export const previousElement = method(element, 'previousElementSibling');
export const childCount = method(element, 'childElementCount');
export const closest = method(element, 'closest');
export const scrollLeft = method(element, 'scrollLeft');
export const scrollTop = method(element, 'scrollTop');
export const currentScriptOf = method(documentPrototype, 'currentScript');
export const evaluateXPath = method(documentPrototype, 'evaluate') || method(scope.XPathEvaluatorBase && scope.XPathEvaluatorBase.prototype, 'evaluate');
export const shadowHost = method(scope.ShadowRoot && scope.ShadowRoot.prototype, 'host');
export const inputType = method(htmlInput, 'type');
export const inputFiles = method(htmlInput, 'files');
export const scrollerOf = method(documentPrototype, 'scrollingElement');
export const readyState = method(documentPrototype, 'readyState');

const nativeBox = method(element, 'getBoundingClientRect');
const nativeStyle = scope.getComputedStyle && bind(scope.getComputedStyle, scope);
const styleValue = method(scope.CSSStyleDeclaration && scope.CSSStyleDeclaration.prototype, 'getPropertyValue');

/** WebKitGTK 2.50 gives boxes as they would be without CSS `zoom`; engines that have this member give what is seen. */
export const areBoxesUnzoomed = nativeBox !== undefined && method(element, 'currentCSSZoom') === undefined;

/** Where an element is seen in its window. */
export const boundingBox = areBoxesUnzoomed ? zoomedBox : nativeBox;

function zoomedBox(node) {
  const box = nativeBox(node);
  let zoom = 1;
  for (let at = node; at !== null; at = aroundOf(at)) {
    if (nodeType(at) === ELEMENT) zoom *= +styleValue(nativeStyle(at), 'zoom') || 1;
  }
  if (zoom === 1) return box;
  return { left: box.left * zoom, top: box.top * zoom, right: box.right * zoom, bottom: box.bottom * zoom, width: box.width * zoom, height: box.height * zoom };
}

function aroundOf(node) {
  return nodeType(node) === FRAGMENT && shadowHost ? shadowHost(node) : parentNode(node);
}

/** Values of form fields; anything else has none. */
const valueGetters = {};
for (const name of ['Input', 'TextArea', 'Select', 'Option', 'Button', 'Output', 'Meter', 'Progress']) {
  const type = scope['HTML' + name + 'Element'];
  const descriptor = type && getDescriptor(type.prototype, 'value');
  if (descriptor && descriptor.get) valueGetters[name.toLowerCase()] = uncurry(descriptor.get);
}

export function valueOf(field) {
  const get = valueGetters[localName(field)];
  return get ? get(field) : undefined;
}

export const ELEMENT = 1;
export const DOCUMENT = 9;
export const FRAGMENT = 11;

/** Whether something is a node, without trusting it: nodes of other windows are nodes too. */
export function kindOf(object) {
  try {
    return nodeType(object);
  } catch (_) {
    return 0;
  }
}
