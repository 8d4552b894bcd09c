import { code, counted, el, listOf, shortUrl, show } from './base.js';
import { findings, reference, runOf, sessions, stepOf } from './findings.js';
import { divergenceList, divergencesOf, linesOf, picturesAt } from './session.js';

// A session from its beginning to its end: what happened when, and what the page was like after it.

// Longer sessions are shown in part: nobody scrolls through more.
const MAX_STEPS = 1000;
/** Marks in one lane; more cannot be told apart. */
const MAX_MARKS = 400;

const LANES = [
  { name: 'navigation', title: 'Navigation', kinds: ['navigation'] },
  { name: 'input', title: 'Input', kinds: ['input', 'event'] },
  { name: 'request', title: 'Network', kinds: ['request', 'answer'] },
  { name: 'callback', title: 'Callbacks', kinds: ['timer', 'frame', 'idle', 'observer', 'message', 'promise'] },
  { name: 'notice', title: 'Browser', kinds: ['notice', 'script'] },
];

/** What things of a kind are called, one and many. */
const WORDS = {
  __proto__: null,
  navigation: ['navigation'],
  input: ['input'],
  event: ['input event'],
  request: ['request'],
  answer: ['answer'],
  timer: ['timer'],
  frame: ['frame'],
  idle: ['idle callback'],
  observer: ['observer call'],
  message: ['message'],
  promise: ['promise'],
  notice: ['notice'],
  script: ['script'],
};

/**
 * What the person did, and what came of it.
 * @param {number} session
 * @param {string} browser
 * @param {import('./findings.js').Finding | null} finding
 */
export function timelineOf(session, browser, finding) {
  const run = runOf(session, browser);
  const rows = sessions[session]?.rows ?? [];
  if (!run) {
    return el('div', {},
      el('p', { class: 'nothing' }, 'There is no run of this session in this browser.'),
      rows.length ? el('ol', { class: 'rows' }, ...rows.slice(0, MAX_STEPS).map(happenedOf)) : null);
  }
  const marked = finding && stepOf(run, finding);
  const here = findings.filter((other) => other.session === session && other.browser === browser);
  const before = rowsByStep(run, rows);
  const loose = run.divergences.filter((divergence) => divergence.event === null);
  const list = el('ol', { class: 'timeline', 'aria-label': 'Steps' });
  const items = new Map();
  let page = null;
  for (const step of run.steps.slice(0, MAX_STEPS)) {
    if (step.page !== page) {
      page = step.page;
      const where = step.frame?.length ? ' in a frame' : '';
      list.append(el('li', { class: 'page' }, el('span', { class: 'what' }, `Page ${step.page + 1}${where}`), code(step.url)));
    }
    const item = stepItem(run, session, step, step === marked, here.filter((other) => stepOf(run, other) === step), before.get(step) ?? []);
    items.set(step, item);
    list.append(item);
  }
  const rest = before.get(null) ?? [];
  if (rest.length) {
    list.append(el('li', { class: 'rest' }, el('details', {},
      el('summary', {}, el('span', { class: 'time' }, seconds(rest[0].at_us)), el('span', { class: 'what' }, 'After the last step'), chipsOf(rest)),
      el('div', { class: 'body' }, el('ol', { class: 'rows' }, ...rest.map(happenedOf))))));
  }
  const nMore = run.steps.length - MAX_STEPS + run.n_more_steps;
  const nMoreRows = sessions[session].nMoreRows;
  return el('div', {},
    run.ended === undefined ? null : el('p', { class: 'note warn' }, `The replay ended early: ${run.ended || 'no reason is known'}.`),
    stripOf(run, rows, marked, finding, items),
    loose.length ? divergenceList('Divergences that belong to no event', loose) : null,
    list,
    nMore > 0 ? el('p', { class: 'nothing' }, `${nMore} more steps are not shown.`) : null,
    nMoreRows > 0 ? el('p', { class: 'nothing' }, `${counted(nMoreRows, 'more thing')} that happened late in the session ${nMoreRows === 1 ? 'is' : 'are'} not shown.`) : null);
}

/** What was recorded before each step; what comes after the last is kept under null. */
function rowsByStep(run, rows) {
  const before = new Map();
  for (const row of rows) {
    const isAfter = row.events
      ? (step) => step.page === row.page && step.event !== null && step.event >= row.events[1]
      : (step) => step.recorded_us !== undefined && step.recorded_us >= row.at_us;
    const step = run.steps.find(isAfter) ?? null;
    if (!before.has(step)) before.set(step, []);
    before.get(step).push(row);
  }
  return before;
}

/** All of a session on one line of time, lane by lane. The list below says the same in words. */
function stripOf(run, rows, marked, finding, items) {
  if (!rows.length) return null;
  const steps = run.steps.filter((step) => step.recorded_us !== undefined);
  const ends = rows.map((row) => row.until_us ?? row.at_us).concat(steps.map((step) => step.recorded_us));
  const last = Math.max(...ends, 1);
  const first = Math.min(...rows.map((row) => row.at_us), 0);
  const place = (us) => 100 * (us - first) / (last - first);
  const strip = el('div', { class: 'strip', 'aria-hidden': 'true' });
  for (const lane of LANES) {
    const own = rows.filter((row) => lane.kinds.includes(row.kind));
    if (!own.length) continue;
    const room = el('div', { class: `lane ${lane.name}` });
    const step = Math.max(1, Math.ceil(own.length / MAX_MARKS));
    for (let i = 0; i < own.length; i += step) {
      const row = own[i];
      const mark = el('i', { class: classOf(row), title: `${seconds(row.at_us)}  ${wordsOf(row)}: ${show(row.text, 200)}` });
      mark.style.left = `${place(row.at_us)}%`;
      mark.style.width = `${place(row.until_us ?? row.at_us) - place(row.at_us)}%`;
      room.append(mark);
    }
    strip.append(el('span', { class: 'lane-name' }, lane.title), room);
  }
  const room = el('div', { class: 'lane steps' });
  const by = Math.max(1, Math.ceil(steps.length / MAX_MARKS));
  steps.forEach((step, i) => {
    if (i % by && step !== marked) return;
    const mark = el('i', { class: step === marked ? 'step marked' : 'step', title: `Step ${step.index}: ${show(step.after, 160) || 'Page loaded'}`, click: () => openItem(items.get(step)) });
    mark.style.left = `${place(step.recorded_us)}%`;
    room.append(mark);
  });
  strip.append(el('span', { class: 'lane-name' }, 'Steps'), room);
  if (marked?.recorded_us !== undefined && finding) {
    const line = el('b', { class: 'now-line' }, show(finding.id, 20));
    line.style.left = `${place(marked.recorded_us)}%`;
    strip.append(el('div', { class: 'now' }, line));
  }
  return el('div', { class: 'strip-room' }, strip, el('div', { class: 'scale', 'aria-hidden': 'true' }, el('span', {}, seconds(first)), el('span', {}, seconds((first + last) / 2)), el('span', {}, seconds(last))));
}

function openItem(item) {
  if (!item) return;
  const details = item.querySelector('details');
  details.open = true;
  item.scrollIntoView({ block: 'nearest' });
  details.firstChild.focus();
}

function stepItem(run, session, step, isMarked, found, rows) {
  const divergences = divergencesOf(run, step);
  const nErrors = step.errors?.length ?? 0;
  const nLines = step.console?.length ?? 0;
  const summary = el('summary', {},
    el('span', { class: 'time' }, seconds(step.recorded_us ?? step.at_us)),
    el('span', { class: 'what' }, show(step.after, 160) || 'Page loaded'),
    el('span', { class: 'signs' },
      ...found.map((finding) => el('a', { class: `sign ${finding.severity}`, href: `#${encodeURIComponent(finding.id)}` }, finding.id)),
      divergences.length ? el('span', { class: 'sign' }, counted(divergences.length, 'divergence')) : null,
      nErrors ? el('span', { class: 'sign bad' }, counted(nErrors, 'error')) : null,
      nLines ? el('span', { class: 'sign' }, counted(nLines, 'console line')) : null),
    chipsOf(rows));
  const details = el('details', { open: isMarked }, summary);
  // Filled when it is opened: a session has thousands of pictures.
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(stepBody(run, session, step, divergences, rows));
  };
  details.addEventListener('toggle', fill);
  fill();
  return el('li', { 'aria-current': isMarked ? 'step' : null }, details);
}

/** How much of what led to a step. */
function chipsOf(rows) {
  if (!rows.length) return null;
  const counts = new Map();
  for (const row of rows) counts.set(row.kind, (counts.get(row.kind) ?? 0) + (row.n ?? 1));
  const order = LANES.flatMap((lane) => lane.kinds).filter((kind) => counts.has(kind));
  return el('span', { class: 'kinds' }, ...order.map((kind) => el('span', { class: `k-${kind}` }, counted(counts.get(kind), ...(WORDS[kind] ?? [show(kind, 20)])))));
}

function stepBody(run, session, step, divergences, rows) {
  const where = step.event === null ? `Step ${step.index}` : `Step ${step.index}, event ${step.event}`;
  return el('div', { class: 'body' },
    el('p', { class: 'hint' }, `${where} of page ${step.page + 1}`),
    picturesAt(session, step, [...new Set([reference.name, run.browser])]),
    rows.length ? el('div', {}, el('h4', {}, 'What led here'), el('ol', { class: 'rows' }, ...rows.map(happenedOf))) : null,
    divergences.length ? divergenceList('Divergences', divergences) : null,
    linesOf(step));
}

function happenedOf(row) {
  const [first, last] = listOf(row.events);
  const events = row.events ? (first === last ? `event ${first}` : `events ${first}–${last}`) : '';
  const took = row.kind === 'request' && row.until_us !== undefined ? `${((row.until_us - row.at_us) / 1000).toFixed(0)} ms` : '';
  return el('li', { class: classOf(row) },
    el('span', { class: 'time' }, seconds(row.at_us)),
    el('b', {}, wordsOf(row)),
    el('span', { class: 'data' }, row.kind === 'request' ? show(row.text, 300) : show(shortText(row), 300)),
    el('small', {}, events || took));
}

function classOf(row) {
  return `k-${row.kind}${row.is_bad ? ' bad' : ''}`;
}

function wordsOf(row) {
  return row.n > 1 ? counted(row.n, ...(WORDS[row.kind] ?? [show(row.kind, 20)])) : WORDS[row.kind]?.[0] ?? show(row.kind, 20);
}

function shortText(row) {
  return row.kind === 'script' ? row.text.split(', ').map((name) => shortUrl(name)).join(', ') : row.text;
}

function seconds(us) {
  return `${(us / 1e6).toFixed(2)} s`;
}
