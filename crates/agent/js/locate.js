import { NativeMap, NativeWeakMap, mapGet, mapSet, mapSize, replace, slice, stringify, trim, weakGet, weakSet } from './natives.js';
import { DOCUMENT, ELEMENT, FRAGMENT, childCount, closest, document, evaluateXPath, getAttribute, kindOf, localName, ownerDocument, parentNode, previousElement, shadowHost, textContent, valueOf } from './dom.js';
import { isSecret } from './secrets.js';
import { putLine } from './wire.js';

const STABLE = ['data-testid', 'data-test', 'data-cy', 'data-qa', 'name', 'aria-label', 'title', 'alt', 'placeholder', 'role', 'type', 'contenteditable', 'href', 'for', 'value'];
const OF_SCRIPTS = ['src'];
const MAX_ATTRIBUTE = 120;
const MAX_NAME = 60;
// Counting by hand is quicker for few siblings.
const FEW = 32;

/** The place of an element among its siblings of one name, from 1. */
function place(element, name) {
  let count = 1;
  let n = 0;
  for (let other = previousElement(element); other !== null; other = previousElement(other)) {
    if (++n > FEW && evaluateXPath) {
      const step = 'count(preceding-sibling::*[local-name()="' + name + '"])+1';
      return evaluateXPath(ownerDocument(element), step, element, null, 1, null).numberValue;
    }
    if (localName(other) === name) count++;
  }
  return count;
}

/** Absolute path within the document or shadow root; the roots on the way come first. */
function paths(element) {
  const roots = [];
  let path = '';
  let at = element;
  while (at !== null) {
    const kind = kindOf(at);
    if (kind === ELEMENT) {
      const name = localName(at);
      path = '/' + name + '[' + place(at, name) + ']' + path;
      at = parentNode(at);
    } else if (kind === FRAGMENT && isShadow(at)) {
      roots[roots.length] = path;
      path = '';
      at = shadowHost(at);
    } else {
      at = kind === DOCUMENT ? null : parentNode(at);
      if (at === null && kind !== DOCUMENT) path = '~' + path;
    }
  }
  const all = [path];
  for (let i = roots.length - 1; i >= 0; i--) all[all.length] = roots[i];
  return all;
}

function isShadow(root) {
  try {
    return shadowHost(root) !== null;
  } catch (_) {
    return false;
  }
}

/** Whether an element holds what a person enters: its text is no name for it. */
const isField = (element) => localName(element) !== 'button' && valueOf(element) !== undefined;

/** How to find an element again, best way first. */
function describe(element) {
  const found = { x: paths(element) };
  const id = getAttribute(element, 'id');
  if (id) found.i = slice(id, 0, MAX_ATTRIBUTE);
  let attributes = null;
  // Loaders put scripts before others: where one is says little.
  const names = localName(element) === 'script' ? OF_SCRIPTS : STABLE;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name === 'value' && isSecret(element)) continue;
    const value = getAttribute(element, name);
    if (value !== null && (value !== '' || name === 'contenteditable') && value.length < MAX_ATTRIBUTE) {
      if (attributes === null) attributes = {};
      attributes[name] = value;
    }
  }
  if (attributes !== null) found.a = attributes;
  // What is typed into an element does not name it.
  if (childCount(element) < 4 && valueOf(element) === undefined && closest(element, '[contenteditable]') === null && !isSecret(element)) {
    const whole = textContent(element);
    if (whole.length < 2000) {
      const text = slice(trim(replace(whole, /\s+/g, ' ')), 0, MAX_NAME);
      if (text !== '') found.t = text;
    }
  }
  return found;
}

const numbers = new NativeMap();
const recent = new NativeWeakMap();

/**
 * A number for an event's target. `quick` takes the last description of the same element for true.
 * Descriptions go home once; an element that moved gets a new one.
 */
export function targetNumber(target, quick) {
  if (target === scope) return -1;
  if (target === document) return -2;
  const kind = kindOf(target);
  if (kind !== ELEMENT) return kind === 0 || parentNode(target) === null ? -3 : targetNumber(parentNode(target), quick);
  const last = weakGet(recent, target);
  if (quick && last !== undefined) return last;
  const text = stringify(describe(target));
  let number = mapGet(numbers, text);
  if (number === undefined) {
    number = mapSize(numbers);
    mapSet(numbers, text, number);
    putLine('["d",' + number + ',' + text + ']');
  }
  if (number !== last) weakSet(recent, target, number);
  return number;
}
