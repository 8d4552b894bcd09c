import { startsWith } from './natives.js';
import { reads } from './observer-reads.js';

// Which computed styles are observed, and how they are kept small. A reader rebuilds them with the same
// two tables: an inherited property that is left out has its parent's value, any other its initial one.

const INHERITED = ['color', 'font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'text-align', 'text-transform', 'text-shadow', 'white-space', 'visibility', 'cursor', 'pointer-events', 'direction'];
/** What the document's root inherits. */
export const INITIAL_VALUES = ['rgb(0, 0, 0)', '', '16px', '400', 'normal', 'normal', 'normal', 'start', 'none', 'none', 'normal', 'visible', 'auto', 'auto', 'ltr'];

// Read of every element that is not inside of one with `display: none`.
const OWN = ['position', 'static', 'float', 'none', 'opacity', '1', 'background-color', 'rgba(0, 0, 0, 0)', 'background-image', 'none', 'border-width', '0px', 'border-radius', '0px', 'box-shadow', 'none', 'outline-style', 'none', 'text-decoration-line', 'none', 'overflow', 'visible', 'transform', 'none', 'filter', 'none', 'clip-path', 'none', 'content-visibility', 'visible'];
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

/** Styles being read: `style` to be sent, `key` that tells whether they changed, `values` that children inherit. */
function emptyStyles(computed) {
  return { __proto__: null, computed, style: { __proto__: null }, key: '', values: null, display: reads.property(computed, 'display') };
}

function addStyle(styles, name, value) {
  styles.style[name] = value;
  styles.key += name + '\n' + value + '\n';
}

function addStyles(styles, table) {
  for (let i = 0; i < table.length; i += 2) {
    const name = table[i];
    const value = reads.property(styles.computed, name);
    // An engine that does not know the property gives the empty text.
    if (value === table[i + 1] || value === '') continue;
    addStyle(styles, name, value);
    const behind = BEHIND[name];
    if (behind !== undefined) addStyles(styles, behind);
  }
}

/** What any box has, against what its parent has. */
function addUsual(styles, parentValues) {
  styles.values = [];
  for (let i = 0; i < INHERITED.length; i++) {
    const value = reads.property(styles.computed, INHERITED[i]);
    styles.values[i] = value;
    if (value !== parentValues[i]) addStyle(styles, INHERITED[i], value);
  }
  addStyles(styles, OWN);
  const display = styles.display;
  if (display === 'flex' || display === 'inline-flex') addStyles(styles, FLEX);
  else if (display === 'grid' || display === 'inline-grid') addStyles(styles, GRID);
  else if (display === 'list-item') addStyles(styles, LIST_ITEM);
  if (startsWith(display, 'inline') || display === 'table-cell') addStyles(styles, INLINE);
}

/** The styles of an element; of one that shows nothing only that. */
export function stylesOf(element, name, isSvg, parentValues) {
  const styles = emptyStyles(reads.style(element));
  if (styles.display !== 'inline') addStyle(styles, 'display', styles.display);
  if (styles.display === 'none') return styles;
  addUsual(styles, parentValues);
  const more = isSvg ? DRAWN : BY_NAME[name];
  if (more !== undefined) addStyles(styles, more);
  return styles;
}

/** The styles of what CSS puts before or after the content of an element, or null if there is nothing. */
export function generatedStyles(element, which, values) {
  const computed = reads.style(element, which);
  const content = reads.property(computed, 'content');
  if (content === 'none' || content === 'normal' || content === '') return null;
  const styles = emptyStyles(computed);
  if (styles.display === 'none') return null;
  addStyle(styles, 'content', content);
  if (styles.display !== 'inline') addStyle(styles, 'display', styles.display);
  addUsual(styles, values);
  addStyles(styles, GENERATED);
  return styles;
}
