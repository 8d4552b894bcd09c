import { NativeSet, NativeWeakSet, charCode, lower, replace, setAdd, setHas, slice, startsWith, test, weakSetAdd, weakSetHas } from './natives.js';
import { ELEMENT, closest, getAttribute, inputType, kindOf, localName } from './dom.js';
import { flush, note } from './wire.js';

const known = new NativeWeakSet();
const told = new NativeSet();
const TELLING = /passw|passcode|card.?(num|no)|cc.?num|cvc|cvv|csc|one.?time|otp|\bpin\b|ssn|secret/i;
const MASKED = '[class$="-mask"],[class*="-mask "],[class$="-block"],[class*="-block "]';
const SECRET_COMPLETIONS = ['current-password', 'new-password', 'one-time-code'];

/** Whether what is typed here must never leave the page as it is. A field that was secret once stays so. */
export function isSecret(field) {
  if (kindOf(field) !== ELEMENT) return false;
  if (weakSetHas(known, field)) return true;
  const name = localName(field);
  let secret = closest(field, MASKED) !== null;
  if (name === 'input' || name === 'textarea') {
    if (name === 'input' && inputType(field) === 'password') secret = true;
    const completion = lower(getAttribute(field, 'autocomplete') || '');
    for (let i = 0; i < SECRET_COMPLETIONS.length; i++) {
      if (completion.length > 0 && endsWith(completion, SECRET_COMPLETIONS[i])) secret = true;
    }
    if (test(/(^|\s)cc-/, completion)) secret = true;
    if (test(TELLING, (getAttribute(field, 'name') || '') + ' ' + (getAttribute(field, 'id') || ''))) secret = true;
  }
  if (secret) weakSetAdd(known, field);
  return secret;
}

function endsWith(text, end) {
  return slice(text, -end.length) === end;
}

/** Keeps length and class of characters. */
export function mask(text) {
  let masked = '';
  for (let i = 0; i < text.length; i++) {
    const char = slice(text, i, i + 1);
    const code = charCode(text, i);
    if (code >= 48 && code <= 57) masked += '0';
    else if (char === ' ' || char === '\n') masked += char;
    else if (lower(char) !== char) masked += 'X';
    else if ((code >= 97 && code <= 122) || code > 127) masked += 'x';
    else masked += '*';
  }
  return masked;
}

/** Tells xcheck, in memory, what to look for in requests; nothing of it is written. */
export function tellSecret(value) {
  if (typeof value !== 'string' || value.length < 3 || setHas(told, value)) return;
  setAdd(told, value);
  note(['secret', value]);
  flush();
}

/** A key of a secret field: its name and place, masked. */
export function maskKey(key, code) {
  if (key.length !== 1) return [key, code];
  const masked = mask(key);
  return [masked, startsWith(code, 'Digit') || startsWith(code, 'Numpad') ? 'Digit0' : startsWith(code, 'Key') ? 'KeyX' : ''];
}

/** Numbers that could be paid with are secret wherever they are typed. */
export function isCardNumber(text) {
  const digits = replace(text, /[ -]/g, '');
  if (!test(/^\d{13,19}$/, digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = charCode(digits, digits.length - 1 - i) - 48;
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** From now on the field is secret. */
export function makeSecret(field) {
  if (kindOf(field) === ELEMENT) weakSetAdd(known, field);
}
