import { browserTitle, code, copy, counted, el, shortUrl, show } from './base.js';
import { browserWithVersion, divergencesBefore, facts, findings, reference, runOf, sessions, siblingsOf, stepOf, tests } from './findings.js';
import { issueOf } from './issue.js';
import { programOf, programUpTo } from './program.js';
import { divergenceList, divergenceOf, linesOf } from './session.js';
import { statesOf } from './states.js';
import { timelineOf } from './timeline.js';
import { viewerOf } from './viewer.js';

// The right side: one finding with its evidence, its session and its states.

const MAX_DIFFERENCES = 500;
// So many say enough; the others are shown when asked for.
const FIRST_DIFFERENCES = 10;
const TABS = [
  { name: 'finding', title: 'Finding', key: 'f' },
  { name: 'timeline', title: 'Timeline', key: 't' },
  { name: 'states', title: 'States', key: 's' },
];

/** Stays as the reader goes from finding to finding. */
let tab = 'finding';
let shown = null;
let chosen = { session: 0, browser: '' };

/**
 * Shows a finding, or that there is none.
 * @param {import('./findings.js').Finding | null} finding
 */
export function showFinding(finding) {
  shown = finding;
  chosen = { session: finding?.session ?? 0, browser: finding?.browser ?? tests[0]?.name ?? reference.name };
  const root = document.getElementById('detail');
  const tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views', keydown: walkTabs });
  for (const { name, title, key } of TABS) {
    if (name !== 'finding' && !sessions.length && !facts.graphs.length) continue;
    tabs.append(el('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'data-tab': name, 'aria-controls': 'panel', 'aria-keyshortcuts': key, click: () => setTab(name) }, title));
  }
  const panel = el('div', { id: 'panel', role: 'tabpanel' });
  root.replaceChildren(finding ? headOf(finding) : el('h2', { class: 'aside' }, 'No incompatibilities'), tabs, panel);
  root.scrollTop = 0;
  drawPanel();
}

/** @param {string} name */
export function setTab(name) {
  if (tab === name || !document.getElementById(`tab-${name}`)) return;
  tab = name;
  drawPanel();
  const tabs = document.querySelector('.tabs');
  // What is new begins below the tabs, unless the panel went to a step of its own.
  if (tabs && !document.querySelector('#panel [aria-current=step]')) tabs.scrollIntoView({ block: 'nearest' });
}

/**
 * The tab of a key, if it has one.
 * @param {string} key
 */
export function tabOfKey(key) {
  return TABS.find((other) => other.key === key)?.name;
}

export function copyIssue() {
  if (shown) copy(issueOf(shown), 'Issue');
}

export function copyProgram() {
  const program = shown && (programUpTo(shown) || programOf(shown.session));
  if (program) copy(program, 'Playwright test');
}

function drawPanel() {
  const panel = document.getElementById('panel');
  for (const button of document.querySelectorAll('[role=tab]')) {
    const isChosen = button.getAttribute('data-tab') === tab;
    button.setAttribute('aria-selected', String(isChosen));
    button.setAttribute('tabindex', isChosen ? '0' : '-1');
  }
  panel.setAttribute('aria-labelledby', `tab-${tab}`);
  panel.replaceChildren();
  if (tab === 'finding') panel.append(...(shown ? evidenceOf(shown) : [emptiness()]));
  else if (tab === 'timeline') panel.append(choices(), timelineOf(chosen.session, chosen.browser, shown?.session === chosen.session ? shown : null));
  else panel.append(statesOf(shown, (session, browser) => {
    chosen = { session, browser };
    setTab('timeline');
  }));
  // The step of the finding, in a session that may be long.
  panel.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' });
}

/** Left and right go from tab to tab, as screen readers say. */
function walkTabs(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const buttons = [...event.currentTarget.children];
  const next = buttons[(buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length];
  setTab(next.dataset.tab);
  next.focus();
}

function headOf(finding) {
  const { accepted, element } = finding;
  const session = sessions[finding.session];
  const fact = (name, ...children) => el('div', {}, el('dt', {}, name), el('dd', {}, ...children));
  const siblings = siblingsOf(finding).slice(0, 8);
  return el('header', { class: 'head' },
    el('div', { class: 'first' },
      el('p', { class: 'badges' },
        el('span', { class: `badge ${finding.severity}` }, finding.severity),
        el('span', { class: 'badge' }, finding.kind),
        el('span', { class: 'badge' }, browserWithVersion(finding.browser)),
        accepted ? el('span', { class: 'badge accepted' }, 'accepted') : null,
        el('span', { class: 'id' }, finding.id)),
      el('div', { class: 'actions' },
        finding.repro ? el('button', { type: 'button', click: () => copy(finding.repro, 'Command') }, 'Copy repro') : null,
        programOf(finding.session) ? el('button', { type: 'button', 'aria-keyshortcuts': 'p', click: copyProgram }, 'Copy as Playwright test') : null,
        el('button', { type: 'button', class: 'main', 'aria-keyshortcuts': 'c', click: copyIssue }, 'Copy as issue'))),
    el('h2', { class: 'data' }, show(finding.title, 300)),
    accepted ? el('p', { class: 'note' }, `Accepted${accepted.expires ? ` until ${accepted.expires}` : ''}${accepted.reason ? `: ${accepted.reason}` : ''}`) : null,
    el('dl', { class: 'facts' },
      fact('Element', code(element.selector || element.xpath || '(unknown)')),
      fact('Page', code(finding.page || '(unknown)')),
      siblings.length ? fact('Also in', ...siblings.map(siblingLink)) : null,
      finding.step === null ? null : fact('Step', `${finding.step}${finding.event === null ? '' : `, event ${finding.event}`}${sessions.length > 1 && session ? `, session ${session.name}` : ''}`),
      fact('Seen', counted(finding.occurrences, 'time'))));
}

/** Everything that speaks for a finding. */
function evidenceOf(finding) {
  const run = runOf(finding.session, finding.browser);
  const lines = linesOf(stepOf(run, finding));
  const parts = [
    causePart(finding),
    viewerOf(finding) ?? el('p', { class: 'nothing' }, 'There are no pictures of this finding.'),
    differencesPart(finding),
    divergencePart(finding),
    lines ? section('Console and errors of this step', lines) : null,
    elementPart(finding),
    reproducePart(finding),
  ];
  return parts.filter(Boolean);
}

function section(title, ...children) {
  return el('section', {}, el('h3', {}, title), ...children);
}

/** To what another browser does with the element. */
function siblingLink(other) {
  return el('a', { class: 'sibling', href: `#${encodeURIComponent(other.id)}`, title: show(other.title, 200) },
    el('span', { class: `dot ${other.severity}` }), `${browserTitle(other.browser)} (${show(other.id, 20)})`);
}

function causePart(finding) {
  const { cause } = finding;
  if (!cause.name && !cause.support) return null;
  const kind = { __proto__: null, api: 'API', css: 'CSS' }[cause.kind] ?? '';
  return el('section', { class: 'cause' },
    el('h3', {}, 'Cause'),
    el('p', { class: 'name' }, kind ? el('span', { class: 'badge' }, kind) : null, cause.name ? code(cause.name) : null),
    cause.support ? el('p', { class: 'data' }, cause.support) : null,
    kind && cause.name ? el('a', { href: `https://developer.mozilla.org/en-US/search?q=${encodeURIComponent(show(cause.name, 100))}`, rel: 'noopener noreferrer', target: '_blank' }, 'MDN') : null);
}

function differencesPart(finding) {
  if (!finding.differences.length) return null;
  const body = el('tbody');
  fillDifferences(body, finding, FIRST_DIFFERENCES);
  const n = finding.differences.length;
  const more = n > FIRST_DIFFERENCES && el('button', { type: 'button', class: 'more', click: () => {
    fillDifferences(body, finding, MAX_DIFFERENCES);
    more.remove();
  } }, `Show ${n > MAX_DIFFERENCES ? `${MAX_DIFFERENCES} of ${n}` : `all ${n}`}`);
  return section('Differences',
    el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Differences' }, el('table', { class: 'differences' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Property'), el('th', { scope: 'col' }, browserTitle(reference.name)), el('th', { scope: 'col' }, browserTitle(finding.browser)))),
      body)),
    more);
}

function fillDifferences(body, finding, max) {
  body.replaceChildren();
  const own = finding.element.xpath;
  let xpath = own;
  for (const difference of finding.differences.slice(0, max)) {
    if (difference.xpath && difference.xpath !== xpath) {
      xpath = difference.xpath;
      const place = own && xpath.startsWith(`${own}/`) ? `…${xpath.slice(own.length)}` : xpath;
      body.append(el('tr', { class: 'where' }, el('th', { scope: 'rowgroup', colspan: '3', title: show(xpath, 300) }, code(place))));
    }
    const [here, there] = markedPair(show(difference.reference, 1000), show(difference.test, 1000));
    body.append(el('tr', {}, el('th', { scope: 'row' }, code(difference.property, 100)), el('td', {}, here), el('td', {}, there)));
  }
}

/** Two texts with what differs marked, as far as both begin and end alike. */
function markedPair(one, other) {
  const a = [...one];
  const b = [...other];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const marked = (letters, name) => {
    if (!letters.length) return el('span', { class: 'empty' }, '(empty)');
    const middle = letters.slice(start, letters.length - end).join('');
    return el('code', {}, letters.slice(0, start).join(''), middle ? el('mark', { class: name }, middle) : null, letters.slice(letters.length - end).join(''));
  };
  return [marked(a, 'reference'), marked(b, 'test')];
}

function divergencePart(finding) {
  const [first, ...rest] = divergencesBefore(finding);
  if (!first) return null;
  const more = rest.length ? el('details', {}, el('summary', {}, counted(rest.length, 'more divergence')), divergenceList('Up to this step', rest)) : null;
  return section(first.event === null ? 'First divergence' : 'First diverging event', divergenceOf(first), more);
}

/** The element in both browsers: its document and its styles, with what differs marked. */
function elementPart(finding) {
  const { xpath, html } = finding.element;
  const { evidence } = finding;
  if (!xpath && !html && !evidence) return null;
  return section('Element',
    html ? el('pre', {}, show(html, 2000)) : null,
    xpath ? el('p', { class: 'path-line' }, code(xpath, 500)) : null,
    evidence ? documentPart(finding, evidence) : null,
    evidence?.styles?.length ? stylesPart(finding, evidence.styles) : null);
}

function documentPart(finding, { reference: here, test: there }) {
  if (!here && !there) return null;
  const names = [browserTitle(reference.name), browserTitle(finding.browser)];
  if (!here || !there) return el('p', { class: 'hint' }, `The element is in the document of ${names[here ? 0 : 1]} only.`);
  const lines = lineDifference(here, there);
  if (lines.every((line) => line.side === 'both')) return el('p', { class: 'hint' }, 'The element is the same in both documents.');
  const sign = { both: ' ', reference: '−', test: '+' };
  return el('div', {},
    el('h4', {}, 'Document'),
    el('p', { class: 'legend' }, el('span', { class: 'swatch reference' }), `− ${names[0]} only`, el('span', { class: 'swatch test' }), `+ ${names[1]} only`),
    el('pre', { class: 'diff', tabindex: '0', 'aria-label': 'Document of the element in both browsers' }, ...lines.map(({ side, text }) => el('span', { class: side }, `${sign[side]} ${text}\n`))));
}

/** The longest lines in common stay, the others are of one side. Lists are short. */
function lineDifference(one, other) {
  const longest = Array.from({ length: one.length + 1 }, () => new Array(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) longest[i][j] = one[i] === other[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
  }
  const lines = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push({ side: 'both', text: one[i] });
      i++;
      j++;
    } else if (j >= other.length || (i < one.length && longest[i + 1][j] >= longest[i][j + 1])) lines.push({ side: 'reference', text: one[i++] });
    else lines.push({ side: 'test', text: other[j++] });
  }
  return lines;
}

function stylesPart(finding, styles) {
  const cell = (text) => (text ? code(text, 200) : el('span', { class: 'empty' }, '(as inherited)'));
  return el('div', {},
    el('h4', {}, 'Computed styles that differ'),
    el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Styles' }, el('table', { class: 'differences' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Property'), el('th', { scope: 'col' }, browserTitle(reference.name)), el('th', { scope: 'col' }, browserTitle(finding.browser)))),
      el('tbody', {}, ...styles.map(([name, here, there]) => el('tr', {}, el('th', { scope: 'row' }, code(name, 100)), el('td', {}, cell(here)), el('td', {}, cell(there))))))));
}

function reproducePart(finding) {
  const short = programUpTo(finding);
  const whole = programOf(finding.session);
  if (!finding.repro && !whole) return null;
  // Made when it is opened: programs are long, and seldom looked at.
  const details = el('details', {}, el('summary', {}, short ? 'Playwright test up to this step' : 'Playwright test of the session'));
  details.addEventListener('toggle', () => {
    if (!details.open || details.children.length > 1) return;
    details.append(
      el('pre', { class: 'program', tabindex: '0' }, show(short || whole, 20000)),
      el('p', { class: 'actions' },
        el('button', { type: 'button', click: () => copy(short || whole, 'Playwright test') }, 'Copy'),
        short ? el('button', { type: 'button', click: () => copy(whole, 'Playwright test of the session') }, 'Copy whole session') : null));
  });
  return section('Reproduce', finding.repro ? copyLine(finding.repro) : null, whole ? details : null);
}

/** A line that can be copied. */
function copyLine(text) {
  return el('div', { class: 'copy-line' }, el('pre', {}, show(text, 1000)), el('button', { type: 'button', click: () => copy(text, 'Command') }, 'Copy'));
}

/** Which session and browser the tabs are about. */
function choices() {
  const menu = (label, options, value, choose) => {
    const select = el('select', {}, ...options.map(([key, title]) => el('option', { value: key, selected: key === value }, title)));
    select.addEventListener('change', () => {
      choose(select.value);
      drawPanel();
      document.querySelectorAll('.choices select').forEach((other) => {
        if (other.getAttribute('data-label') === label) /** @type {any} */ (other).focus();
      });
    });
    select.setAttribute('data-label', label);
    return el('label', {}, label, select);
  };
  const names = [reference.name, ...tests.map((browser) => browser.name)].filter(Boolean);
  const sessionOptions = sessions.map((session, index) => [String(index), `${session.name}${session.startUrl ? ` (${show(shortUrl(session.startUrl, true), 60)})` : ''}`]);
  return el('div', { class: 'choices' },
    sessions.length > 1 ? menu('Session', sessionOptions, String(chosen.session), (value) => { chosen.session = Number(value); }) : null,
    tab === 'timeline' && names.length > 1 ? menu('Browser', names.map((name) => [name, browserTitle(name)]), chosen.browser, (value) => { chosen.browser = value; }) : null);
}

function emptiness() {
  const names = tests.map((browser) => browserTitle(browser.name)).join(' and ');
  const done = [
    facts.steps === null ? '' : counted(facts.steps, 'step'),
    facts.events === null ? '' : counted(facts.events, 'event'),
    sessions.length ? counted(sessions.length, 'session') : '',
  ].filter(Boolean);
  return el('div', { class: 'emptiness' },
    el('p', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
    el('p', { class: 'large' }, 'No incompatibilities'),
    names ? el('p', {}, `${names} ${tests.length === 1 ? 'does' : 'do'} the same as ${browserTitle(reference.name)}.`) : null,
    done.length ? el('p', { class: 'hint' }, `Compared: ${done.join(', ')}.`) : null,
    findings.length || !facts.partial ? null : el('p', { class: 'hint' }, 'The check ended early, so something may have been missed.'));
}
