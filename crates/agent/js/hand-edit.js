import { method, slice } from './natives.js';
import { ELEMENT, document, inputType, kindOf, localName, valueOf } from './dom.js';
import { guarded } from './guarded.js';
import { activeNow, focusNode, isEditable, runCommand, setValueOf } from './hand-dom.js';

// Changes what fields hold, as a person would.

const inputKind = scope.HTMLInputElement.prototype;
const areaKind = scope.HTMLTextAreaElement.prototype;
const startOfInput = method(inputKind, 'selectionStart');
const endOfInput = method(inputKind, 'selectionEnd');
const selectInInput = method(inputKind, 'setSelectionRange');
const startOfArea = method(areaKind, 'selectionStart');
const endOfArea = method(areaKind, 'selectionEnd');
const selectInArea = method(areaKind, 'setSelectionRange');

const TYPED = { text: 1, search: 1, url: 1, tel: 1, password: 1, email: 1, number: 1 };

/** Whether characters become text here, and of which kind the element is. */
export function textKind(node) {
  if (kindOf(node) !== ELEMENT) return '';
  const name = localName(node);
  if (name === 'textarea') return 'textarea';
  if (name === 'input') return TYPED[inputType(node)] === 1 ? 'input' : '';
  return guarded('editable', () => isEditable(node)) ? 'editable' : '';
}

/** What is selected in a field; fields of numbers do not say, so their end is taken. */
function rangeOf(field, name, length) {
  const start = guarded('range', () => (name === 'textarea' ? startOfArea(field) : startOfInput(field)));
  const end = guarded('range', () => (name === 'textarea' ? endOfArea(field) : endOfInput(field)));
  return typeof start === 'number' ? [start, end] : [length, length];
}

function isNumeric(field) {
  const type = inputType(field);
  return type === 'number' || type === 'email';
}

/** Replaces what is selected, widened by `before` and `after` characters if it is nothing. */
function replaceSelected(field, name, text, before, after) {
  const value = valueOf(field);
  let [start, end] = name === 'input' && isNumeric(field) ? [value.length, value.length] : rangeOf(field, name, value.length);
  if (start === end) {
    start = start > before ? start - before : 0;
    end = end + after;
  }
  setValueOf(field, name, slice(value, 0, start) + text + slice(value, end));
  if (name === 'input' && isNumeric(field)) return;
  const caret = start + text.length;
  if (name === 'textarea') selectInArea(field, caret, caret);
  else selectInInput(field, caret, caret);
}

/** Does to a field what an `input` event of this kind tells of; false if that is not known. */
export function edit(node, type, data) {
  const kind = textKind(node);
  if (kind === '') return false;
  if (kind === 'editable') return editRich(node, type, data);
  switch (type) {
    case 'deleteContentBackward':
    case 'deleteByCut':
    case 'deleteByDrag':
    case 'deleteContent':
      replaceSelected(node, kind, '', type === 'deleteContentBackward' ? 1 : 0, 0);
      return true;
    case 'deleteContentForward':
      replaceSelected(node, kind, '', 0, 1);
      return true;
    case 'insertLineBreak':
    case 'insertParagraph':
      if (kind === 'textarea') replaceSelected(node, kind, '\n', 0, 0);
      return true;
    default:
      if (typeof data !== 'string') return false;
      replaceSelected(node, kind, data, 0, 0);
      return true;
  }
}

const COMMANDS = { deleteContentBackward: 'delete', deleteContentForward: 'forwardDelete', deleteByCut: 'delete', insertLineBreak: 'insertLineBreak', insertParagraph: 'insertParagraph', formatBold: 'bold', formatItalic: 'italic', formatUnderline: 'underline' };

function editRich(node, type, data) {
  if (activeNow() !== node) focusNode(node);
  const command = COMMANDS[type];
  if (command !== undefined) return runCommand(document, command, false, null);
  return typeof data === 'string' && runCommand(document, 'insertText', false, data);
}

/** Inserts as typing does, with events that are as trusted as any; says whether the engine took it. */
export function insertTrusted(node, text) {
  if (textKind(node) === '') return false;
  if (activeNow() !== node) focusNode(node);
  return guarded('insert', () => runCommand(document, 'insertText', false, text)) === true;
}
