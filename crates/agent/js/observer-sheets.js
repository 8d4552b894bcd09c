import { NativeWeakMap, NativeWeakSet, apply, indexOf, weakGet, weakSet, weakSetAdd, weakSetHas } from './natives.js';
import { document } from './dom.js';
import { guarded } from './guarded.js';
import { readOr, reads } from './observer-reads.js';
import { patchAccessor, patchMethod } from './patch.js';

// What the style sheets of a page are, and what their rules can depend on: as long as neither that nor a sheet
// changes, most styles need not be read again.

const IMPORT_RULE = 3;
/** Texts that tell what rules depend on; one that is found by mistake only costs time. */
const TELLTALES = {
  __proto__: null,
  generated: [':before', ':after'],
  // On what is inside of others, on the layout, or on what no script can ask for.
  anything: [':has(', '@container', 'container-type: ', 'container: ', ':state(', ':--'],
  siblings: ['+', '~', ':nth-', 'sibling-'],
  places: [':first-', ':last-', ':only-'],
  emptiness: [':empty'],
  inlineStyles: ['[style'],
};
/** A sheet that cannot be read may depend on all of it. */
const UNREADABLE = { __proto__: null, n: -1, text: '', uses: { __proto__: null } };
for (const name in TELLTALES) UNREADABLE.uses[name] = true;

// Sheets whose rules the page may hold: it can change them without our seeing it, so their texts are compared.
const loose = new NativeWeakSet();
const sheetFacts = new NativeWeakMap();
let sheetsBefore = null;
let sheetsNow = [];
let ruleUses = null;

const loosening = (native) => (self, args) => {
  guarded('sheet', () => weakSetAdd(loose, self));
  return apply(native, self, args || []);
};

/** Notes which sheets the page may change; before any script of the page. */
export function watchSheets() {
  const prototype = scope.CSSStyleSheet && scope.CSSStyleSheet.prototype;
  const methods = ['insertRule', 'deleteRule', 'addRule', 'removeRule', 'replace', 'replaceSync'];
  for (let i = 0; i < methods.length; i++) patchMethod(prototype, methods[i], loosening);
  patchAccessor(prototype, 'cssRules', { get: loosening });
  patchAccessor(prototype, 'rules', { get: loosening });
}

/** Whether all sheets of the document and of these shadow roots are as they were when this was last asked. */
export function areSheetsSame(shadowRoots) {
  sheetsNow = [];
  addSheetsOf(document, reads.sheetsOf, reads.sheets);
  for (let i = 0; i < shadowRoots.length; i++) addSheetsOf(shadowRoots[i], reads.sheetsIn, reads.sheetsAdoptedIn);
  let isSame = sheetsBefore !== null && sheetsNow.length === sheetsBefore.length;
  for (let i = 0; i < sheetsNow.length && isSame; i++) isSame = sheetsNow[i] === sheetsBefore[i];
  sheetsBefore = sheetsNow;
  if (!isSame) ruleUses = usesOf(sheetsNow);
  return isSame;
}

/** What the rules of the page depend on, as of the last `areSheetsSame`; everything before the first one. */
export function rulesUse() {
  return ruleUses === null ? UNREADABLE.uses : ruleUses;
}

function addSheetsOf(root, readOwn, readAdopted) {
  const own = readOr(null, readOwn, root);
  const nOwn = own === null ? 0 : reads.nSheets(own);
  for (let i = 0; i < nOwn; i++) guarded('sheet', () => addSheet(reads.sheetAt(own, i)));
  // An observable array: the page cannot give it another way to be read.
  const adopted = readAdopted === undefined ? null : readOr(null, readAdopted, root);
  const nAdopted = adopted === null ? 0 : adopted.length;
  for (let i = 0; i < nAdopted; i++) guarded('sheet', () => addSheet(adopted[i]));
}

/** Adds what tells a sheet from another one, and from itself after a change. */
function addSheet(sheet) {
  if (!sheet) return;
  const rules = readOr(null, reads.rules, sheet);
  const facts = rules === null ? UNREADABLE : factsOf(sheet, rules);
  const n = sheetsNow.length;
  sheetsNow[n] = facts;
  sheetsNow[n + 1] = sheet;
  sheetsNow[n + 2] = reads.isSheetDisabled(sheet);
  sheetsNow[n + 3] = reads.mediaText(reads.sheetMedia(sheet));
  for (let i = 0; i < facts.n; i++) {
    const rule = reads.ruleAt(rules, i);
    // Imports come first; the sheet of one is there when it is loaded.
    if (reads.ruleType(rule) !== IMPORT_RULE) break;
    addSheet(reads.importedSheet(rule));
  }
}

/** What is known of a sheet that can be read: the same object as long as its rules are the same. */
function factsOf(sheet, rules) {
  const n = reads.nRules(rules);
  const last = weakGet(sheetFacts, sheet);
  if (last !== undefined && last.n === n && !weakSetHas(loose, sheet)) return last;
  let text = '';
  for (let i = 0; i < n; i++) text += reads.ruleText(reads.ruleAt(rules, i)) + '\n';
  if (last !== undefined && last.text === text) return last;
  const facts = { __proto__: null, n, text, uses: { __proto__: null } };
  for (const name in TELLTALES) facts.uses[name] = holdsAny(text, TELLTALES[name]);
  weakSet(sheetFacts, sheet, facts);
  return facts;
}

function holdsAny(text, parts) {
  for (let i = 0; i < parts.length; i++) if (indexOf(text, parts[i]) >= 0) return true;
  return false;
}

function usesOf(sheets) {
  const all = { __proto__: null };
  for (const name in TELLTALES) {
    all[name] = false;
    for (let i = 0; i < sheets.length; i += 4) if (sheets[i].uses[name]) all[name] = true;
  }
  return all;
}
