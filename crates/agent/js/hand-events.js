import { apply, charCode, defineProperty, indexOf, listen, lower, startsWith } from './natives.js';
import { ELEMENT, closest, document, inputType, kindOf, localName } from './dom.js';
import { guarded } from './guarded.js';
import { activeNow, blurNode, choose, findIn, focusNode, isChecked, isChosen, scrollToPlace, send, setChecked, setValueOf, unlisten } from './hand-dom.js';
import { edit, textKind } from './hand-edit.js';
import { resolveTarget } from './hand-find.js';

// Events made by hand, each on its own: where no device of the driver reaches, or all of them if that is wanted.
// What a browser would do by itself comes with the event that tells of it.

const Made = { Event: scope.Event, MouseEvent: scope.MouseEvent, PointerEvent: scope.PointerEvent, DragEvent: scope.DragEvent, WheelEvent: scope.WheelEvent, KeyboardEvent: scope.KeyboardEvent, InputEvent: scope.InputEvent, CompositionEvent: scope.CompositionEvent, ClipboardEvent: scope.ClipboardEvent, TouchEvent: scope.TouchEvent, Touch: scope.Touch, DataTransfer: scope.DataTransfer };
const { requestSubmit: submitForm, reset: resetForm } = scope.HTMLFormElement.prototype;
const setData = scope.DataTransfer.prototype.setData;

// How these events go and whether they can be prevented: `b` bubbles, `c` can be canceled, `x` leaves shadow trees.
const NATURES = {
  pointerdown: 'bcx', pointerup: 'bcx', pointermove: 'bcx', pointerover: 'bcx', pointerout: 'bcx', pointerenter: 'x', pointerleave: 'x', pointercancel: 'bx', pointerrawupdate: 'bcx', gotpointercapture: 'bx', lostpointercapture: 'bx',
  mousedown: 'bcx', mouseup: 'bcx', mousemove: 'bcx', mouseover: 'bcx', mouseout: 'bcx', mouseenter: 'x', mouseleave: 'x', click: 'bcx', dblclick: 'bcx', auxclick: 'bcx', contextmenu: 'bcx',
  wheel: 'bcx', mousewheel: 'bcx', keydown: 'bcx', keyup: 'bcx', keypress: 'bcx',
  beforeinput: 'bcx', input: 'bx', textInput: 'bcx', change: 'b', compositionstart: 'bcx', compositionupdate: 'bx', compositionend: 'bx',
  copy: 'bcx', cut: 'bcx', paste: 'bcx', beforecopy: 'bcx', beforecut: 'bcx', beforepaste: 'bcx',
  dragstart: 'bcx', drag: 'bcx', dragenter: 'bcx', dragover: 'bcx', dragleave: 'bx', drop: 'bcx', dragend: 'bx',
  touchstart: 'bcx', touchmove: 'bcx', touchend: 'bcx', touchcancel: 'bx',
  select: 'b', invalid: 'c', scroll: '', scrollend: '', resize: '',
};
const KEY_CODES = { Backspace: 8, Tab: 9, Enter: 13, Shift: 16, Control: 17, Alt: 18, Pause: 19, CapsLock: 20, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Insert: 45, Delete: 46, Meta: 91 };
const CLICKS = { click: 1, auxclick: 1, contextmenu: 1 };

let buttonsDown = 0;
let dragged = null;
let pastedText = '';
/** A box that a click has just switched: its `input` and `change` have come with that. */
let switched = null;
/** The control of a label that was clicked: its own click has come with that. */
let passedOn = null;
/** Whether a click or key has sent the form. */
let hasSubmitted = false;

function nature(type) {
  const known = NATURES[type];
  const letters = known === undefined ? 'b' : known;
  return { bubbles: indexOf(letters, 'b') >= 0, cancelable: indexOf(letters, 'c') >= 0, composed: indexOf(letters, 'x') >= 0 };
}

const heldKeys = (bits) => ({ altKey: (bits & 1) !== 0, ctrlKey: (bits & 2) !== 0, metaKey: (bits & 4) !== 0, shiftKey: (bits & 8) !== 0 });

let relatedNode = null;

function mouseOptions(type, fields) {
  const [x, y, button, bits, detail] = fields;
  const own = { ...nature(type), ...heldKeys(bits || 0), view: scope, clientX: x, clientY: y, screenX: x, screenY: y, detail: detail || 0, relatedTarget: relatedNode };
  const bit = button === 0 ? 1 : button === 1 ? 4 : button === 2 ? 2 : 0;
  if (type === 'mousedown' || type === 'pointerdown') buttonsDown |= bit;
  if (type === 'mouseup' || type === 'pointerup') buttonsDown &= ~bit;
  own.button = typeof button === 'number' ? button : 0;
  own.buttons = buttonsDown;
  return own;
}

function pointerOptions(type, fields) {
  return { ...mouseOptions(type, fields), pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1, pressure: buttonsDown === 0 || CLICKS[type] === 1 ? 0 : 0.5 };
}

function keyOptions(type, fields) {
  const [key, code, bits, isRepeat] = fields;
  let number = KEY_CODES[key] || 0;
  if (number === 0 && key.length === 1) {
    number = charCode(type === 'keypress' ? key : lower(key), 0);
    if (type !== 'keypress' && number > 96 && number < 123) number -= 32;
  }
  return { ...nature(type), ...heldKeys(bits || 0), view: scope, key, code, repeat: isRepeat === 1, keyCode: number, which: number, charCode: type === 'keypress' ? number : 0 };
}

/** An event with a property that its constructor does not take in every engine. */
function withProperty(event, name, value) {
  if (event[name] !== value) guarded('property', () => defineProperty(event, name, { value, configurable: true, enumerable: true }));
  return event;
}

function dataEvent(type) {
  const transfer = new Made.DataTransfer();
  if (type === 'paste') apply(setData, transfer, ['text/plain', pastedText]);
  return withProperty(new Made.ClipboardEvent(type, { ...nature(type), clipboardData: transfer }), 'clipboardData', transfer);
}

function touchEvent(type, node, fields) {
  const list = [];
  const target = kindOf(node) === ELEMENT ? node : document.documentElement;
  for (let i = 0; i < fields[0].length; i++) {
    const [identifier, x, y] = fields[0][i];
    const init = { identifier, target, clientX: x, clientY: y, pageX: x + scope.scrollX, pageY: y + scope.scrollY, screenX: x, screenY: y };
    list[i] = guarded('touch', () => new Made.Touch(init)) || init;
  }
  const now = type === 'touchend' || type === 'touchcancel' ? [] : list;
  const options = { ...nature(type), ...heldKeys(fields[1] || 0), view: scope };
  const made = Made.TouchEvent && guarded('touch', () => new Made.TouchEvent(type, { ...options, touches: now, targetTouches: now, changedTouches: list }));
  if (made) return made;
  const plain = new Made.Event(type, options);
  defineProperty(plain, 'touches', { value: now });
  defineProperty(plain, 'targetTouches', { value: now });
  return defineProperty(plain, 'changedTouches', { value: list });
}

function makeEvent(type, node, fields) {
  if (startsWith(type, 'pointer') || startsWith(type, 'gotpointer') || startsWith(type, 'lostpointer')) return new Made.PointerEvent(type, pointerOptions(type, fields));
  if (CLICKS[type] === 1) return guarded('click', () => new Made.PointerEvent(type, pointerOptions(type, fields))) || new Made.MouseEvent(type, mouseOptions(type, fields));
  if (type === 'mousewheel') return new Made.WheelEvent(type, { ...nature(type), ...heldKeys(fields[5] || 0), view: scope, clientX: fields[0], clientY: fields[1], deltaX: fields[2], deltaY: fields[3], deltaMode: fields[4] });
  if (startsWith(type, 'mouse') || type === 'dblclick') return new Made.MouseEvent(type, mouseOptions(type, fields));
  if (type === 'wheel') return new Made.WheelEvent(type, { ...nature(type), ...heldKeys(fields[5] || 0), view: scope, clientX: fields[0], clientY: fields[1], deltaX: fields[2], deltaY: fields[3], deltaMode: fields[4] });
  if (startsWith(type, 'key')) return new Made.KeyboardEvent(type, keyOptions(type, fields));
  if (startsWith(type, 'drag') || type === 'drop') {
    if (type === 'dragstart' || dragged === null) dragged = new Made.DataTransfer();
    return withProperty(new Made.DragEvent(type, { ...mouseOptions(type, fields), dataTransfer: dragged }), 'dataTransfer', dragged);
  }
  if (type === 'beforeinput' || (type === 'input' && typeof fields[0] === 'string')) {
    return new Made.InputEvent(type, { ...nature(type), view: scope, inputType: fields[0] || '', data: typeof fields[1] === 'string' ? fields[1] : null });
  }
  if (startsWith(type, 'composition')) return new Made.CompositionEvent(type, { ...nature(type), view: scope, data: fields[1] || '' });
  if (type === 'copy' || type === 'cut' || type === 'paste') return dataEvent(type);
  if (startsWith(type, 'touch')) return touchEvent(type, node, fields);
  // That of a control goes up to the document, that of the document goes nowhere.
  if (type === 'selectionchange') return new Made.Event(type, { bubbles: kindOf(node) === ELEMENT });
  return new Made.Event(type, nature(type));
}

const FOCUSABLE = 'a[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]';

/** What a press does to the focus. */
function focusByPress(node) {
  if (kindOf(node) !== ELEMENT) return;
  const target = closest(node, FOCUSABLE);
  const active = activeNow();
  if (target !== null && target !== active) focusNode(target);
  else if (target === null && active !== null && active !== document.body) blurNode(active);
}

/** Sets what a control holds, as `input` and `change` tell it. */
export function setControl(node, state) {
  const [kind, value] = state;
  if (kind === 'select' && localName(node) === 'select') setOptions(node.options, value);
  else if (kind === 'checkbox' || kind === 'radio') {
    if (isBox(node) && isChecked(node) !== (value === 1)) setChecked(node, value === 1);
  } else if (kind !== 'file' && typeof value === 'string' && textKind(node) === '' && localName(node) === 'input') {
    setValueOf(node, 'input', value);
  }
}

/** Chooses options by place, or by value where others have come in between. */
function setOptions(options, chosen) {
  const wanted = [];
  for (let i = 0; i < chosen.length; i++) {
    const [place, value] = chosen[i];
    let at = options[place] !== undefined && options[place].value === value ? place : -1;
    for (let j = 0; j < options.length && at < 0; j++) if (options[j].value === value) at = j;
    if (at >= 0) wanted[at] = true;
  }
  for (let i = 0; i < options.length; i++) if (isChosen(options[i]) !== (wanted[i] === true)) choose(options[i], wanted[i] === true);
}

const isBox = (node) => kindOf(node) === ELEMENT && localName(node) === 'input' && (inputType(node) === 'checkbox' || inputType(node) === 'radio');

function clickOn(node, event) {
  const isElement = kindOf(node) === ELEMENT;
  const label = isElement ? closest(node, 'label') : null;
  const control = label !== null && label.control ? label.control : null;
  const box = isBox(node) ? node : control !== null && isBox(control) ? control : null;
  const was = box !== null && isChecked(box);
  const button = isElement ? closest(node, 'button,input') : null;
  if (button !== null && button.form && (button.type === 'submit' || button.type === 'image')) hasSubmitted = true;
  // The choice of files comes from the log.
  const isFile = isElement && localName(node) === 'input' && inputType(node) === 'file';
  const refuse = (own) => own === event && own.preventDefault();
  if (isFile) listen(scope, 'click', refuse);
  const isOn = send(node, event);
  if (isFile) unlisten(scope, 'click', refuse);
  if (box !== null && isChecked(box) !== was) switched = box;
  // A label clicks its control by itself.
  passedOn = isOn && control !== node ? control : null;
}

function pressKey(node, event, key) {
  if (!send(node, event) || key !== 'Enter' || textKind(node) !== 'input') return;
  const { form } = node;
  if (form === null || form === undefined) return;
  const button = findIn(form, 'button:not([type]),[type=submit],[type=image]');
  // With a button the browser clicks it, which the log tells.
  if (button !== null) return;
  hasSubmitted = true;
  apply(submitForm, form, []);
}

/**
 * Makes one recorded event on the recorded target, with what the browser would have done for it.
 * Says whether the target is here. `related` is where the pointer comes from or goes to.
 */
export function synthesize(type, number, fields, related) {
  const found = resolveTarget(number);
  if (found === null) return false;
  const { node } = found;
  const list = fields || [];
  if (type === 'focus' || type === 'focusin') {
    if (kindOf(node) === ELEMENT && activeNow() !== node) focusNode(node);
    return true;
  }
  if (type === 'blur' || type === 'focusout') {
    if (kindOf(node) === ELEMENT && activeNow() === node) blurNode(node);
    return true;
  }
  if (type === 'submit' || type === 'reset') {
    if (type === 'reset') apply(resetForm, node, []);
    else if (!hasSubmitted) apply(submitForm, node, []);
    hasSubmitted = false;
    return true;
  }
  if (type === 'click' && node === passedOn) {
    passedOn = null;
    return true;
  }
  if (type === 'scroll') scrollToPlace(node, list[0], list[1]);
  // Keys go where the focus is.
  if (type === 'keydown' && kindOf(node) === ELEMENT && closest(node, FOCUSABLE) === node && activeNow() !== node) focusNode(node);
  if (type === 'mousedown' || type === 'keydown') {
    switched = null;
    passedOn = null;
    hasSubmitted = false;
  }
  if (type === 'paste') pastedText = typeof list[0] === 'string' ? list[0] : '';
  if (type === 'input' || type === 'change') {
    const state = type === 'change' ? list : list[2];
    if (node === switched) return true;
    if (state !== undefined && state !== null && kindOf(node) === ELEMENT) setControl(node, state);
    else if (type === 'input' && edit(node, list[0], list[0] === 'insertFromPaste' && typeof list[1] !== 'string' ? pastedText : list[1]) && textKind(node) === 'editable') return true;
  }
  relatedNode = related || null;
  const event = makeEvent(type, node, list);
  if (type === 'click') clickOn(node, event);
  else if (type === 'keydown') pressKey(node, event, list[0]);
  else if (!send(node, event)) return true;
  else if (type === 'mousedown') focusByPress(node);
  if (type === 'dragend') dragged = null;
  return true;
}
