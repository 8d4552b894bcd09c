import { NativeWeakMap, getNames, parseNumber, slice, split, weakGet, weakSet } from './natives.js';
import { ELEMENT, document, getAttribute, isConnected, kindOf, localName, parentNode, previousElement } from './dom.js';
import { above, elementById, elementsNamed, firstElement, nameText, nextElement, shadowRootOf } from './hand-dom.js';

// Finds recorded elements again. The recorded way comes first; what does not lead there is relaxed step by step.

const MOST_ALIKE = 5000;
// What these say changes with what a person does.
const CHANGING = { value: 1, href: 1, title: 1, 'aria-label': 1 };

let wanted = [];
let parsedPaths = [];
let lastFound = [];

/** Descriptions of elements as the log has them, by number. */
export function setTargets(list) {
  wanted = list;
  parsedPaths = [];
  lastFound = [];
}

/** A path as arrays of names and places, one for each shadow tree. */
function stepsOf(number) {
  let place = parsedPaths[number];
  if (place === undefined) {
    place = [];
    const paths = wanted[number].x;
    for (let i = 0; i < paths.length; i++) {
      const steps = split(paths[i], '/');
      place[i] = [];
      for (let j = 1; j < steps.length; j++) {
        const parts = split(steps[j], '[');
        place[i][j - 1] = [parts[0], parseNumber(parts[1], 10)];
      }
    }
    parsedPaths[number] = place;
  }
  return place;
}

function nthChild(node, name, n) {
  let left = n;
  for (let child = firstElement(node); child !== null; child = nextElement(child)) {
    if (localName(child) === name && --left === 0) return child;
  }
  return null;
}

/** The tree that the element itself is in, or null. */
function rootFor(place) {
  let root = document;
  for (let i = 0; i < place.length - 1; i++) {
    const host = walkDown(root, place[i], 0);
    root = host === null ? null : shadowRootOf(host);
    if (root === null) return null;
  }
  return root;
}

function walkDown(root, steps, from) {
  let at = root;
  for (let i = from; i < steps.length && at !== null; i++) at = nthChild(at, steps[i][0], steps[i][1]);
  return at === root ? null : at;
}

/** Whether an element is at the recorded place: compares on the way up, and stops at the first difference. */
function isAtPlace(node, place) {
  let at = node;
  for (let i = place.length - 1; i >= 0; i--) {
    const steps = place[i];
    for (let j = steps.length - 1; j >= 0; j--) {
      if (kindOf(at) !== ELEMENT) return false;
      const [name, n] = steps[j];
      if (localName(at) !== name) return false;
      let count = 1;
      for (let other = previousElement(at); other !== null && count <= n; other = previousElement(other)) {
        if (localName(other) === name) count++;
      }
      if (count !== n) return false;
      at = j === 0 ? above(at) : parentNode(at);
      if (at === null) return false;
    }
    if (i > 0) {
      if (kindOf(at) === ELEMENT) return false;
      at = above(at);
      if (at === null) return false;
    }
  }
  return at === document;
}

/** Whether nothing about an element contradicts its description. */
function isConsistent(node, description) {
  if (description.i !== undefined) return slice(getAttribute(node, 'id') || '', 0, 120) === description.i;
  return hasAttributes(node, description, false);
}

function hasAttributes(node, { a: attributes }, isStrict) {
  if (attributes === undefined) return true;
  const names = getNames(attributes);
  for (let i = 0; i < names.length; i++) {
    if (!isStrict && CHANGING[names[i]] === 1) continue;
    if (getAttribute(node, names[i]) !== attributes[names[i]]) return false;
  }
  return true;
}

/** The only element that fits, or null. */
function onlyOne(root, name, fits) {
  const all = elementsNamed(root, name);
  if (all.length > MOST_ALIKE) return null;
  let found = null;
  for (let i = 0; i < all.length; i++) {
    if (!fits(all[i])) continue;
    if (found !== null) return null;
    found = all[i];
  }
  return found;
}

function search(number) {
  const description = wanted[number];
  const place = stepsOf(number);
  const steps = place[place.length - 1];
  const root = rootFor(place);
  if (root === null || steps.length === 0) return null;
  const name = steps[steps.length - 1][0];
  const there = walkDown(root, steps, 0);
  if (there !== null && isConsistent(there, description)) return { node: there, how: 'path' };
  const { i: id, a: attributes, t: text } = description;
  if (id !== undefined) {
    const node = elementById(root, id);
    if (node !== null && localName(node) === name) return { node, how: 'id' };
  }
  if (attributes !== undefined) {
    const strict = onlyOne(root, name, (node) => hasAttributes(node, description, true) && (text === undefined || nameText(node) === text));
    if (strict !== null) return { node: strict, how: 'attributes' };
    const named = attributes['data-testid'] !== undefined || attributes.name !== undefined || attributes['aria-label'] !== undefined;
    const node = named ? onlyOne(root, name, (one) => hasAttributes(one, description, false)) : null;
    if (node !== null) return { node, how: 'attributes' };
  }
  if (text !== undefined) {
    const node = onlyOne(root, name, (one) => nameText(one) === text);
    if (node !== null) return { node, how: 'text' };
  }
  if (there !== null) return { node: there, how: 'relaxed attributes' };
  return searchTail(root, steps, description);
}

/** Only the end of the path, shorter and shorter; then without places. */
function searchTail(root, steps, description) {
  const name = steps[steps.length - 1][0];
  for (let n = 1; n < steps.length; n++) {
    const node = onlyOne(root, name, (one) => endsWithSteps(one, steps, n, true) && isConsistent(one, description));
    if (node !== null) return { node, how: `relaxed path, without its first ${n}` };
  }
  const node = onlyOne(root, name, (one) => endsWithSteps(one, steps, 0, false) && isConsistent(one, description));
  return node === null ? null : { node, how: 'relaxed path, without places' };
}

function endsWithSteps(node, steps, from, withPlaces) {
  let at = node;
  for (let j = steps.length - 1; j >= from; j--) {
    if (at === null || kindOf(at) !== ELEMENT || localName(at) !== steps[j][0]) return false;
    if (withPlaces && parentNode(at) !== null && nthChild(parentNode(at), steps[j][0], steps[j][1]) !== at) return false;
    at = parentNode(at);
  }
  return true;
}

const isKnown = (number) => number >= 0 && number < wanted.length;

/** The element of a number and how it was found, or null. */
export function resolveTarget(number) {
  if (number === -1) return { node: scope, how: 'path' };
  if (number === -2) return { node: document, how: 'path' };
  if (!isKnown(number)) return null;
  const last = lastFound[number];
  if (last !== undefined && isConnected(last.node) && isConsistent(last.node, wanted[number]) && isAtPlace(last.node, stepsOf(number))) return last;
  const found = search(number);
  if (found !== null && found.how === 'path') lastFound[number] = found;
  return found;
}

const strays = new NativeWeakMap();

/** Whether an event's target is the recorded one. */
export function isTarget(number, node) {
  if (number === -1) return node === scope;
  if (number === -2) return node === document;
  let at = node;
  if (kindOf(at) !== 0 && kindOf(at) !== ELEMENT && at !== document) at = parentNode(at);
  if (!isKnown(number)) return at === null || kindOf(at) === 0 || (at !== scope && at !== document && !isConnected(at));
  if (at === null || kindOf(at) !== ELEMENT) return false;
  const place = stepsOf(number);
  const steps = place[place.length - 1];
  if (steps.length > 0 && localName(at) !== steps[steps.length - 1][0]) return false;
  if (isAtPlace(at, place) && isConsistent(at, wanted[number])) return true;
  // Outside of the document there is no path to compare.
  if (!isConnected(at)) {
    const known = weakGet(strays, at);
    if (known !== undefined) return known === number;
    if (!isConsistent(at, wanted[number])) return false;
    weakSet(strays, at, number);
    return true;
  }
  const found = resolveTarget(number);
  return found !== null && found.node === at;
}

/** Where an element is, as recorders write it; trees are separated by ` >> `. */
export function pathOf(element) {
  let path = '';
  let at = element;
  while (at !== null && at !== document) {
    if (kindOf(at) === ELEMENT) {
      const name = localName(at);
      let n = 1;
      for (let other = previousElement(at); other !== null; other = previousElement(other)) if (localName(other) === name) n++;
      path = `/${name}[${n}]${path}`;
    } else {
      path = ` >> ${path}`;
    }
    at = above(at);
  }
  return path;
}
