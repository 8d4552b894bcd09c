import { NativeMap, mapGet, mapSet, mapSize, startsWith } from './natives.js';
import { areBoxesUnzoomed } from './dom.js';
import { reads } from './observer-reads.js';

// Which computed styles are observed, and how they are kept small. A reader rebuilds them with the same
// two tables: an inherited property that is left out has its parent's value, any other its initial one.

const INHERITED = ['color', 'font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'text-align', 'text-transform', 'text-shadow', 'white-space', 'visibility', 'cursor', 'pointer-events', 'direction'];

// Read of every element that is not inside of one with `display: none`.
const OWN = ['position', 'static', 'float', 'none', 'opacity', '1', 'background-color', 'rgba(0, 0, 0, 0)', 'background-image', 'none', 'border-width', '0px', 'border-radius', '0px', 'box-shadow', 'none', 'outline-style', 'none', 'text-decoration-line', 'none', 'overflow', 'visible', 'transform', 'none', 'filter', 'none', 'clip-path', 'none', 'content-visibility', 'visible', 'column-count', 'auto', 'column-width', 'auto'];
// Read where they can show: behind each property that lets them, and by what `display` is.
const BEHIND = {
  __proto__: null,
  position: ['z-index', 'auto'],
  'background-image': ['background-size', 'auto', 'background-position', '0% 0%', 'background-repeat', 'repeat'],
  'border-width': ['border-style', 'none', 'border-color', ''],
  'outline-style': ['outline-width', '', 'outline-color', '', 'outline-offset', '0px'],
  'text-decoration-line': ['text-decoration-style', 'solid', 'text-decoration-color', ''],
};
const FLEX = ['flex-direction', 'row', 'flex-wrap', 'nowrap', 'justify-content', 'normal', 'align-items', 'normal', 'row-gap', 'normal', 'column-gap', 'normal'];
const GRID = ['grid-template-columns', 'none', 'grid-template-rows', 'none', 'justify-content', 'normal', 'align-items', 'normal', 'row-gap', 'normal', 'column-gap', 'normal'];
const LIST_ITEM = ['list-style-type', 'disc', 'list-style-position', 'outside'];
const INLINE = ['vertical-align', 'baseline'];
const REPLACED = ['object-fit', 'fill'];
const CONTROL = ['appearance', 'none'];
const DRAWN = ['fill', 'rgb(0, 0, 0)', 'stroke', 'none', 'stroke-width', '1px'];
const GENERATED = ['width', 'auto', 'height', 'auto'];

/** What else is read of an element, by its name. */
const BY_NAME = { __proto__: null, img: REPLACED, video: REPLACED, canvas: REPLACED, object: REPLACED, embed: REPLACED, iframe: REPLACED, input: CONTROL, select: CONTROL, textarea: CONTROL, button: CONTROL, progress: CONTROL, meter: CONTROL };

// Boxes must be made larger by it.
const ZOOM = ['zoom', '1'];

// Elements that look alike share one object for their styles. Past this number all are forgotten, which only costs memory and time.
const MAX_SHARED = 20000;
let shared = new NativeMap();
let nValues = 0;

/** Values that children inherit: `list` in the order of the table. */
function inheritable(list) {
  return { id: ++nValues, list };
}

/** What the document's root inherits. */
export const INITIAL_VALUES = inheritable(['rgb(0, 0, 0)', '', '16px', '400', 'normal', 'normal', 'normal', 'start', 'none', 'none', 'normal', 'visible', 'auto', 'auto', 'ltr']);

// Of the styles being read: names and values in pairs, and what children inherit.
let computed = null;
let pairs = [];
let ownValues = null;

function addStyle(name, value) {
  pairs[pairs.length] = name;
  pairs[pairs.length] = value;
}

function addStyles(table) {
  for (let i = 0; i < table.length; i += 2) {
    const name = table[i];
    const value = reads.property(computed, name);
    // An engine that does not know the property gives the empty text.
    if (value === table[i + 1] || value === '') continue;
    addStyle(name, value);
    const behind = BEHIND[name];
    if (behind !== undefined) addStyles(behind);
  }
}

/** What any box has, against what its parent has. */
function addUsual(display, parentValues) {
  const inherited = parentValues.list;
  ownValues = null;
  for (let i = 0; i < INHERITED.length; i++) {
    const value = reads.property(computed, INHERITED[i]);
    if (value === inherited[i]) continue;
    if (ownValues === null) ownValues = copyList(inherited);
    ownValues[i] = value;
    addStyle(INHERITED[i], value);
  }
  addStyles(OWN);
  if (areBoxesUnzoomed) addStyles(ZOOM);
  if (display === 'inline') return addStyles(INLINE);
  if (display === 'flex' || display === 'inline-flex') addStyles(FLEX);
  else if (display === 'grid' || display === 'inline-grid') addStyles(GRID);
  else if (display === 'list-item') addStyles(LIST_ITEM);
  if (startsWith(display, 'inline') || display === 'table-cell') addStyles(INLINE);
  return undefined;
}

function copyList(list) {
  const copy = [];
  for (let i = 0; i < list.length; i++) copy[i] = list[i];
  return copy;
}

/** Styles that were read, the same object for the same ones in the same surroundings. */
function sharedStyles(display, parentValues) {
  let key = '=';
  for (let i = 0; i < pairs.length; i++) key += pairs[i] + '\n';
  const place = parentValues.id + key;
  const known = mapGet(shared, place);
  if (known !== undefined) return known;
  const style = { __proto__: null };
  for (let i = 0; i < pairs.length; i += 2) style[pairs[i]] = pairs[i + 1];
  const styles = {
    // To be sent; and what tells whether it is to be.
    style, key,
    values: ownValues === null ? parentValues : inheritable(ownValues),
    display,
    visibility: style['content-visibility'],
    zoom: +style.zoom || 1,
    isFloating: style.float !== undefined,
    isClipping: style.overflow !== undefined,
    // They can change with the layout alone.
    isFluid: display === 'grid' || display === 'inline-grid' || style.transform !== undefined,
    // Its only text can be elsewhere although it is not.
    isLoose: style.overflow !== undefined || style['content-visibility'] !== undefined || style['list-style-position'] !== undefined || display === 'table-cell',
  };
  if (mapSize(shared) >= MAX_SHARED) shared = new NativeMap();
  mapSet(shared, place, styles);
  return styles;
}

/** The styles of an element; of one that shows nothing only that. */
export function stylesOf(element, name, isSvg, parentValues) {
  computed = reads.style(element);
  pairs = [];
  ownValues = null;
  const display = reads.property(computed, 'display');
  if (display !== 'inline') addStyle('display', display);
  if (display !== 'none') {
    addUsual(display, parentValues);
    const more = isSvg ? DRAWN : BY_NAME[name];
    if (more !== undefined) addStyles(more);
  }
  return sharedStyles(display, parentValues);
}

/** The styles of what CSS puts before or after the content of an element, or null if there is nothing. */
export function generatedStyles(element, which, values) {
  computed = reads.style(element, which);
  const content = reads.property(computed, 'content');
  if (content === 'none' || content === 'normal' || content === '') return null;
  const display = reads.property(computed, 'display');
  if (display === 'none') return null;
  pairs = [];
  addStyle('content', content);
  if (display !== 'inline') addStyle('display', display);
  addUsual(display, values);
  addStyles(GENERATED);
  return sharedStyles(display, values);
}
