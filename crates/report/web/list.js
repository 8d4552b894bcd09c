import { browserTitle, counted, el, show } from './base.js';
import { SEVERITIES, findings, pageLabel } from './findings.js';

// The left side: findings by severity, chips and a search that leave some of them out.

const GROUPS = [
  { name: 'severity', title: 'Severity', of: (finding) => finding.severity, text: (value) => show(value, 40) },
  { name: 'browser', title: 'Browser', of: (finding) => finding.browser, text: browserTitle },
  { name: 'kind', title: 'Kind', of: (finding) => finding.kind, text: (value) => show(value, 40) },
  { name: 'state', title: 'State', of: (finding) => (finding.accepted ? 'accepted' : 'new'), text: (value) => value },
];

// Up to so many rows are drawn all at once; of more, engines draw what is in sight, and guess how high the rest is.
const MANY = 100;

/** What is chosen: for each group the values; none means all. */
const chosenValues = new Map(GROUPS.map((group) => [group.name, new Set()]));
/** @type {string | null} */
let chosenPage = null;
let words = [];
/** Rows in the order in which they are seen. */
let rows = [];
let heads = [];
let selectedRow = null;
/** What is shown when nothing is listed. */
const nothing = el('div', { class: 'none', hidden: true },
  el('p', {}, 'No finding is like that.'),
  el('button', { type: 'button', click: showAll }, 'Show all'));

/** Makes the list, its chips and its search, once. */
export function makeList() {
  const list = document.getElementById('list');
  const others = new Set(findings.map((finding) => finding.severity).filter((severity) => !SEVERITIES.includes(severity)));
  for (const severity of [...SEVERITIES, ...others]) {
    const members = findings.filter((finding) => finding.severity === severity);
    if (!members.length) continue;
    const count = el('span', { class: 'n' });
    const own = members.map((finding) => ({ finding, element: rowOf(finding) }));
    const items = el('ul', {}, ...own.map((row) => row.element));
    const id = `severity-${heads.length}`;
    const section = el('section', { 'aria-labelledby': id }, el('h2', { id, class: severity }, severity, count), items);
    heads.push({ section, count, rows: own });
    rows.push(...own);
    list.append(section);
  }
  list.append(nothing);
  list.classList.toggle('long', findings.length > MANY);
  makeFilters();
  const search = /** @type {any} */ (document.getElementById('search'));
  search.addEventListener('input', () => {
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    filter();
  });
  // Without findings there is nothing to search.
  document.getElementById('findings').hidden = !findings.length;
  document.body.classList.toggle('clean', !findings.length);
  filter();
}

/**
 * Marks the row of a finding.
 * @param {import('./findings.js').Finding | null} finding
 */
export function markRow(finding) {
  selectedRow?.element.firstChild.removeAttribute('aria-current');
  selectedRow = rows.find((row) => row.finding === finding) ?? null;
  if (!selectedRow) return;
  selectedRow.element.firstChild.setAttribute('aria-current', 'true');
  revealRow(selectedRow.element);
}

/**
 * The finding that comes so many places after the selected one, of those that are listed.
 * @param {number} by
 */
export function neighbor(by) {
  const listed = rows.filter((row) => !row.element.hidden);
  const at = listed.indexOf(selectedRow);
  if (at >= 0) return listed[at + by]?.finding ?? null;
  return listed[0]?.finding ?? null;
}

/** Scrolls the list alone: on a phone the page must stay where it is. */
function revealRow(element) {
  const list = document.getElementById('list');
  const row = element.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  const head = 40;
  if (row.top < room.top + head) list.scrollTop -= room.top + head - row.top;
  else if (row.bottom > room.bottom) list.scrollTop += row.bottom - room.bottom + 8;
}

function rowOf(finding) {
  return el('li', { class: finding.accepted ? 'accepted' : null },
    el('a', { class: `row ${finding.severity}`, href: `#${encodeURIComponent(finding.id)}` },
      el('span', { class: 'title data' }, show(finding.title, 200)),
      el('span', { class: 'meta' },
        el('span', {}, browserTitle(finding.browser)),
        el('span', {}, show(finding.kind, 40)),
        el('span', { class: 'page data' }, show(pageLabel(finding.page), 60)),
        finding.accepted ? el('span', { class: 'mark' }, 'accepted') : null)));
}

function makeFilters() {
  const root = document.getElementById('filters');
  for (const group of GROUPS) {
    const counts = countBy(group.of);
    if (counts.size < 2) continue;
    const chips = [...counts].map(([value, n]) => el('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', 'data-group': group.name, 'data-value': value, click: toggle }, group.text(value), el('span', { class: 'n' }, String(n))));
    root.append(el('div', { class: 'chips', role: 'group', 'aria-label': group.title }, ...chips));
  }
  const pages = countBy((finding) => finding.page);
  if (pages.size < 2) return;
  const options = [...pages].map(([page, n], index) => el('option', { value: String(index) }, `${show(pageLabel(page), 70)} (${n})`));
  const select = el('select', { 'aria-label': 'Page' }, el('option', { value: '' }, 'All pages'), ...options);
  const keys = [...pages.keys()];
  select.addEventListener('change', () => {
    chosenPage = select.value === '' ? null : keys[Number(select.value)];
    filter();
  });
  root.append(select);
}

function countBy(of) {
  const counts = new Map();
  for (const finding of findings) counts.set(of(finding), (counts.get(of(finding)) ?? 0) + 1);
  return counts;
}

function toggle(event) {
  const chip = event.currentTarget;
  const values = chosenValues.get(chip.dataset.group);
  const value = chip.dataset.value;
  if (!values.delete(value)) values.add(value);
  chip.setAttribute('aria-pressed', String(values.has(value)));
  filter();
}

function showAll() {
  words = [];
  chosenPage = null;
  for (const values of chosenValues.values()) values.clear();
  const search = /** @type {any} */ (document.getElementById('search'));
  search.value = '';
  for (const chip of document.querySelectorAll('.chip')) chip.setAttribute('aria-pressed', 'false');
  for (const select of document.querySelectorAll('#filters select')) /** @type {any} */ (select).value = '';
  filter();
  search.focus();
}

/** Hides rows; makes none, so that it is done between two key strokes. */
function filter() {
  let n = 0;
  for (const head of heads) {
    let own = 0;
    for (const { finding, element } of head.rows) {
      const isListed = matches(finding);
      if (element.hidden === isListed) element.hidden = !isListed;
      if (isListed) own++;
    }
    head.section.hidden = own === 0;
    head.count.textContent = String(own);
    n += own;
  }
  nothing.hidden = n > 0 || !findings.length;
  const all = counted(findings.length, 'finding');
  document.getElementById('count').textContent = n === findings.length ? all : `${n} of ${all}`;
}

function matches(finding) {
  if (chosenPage !== null && finding.page !== chosenPage) return false;
  for (const group of GROUPS) {
    const values = chosenValues.get(group.name);
    if (values.size && !values.has(show(group.of(finding)))) return false;
  }
  return words.every((word) => finding.haystack.includes(word));
}
