import { browserTitle, counted, el, show, tell } from './base.js';
import { SEVERITIES, facts, findings, reference, tests } from './findings.js';
import { copyIssue, copyProgram, setTab, showFinding, tabOfKey } from './finding.js';
import { makeList, markRow, neighbor } from './list.js';
import { modeOfKey, revealViewer, setMode, toggleOutline, zoomBy } from './viewer.js';

// Puts the page together and listens to keys.

// Whatever goes wrong is counted where it can be seen: an error in the report must not look like a finding.
let nTroubles = 0;
for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
  window.addEventListener(name, (event) => {
    nTroubles++;
    document.documentElement.dataset.troubles = String(nTroubles);
    const trouble = /** @type {any} */ (event);
    document.documentElement.dataset.trouble = show(trouble.message ?? trouble.reason ?? trouble.violatedDirective, 200);
  });
}

const search = /** @type {any} */ (document.getElementById('search'));
const help = /** @type {any} */ (document.getElementById('help'));
let selected = null;

makeHeader();
makeNotes();
makeList();
select(linked() ?? findings[0] ?? null);
window.addEventListener('hashchange', () => {
  const finding = linked();
  if (!finding) return;
  select(finding);
  // Where the list is above the finding, whoever follows a link wants to see what it leads to.
  if (matchMedia('(max-width: 800px)').matches) document.getElementById('detail').scrollIntoView();
});
document.addEventListener('keydown', onKey);
document.getElementById('help-button').addEventListener('click', () => help.showModal());
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('detail').focus();
});
help.addEventListener('click', (event) => {
  if (event.target === help) help.close();
});
document.documentElement.dataset.ready = 'true';
// For whoever measures: a frame with the finding in it was made.
requestAnimationFrame(() => setTimeout(() => performance.mark('first-finding')));

function select(finding) {
  if (finding && finding === selected) return;
  selected = finding;
  markRow(finding);
  showFinding(finding);
}

/** The finding that the address names. */
function linked() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Then it is an id as it stands.
  }
  return id ? findings.find((finding) => finding.id === id) : undefined;
}

function go(by) {
  const finding = neighbor(by);
  if (!finding) return;
  select(finding);
  try {
    history.replaceState(null, '', `#${encodeURIComponent(finding.id)}`);
  } catch {
    location.hash = encodeURIComponent(finding.id);
  }
  tell('');
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') return onEscape(event);
  if (help.open || isTyping(event.target)) return;
  if (!press(event.key)) return;
  event.preventDefault();
}

/** Does what a key is for; false if it is for nothing. */
function press(key) {
  const mode = modeOfKey(key);
  const tab = tabOfKey(key);
  if (mode) {
    setTab('finding');
    setMode(mode);
    revealViewer();
  } else if (tab) setTab(tab);
  else if (key === 'j') go(1);
  else if (key === 'k') go(-1);
  else if (key === '/') {
    search.focus();
    search.select();
  } else if (key === '?') help.showModal();
  else if (key === '+' || key === '=') zoomBy(1);
  else if (key === '-' || key === '−') zoomBy(-1);
  else if (key === '0') zoomBy(0);
  else if (key === 'o') toggleOutline();
  else if (key === 'c') copyIssue();
  else if (key === 'p') copyProgram();
  else return false;
  return true;
}

function onEscape(event) {
  if (help.open) help.close();
  else if (event.target === search) {
    search.value = '';
    search.dispatchEvent(new Event('input'));
    search.blur();
  } else return;
  event.preventDefault();
}

/** Whether keys are letters where they go. */
function isTyping(target) {
  return target instanceof Element && target.matches('input:not([type=range]), textarea, select');
}

function makeHeader() {
  document.title = show(facts.title, 200);
  document.getElementById('title').textContent = show(facts.title, 200);
  const done = [
    facts.created,
    facts.targets.slice(0, 3).map(targetLabel).join(', '),
    facts.steps === null ? '' : counted(facts.steps, 'step'),
    facts.nIgnored ? `${facts.nIgnored} left out by rules` : '',
  ].filter(Boolean);
  document.getElementById('subtitle').textContent = show(done.join(' · '), 300);
  const browsers = document.getElementById('browsers');
  for (const browser of [reference, ...tests].filter((other) => other.name)) {
    const place = browser.platform ? ` on ${show(browser.platform, 24)}` : '';
    const around = browser.surroundings.length > 0 ? show(`there with ${browser.surroundings.join(', ')}`, 120) : '';
    browsers.append(el('li', { title: `${browserTitle(browser.name)} ${browser.version}${place}` },
      el('b', {}, browserTitle(browser.name)),
      ` ${show(browser.version.split(' ')[0], 24)}${place}`,
      around ? el('small', {}, around) : null,
      browser === reference ? el('small', {}, 'reference') : null));
  }
  const totals = document.getElementById('totals');
  for (const severity of SEVERITIES) {
    const n = findings.filter((finding) => finding.severity === severity).length;
    totals.append(el('li', { class: n ? severity : 'none' }, el('b', {}, String(n)), ` ${severity}`));
  }
}

/** An address as it is; of a folder or a file its name. */
function targetLabel(target) {
  return target.includes('://') ? target : target.split('/').filter(Boolean).pop() ?? target;
}

function makeNotes() {
  const notes = document.getElementById('notes');
  if (facts.partial) notes.append(el('p', { class: 'note warn' }, `The check ended early: ${show(facts.partial, 500)}`));
  for (const problem of facts.problems.slice(0, 5)) notes.append(el('p', { class: 'note warn' }, show(problem, 300)));
  if (facts.problems.length > 5) notes.append(el('p', { class: 'note warn' }, `${facts.problems.length - 5} more problems`));
}
