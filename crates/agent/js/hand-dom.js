import { apply, dispatch, getDescriptor, method, replace, slice, trim, uncurry } from './natives.js';
import { DOCUMENT, ELEMENT, document, kindOf, parentNode, shadowHost, textContent } from './dom.js';

// The parts of the DOM that hands need, as the engine made them.

const documentKind = scope.Document.prototype;
const fragmentKind = scope.DocumentFragment.prototype;
const elementKind = scope.Element.prototype;
const shadowKind = scope.ShadowRoot.prototype;
const HtmlElement = scope.HTMLElement;

const firstOfDocument = method(documentKind, 'firstElementChild');
const firstOfFragment = method(fragmentKind, 'firstElementChild');
const firstOfElement = method(elementKind, 'firstElementChild');
export const nextElement = method(elementKind, 'nextElementSibling');
export const shadowRootOf = method(elementKind, 'shadowRoot');
const hitInDocument = method(documentKind, 'elementFromPoint');
const hitInShadow = method(shadowKind, 'elementFromPoint');
const activeInDocument = method(documentKind, 'activeElement');
const activeInShadow = method(shadowKind, 'activeElement');
const idInDocument = method(documentKind, 'getElementById');
const idInFragment = method(fragmentKind, 'getElementById');
const allInDocument = method(documentKind, 'getElementsByTagName');
const allInFragment = method(fragmentKind, 'querySelectorAll');
export const runCommand = method(documentKind, 'execCommand');
const focusHtml = method(HtmlElement.prototype, 'focus');
const focusSvg = method(scope.SVGElement && scope.SVGElement.prototype, 'focus');
const blurHtml = method(HtmlElement.prototype, 'blur');
export const findIn = method(elementKind, 'querySelector');
export const unlisten = method(scope.EventTarget.prototype, 'removeEventListener');
export const isChecked = method(scope.HTMLInputElement.prototype, 'checked');
export const isChosen = method(scope.HTMLOptionElement.prototype, 'selected');
export const setChecked = uncurry(getDescriptor(scope.HTMLInputElement.prototype, 'checked').set);
export const choose = uncurry(getDescriptor(scope.HTMLOptionElement.prototype, 'selected').set);
const scrollInner = method(elementKind, 'scrollTo');
const scrollOuter = scope.scrollTo;
export const isEditable = method(HtmlElement.prototype, 'isContentEditable');

export function firstElement(node) {
  const kind = kindOf(node);
  return kind === ELEMENT ? firstOfElement(node) : kind === DOCUMENT ? firstOfDocument(node) : firstOfFragment(node);
}

export const elementById = (root, id) => (root === document ? idInDocument(root, id) : idInFragment(root, id));

/** All elements of one name in a document or shadow tree. */
export const elementsNamed = (root, name) => (root === document ? allInDocument(root, name) : allInFragment(root, name));

/** The element that a person sees at a point, through shadow trees. */
export function hitAt(x, y) {
  let hit = hitInDocument(document, x, y);
  while (hit !== null) {
    const root = shadowRootOf(hit);
    const inner = root ? hitInShadow(root, x, y) : null;
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  return hit;
}

export function activeNow() {
  let active = activeInDocument(document);
  while (active !== null) {
    const root = shadowRootOf(active);
    const inner = root ? activeInShadow(root) : null;
    if (inner === null) break;
    active = inner;
  }
  return active;
}

export function focusNode(node) {
  const focus = node instanceof HtmlElement ? focusHtml : focusSvg;
  if (focus) focus(node, { preventScroll: true });
}

export function blurNode(node) {
  if (node instanceof HtmlElement) blurHtml(node);
}

/** The parent, out of shadow trees too. */
export function above(node) {
  const parent = parentNode(node);
  if (parent !== null) return parent;
  try {
    return shadowHost(node);
  } catch (_) {
    return null;
  }
}

export function isInside(outer, node) {
  for (let at = node; at !== null; at = above(at)) if (at === outer) return true;
  return false;
}

/** Text as recorders write it into descriptions. */
export const nameText = (node) => slice(trim(replace(textContent(node), /\s+/g, ' ')), 0, 60);

const valueSetters = {};
for (const name of ['Input', 'TextArea', 'Select']) {
  const descriptor = getDescriptor(scope[`HTML${name}Element`].prototype, 'value');
  valueSetters[name === 'TextArea' ? 'textarea' : name === 'Input' ? 'input' : 'select'] = uncurry(descriptor.set);
}

/** Sets a value past what a framework may have put in front. */
export function setValueOf(field, name, value) {
  if (valueSetters[name]) valueSetters[name](field, value);
}

/** Scrolls an element, or the page, without any movement in between. */
export function scrollToPlace(node, left, top) {
  const to = { left, top, behavior: 'instant' };
  if (kindOf(node) === ELEMENT) scrollInner(node, to);
  else apply(scrollOuter, scope, [to]);
}

/** Dispatches; says whether the default action may happen. */
export const send = (target, event) => apply(dispatch, target, [event]);
