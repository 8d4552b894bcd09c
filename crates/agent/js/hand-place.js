import { abs, apply, floor, slice } from './natives.js';
import { ELEMENT, boundingBox, closest, document, getAttribute, kindOf, localName } from './dom.js';
import { guarded } from './guarded.js';
import { activeNow, hitAt, isInside } from './hand-dom.js';
import { pathOf, resolveTarget } from './hand-find.js';

// Where a gesture must happen here to reach what it reached there.

/** Where this page's frame is in the top window, as far as that may be known. */
function frameOffset() {
  let x = 0;
  let y = 0;
  let at = scope;
  while (at.parent !== at) {
    const frame = guarded('frame', () => at.frameElement);
    if (!frame) return null;
    const box = boundingBox(frame);
    x += box.left + frame.clientLeft;
    y += box.top + frame.clientTop;
    at = at.parent;
  }
  return { x, y };
}

function shortName(element) {
  let text = `<${localName(element)}`;
  const id = getAttribute(element, 'id');
  if (id) text += ` id="${slice(id, 0, 60)}"`;
  const names = getAttribute(element, 'class');
  if (names) text += ` class="${slice(names, 0, 60)}"`;
  return `${text}>`;
}

const isInView = (x, y) => x >= 0 && y >= 0 && x < scope.innerWidth && y < scope.innerHeight;

/** Whether an event at this point would have the target that the recorder saw. */
function hits(node, x, y) {
  if (!isInView(x, y)) return false;
  const hit = hitAt(x, y);
  return hit !== null && (hit === node || (node === document ? true : isInside(node, hit) && !isOther(node, hit)));
}

/** Something inside that takes events for itself. */
function isOther(node, hit) {
  const own = closest(hit, 'a[href],button,input,select,textarea,label,summary');
  return own !== null && own !== node && isInside(node, own) && localName(node) !== 'label';
}

function result(point, fields, isHit, found) {
  const frame = frameOffset();
  const [, x, y] = fields;
  const cover = isHit ? null : x === null ? activeNow() : isInView(point.x, point.y) ? hitAt(point.x, point.y) : null;
  const isElement = kindOf(found.node) === ELEMENT;
  return {
    x: point.x,
    y: point.y,
    offsetX: x === null ? 0 : point.x - floor(x),
    offsetY: y === null ? 0 : point.y - floor(y),
    // Where a frame of another origin is cannot be known.
    isHit: isHit && frame !== null,
    how: found.how,
    xpath: isElement ? pathOf(found.node) : null,
    frameX: frame === null ? null : frame.x,
    frameY: frame === null ? null : frame.y,
    cover: cover === null ? null : shortName(cover),
  };
}

/** The recorded place in an element's box, where that box is now. */
function placeIn(node, fields) {
  const [, , , dx, dy, w, h] = fields;
  const box = boundingBox(node);
  return dx !== null && w > 0 && h > 0 ? [box.left + (dx * box.width) / w, box.top + (dy * box.height) / h] : [box.left + box.width / 2, box.top + box.height / 2];
}

/** That place as a point of the window; what did not move is pressed where it was. */
function pointIn(node, fields, recorded) {
  const [, , , dx, , w, h] = fields;
  if (dx === null || !(w > 0 && h > 0)) return recorded;
  const [x, y] = placeIn(node, fields);
  return abs(x - fields[1]) < 1 && abs(y - fields[2]) < 1 ? recorded : { x: floor(x), y: floor(y) };
}

const scrollPage = scope.scrollBy;
const scrollToShow = scope.Element.prototype.scrollIntoView;

/** Scrolls to where the person had it: what was pressed was in view. */
function bringBack(node, fields) {
  guarded('scroll', () => {
    const [x, y] = placeIn(node, fields);
    apply(scrollPage, scope, [{ left: x - fields[1], top: y - fields[2], behavior: 'instant' }]);
    if (!isInView(...placeIn(node, fields))) apply(scrollToShow, node, [{ block: 'nearest', inline: 'nearest', behavior: 'instant' }]);
  });
}

/**
 * Where a gesture goes: `[target, x, y, dx, dy, w, h]`, as recorded. Without a point it goes to the focus.
 * Null means that its target is not here.
 */
export function placeGesture(fields) {
  const [number, x, y] = fields;
  const found = resolveTarget(number);
  if (found === null) return number === -3 ? result({ x: x || 0, y: y || 0 }, fields, true, { node: document, how: 'path' }) : null;
  const { node } = found;
  if (x === null || y === null) return result({ x: 0, y: 0 }, fields, hasFocus(node), found);
  const recorded = { x: floor(x), y: floor(y) };
  if (kindOf(node) !== ELEMENT || localName(node) === 'html') return result(recorded, fields, isInView(x, y), found);
  const own = pointIn(node, fields, recorded);
  if (hits(node, own.x, own.y)) return result(own, fields, true, found);
  if (hits(node, recorded.x, recorded.y)) return result(recorded, fields, true, found);
  const wasOut = !isInView(...placeIn(node, fields));
  if (wasOut) bringBack(node, fields);
  const placed = placeInView(node, recorded, fields, found);
  placed.wasOut = wasOut;
  return placed;
}

// At the very edge of an element it is chance which side a point is on.
const BESIDE = [[-1, 0], [1, 0], [0, -1], [0, 1]];

function placeInView(node, recorded, fields, found) {
  const own = pointIn(node, fields, recorded);
  if (hits(node, own.x, own.y)) return result(own, fields, true, found);
  if (hits(node, recorded.x, recorded.y)) return result(recorded, fields, true, found);
  for (let i = 0; i < BESIDE.length; i++) {
    const next = { x: recorded.x + BESIDE[i][0], y: recorded.y + BESIDE[i][1] };
    if (hits(node, next.x, next.y)) return result(next, fields, true, found);
  }
  const box = boundingBox(node);
  const middle = { x: floor(box.left + box.width / 2), y: floor(box.top + box.height / 2) };
  if (box.width > 0 && box.height > 0 && hits(node, middle.x, middle.y)) return result(middle, fields, true, found);
  return result(recorded, fields, false, found);
}

/** Whether keys would go to this element. */
function hasFocus(node) {
  const active = activeNow();
  if (kindOf(node) !== ELEMENT) return true;
  if (active === null) return localName(node) === 'body' || localName(node) === 'html';
  return active === node || isInside(active, node) && localName(active) !== 'body' && localName(active) !== 'html';
}
