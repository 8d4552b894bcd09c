import { browserTitle, code, counted, el, listOf, numberOf, shortUrl, show, textOf } from './base.js';
import { facts, findings, reference, runOf, sessions, shotAt, stepOf } from './findings.js';
import { thumbnail } from './pictures.js';

// A session as it went in a browser, step by step, and the states it went through.

// Longer sessions are shown in part: nobody scrolls through more.
const MAX_STEPS = 1000;
const MAX_STATES = 300;

/**
 * What the person did, and what came of it.
 * @param {number} session
 * @param {string} browser
 * @param {import('./findings.js').Finding | null} finding
 */
export function timelineOf(session, browser, finding) {
  const run = runOf(session, browser);
  if (!run) return el('p', { class: 'nothing' }, 'There is no run of this session in this browser.');
  const marked = finding && stepOf(run, finding);
  const here = findings.filter((other) => other.session === session && other.browser === browser);
  const loose = run.divergences.filter((divergence) => divergence.event === null);
  const list = el('ol', { class: 'timeline' });
  let page = null;
  for (const step of run.steps.slice(0, MAX_STEPS)) {
    if (step.page !== page) {
      page = step.page;
      const where = step.frame?.length ? ' in a frame' : '';
      list.append(el('li', { class: 'page' }, el('span', { class: 'what' }, `Page ${step.page + 1}${where}`), code(step.url)));
    }
    list.append(stepRow(run, session, step, step === marked, here.filter((other) => stepOf(run, other) === step)));
  }
  const nMore = run.steps.length - MAX_STEPS + run.n_more_steps;
  return el('div', {},
    run.ended === undefined ? null : el('p', { class: 'note warn' }, `The replay ended early: ${run.ended || 'no reason is known'}.`),
    loose.length ? divergenceList('Divergences that belong to no event', loose) : null,
    list,
    nMore > 0 ? el('p', { class: 'nothing' }, `${nMore} more steps are not shown.`) : null);
}

function stepRow(run, session, step, isMarked, found) {
  const divergences = divergencesOf(run, step);
  const nErrors = step.errors?.length ?? 0;
  const nLines = step.console?.length ?? 0;
  const summary = el('summary', {},
    el('span', { class: 'time' }, seconds(step.at_us)),
    el('span', { class: 'what' }, show(step.after, 160) || 'Page loaded'),
    el('span', { class: 'signs' },
      ...found.map((finding) => el('a', { class: `sign ${finding.severity}`, href: `#${encodeURIComponent(finding.id)}` }, finding.id)),
      divergences.length ? el('span', { class: 'sign' }, counted(divergences.length, 'divergence')) : null,
      nErrors ? el('span', { class: 'sign bad' }, counted(nErrors, 'error')) : null,
      nLines ? el('span', { class: 'sign' }, counted(nLines, 'console line')) : null));
  const details = el('details', { open: isMarked }, summary);
  // Filled when it is opened: a session has thousands of pictures.
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(stepBody(run, session, step, divergences));
  };
  details.addEventListener('toggle', fill);
  fill();
  return el('li', { 'aria-current': isMarked ? 'step' : null }, details);
}

function stepBody(run, session, step, divergences) {
  const pictures = el('div', { class: 'thumbnails' });
  for (const browser of new Set([reference.name, run.browser])) {
    const other = runOf(session, browser);
    const twin = other?.steps.find((it) => it.page === step.page && it.event === step.event) ?? null;
    const shot = shotAt(other, twin);
    if (shot) pictures.append(el('figure', {}, thumbnail(shot, `The page in ${browserTitle(browser)} at this step`), el('figcaption', {}, browserTitle(browser))));
  }
  const where = step.event === null ? `Step ${step.index}` : `Step ${step.index}, event ${step.event}`;
  return el('div', { class: 'body' },
    el('p', { class: 'hint' }, `${where} of page ${step.page + 1}`),
    pictures.children.length ? pictures : null,
    divergences.length ? divergenceList('Divergences', divergences) : null,
    linesOf(step));
}

/**
 * Errors and console lines of a step, or nothing.
 * @param {any} step
 */
export function linesOf(step) {
  const errors = step?.errors ?? [];
  const lines = step?.console ?? [];
  if (!errors.length && !lines.length) return null;
  const list = el('ul', { class: 'lines' });
  for (const error of errors) {
    const place = error.url ? el('small', {}, `${show(shortUrl(error.url), 120)}:${error.line}:${error.column}`) : null;
    list.append(el('li', { class: 'error' }, el('b', {}, 'uncaught'), el('span', {}, `${error.name}: ${show(error.message, 1000)}`), place));
  }
  for (const [level, text] of lines) {
    const kind = level === 'error' ? 'error' : level === 'warn' || level === 'warning' ? 'warn' : '';
    list.append(el('li', { class: kind }, el('b', {}, show(level, 20)), el('span', {}, show(text, 1000))));
  }
  if (step.n_more_lines) list.append(el('li', {}, el('b', {}, '…'), el('span', {}, `${step.n_more_lines} more`)));
  return list;
}

/**
 * @param {string} title
 * @param {any[]} divergences
 */
export function divergenceList(title, divergences) {
  const max = 30;
  const list = el('ul', { class: 'divergences' }, ...divergences.slice(0, max).map((divergence) => el('li', {}, divergenceOf(divergence))));
  if (divergences.length > max) list.append(el('li', {}, `${divergences.length - max} more`));
  return el('div', {}, el('h4', {}, title), list);
}

/**
 * One divergence with the code behind it.
 * @param {any} divergence
 */
export function divergenceOf(divergence) {
  const { handler } = divergence;
  const place = handler?.position;
  const sides = divergence.expected !== undefined || divergence.actual !== undefined;
  return el('div', { class: 'divergence' },
    el('p', {}, el('b', {}, capital(divergence.title)), divergence.event === null ? null : el('small', {}, `event ${divergence.event}`)),
    el('p', { class: 'data' }, show(divergence.detail, 1000)),
    sides ? el('dl', { class: 'facts' },
      el('div', {}, el('dt', {}, 'Recorded'), el('dd', {}, code(divergence.expected, 500))),
      el('div', {}, el('dt', {}, 'Here'), el('dd', {}, code(divergence.actual, 500)))) : null,
    handler ? el('p', {}, 'Handler ', code(handler.function || '(anonymous)'), place ? ' at ' : ' registered by ', place ? code(`${place.url}:${place.line}:${place.column}`) : `event ${handler.event}`) : null,
    handler?.source ? el('pre', {}, show(handler.source, 2000)) : null);
}

/**
 * The states of all browsers beside those of the reference, broken transitions in red.
 * @param {number} session
 */
export function statesOf(session) {
  const graphs = facts.graphs.filter((graph) => numberOf(graph.session) === null || graph.session === session);
  if (!graphs.length) return el('p', { class: 'nothing' }, 'The report has no states.');
  return el('div', {}, ...graphs.map((graph) => graphOf(graph, session)));
}

function graphOf(graph, session) {
  const browser = textOf(graph.browser);
  const missing = listOf(graph.missing);
  const different = listOf(graph.different);
  const surplus = listOf(graph.surplus);
  const nBroken = missing.length + different.length + surplus.length;
  const row = (name, here, there) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, textOf(here) || '–'), el('td', { class: here === there ? null : 'bad' }, textOf(there) || '–'));
  const table = el('table', { class: 'numbers' },
    el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, browserTitle(reference.name)), el('th', { scope: 'col' }, browserTitle(browser)))),
    el('tbody', {}, row('States', graph.reference_states, graph.states), row('Transitions', graph.reference_transitions, graph.transitions)));
  const verdict = nBroken
    ? el('p', { class: 'note bad' }, `${counted(nBroken, 'transition')} broken: ${missing.length} missing, ${different.length} different, ${surplus.length} only here`)
    : el('p', { class: 'note good' }, 'Every step leads to the same states.');
  return el('section', { class: 'graph' },
    el('h3', {}, browserTitle(browser)), table, verdict,
    transitionList('Missing: the step changes the page in the reference only', missing, 'missing'),
    transitionList('Different: the step leads to another state', different, 'different'),
    transitionList('Only here: the step changes nothing in the reference', surplus, 'surplus'),
    pathOf(session, browser, missing, different, surplus));
}

function transitionList(title, transitions, name) {
  if (!transitions.length) return null;
  const rows = transitions.slice(0, MAX_STATES).map((transition) => el('li', { class: name },
    el('span', { class: 'what' }, show(transition.after, 160) || 'Page loaded'),
    el('small', {}, `page ${(numberOf(transition.page) ?? 0) + 1}, step ${textOf(transition.step)}`)));
  return el('div', {}, el('h4', {}, title), el('ul', { class: 'transitions' }, ...rows));
}

/** The way through the states, as pictures. */
function pathOf(session, browser, missing, different, surplus) {
  const leading = runOf(session, reference.name);
  const run = runOf(session, browser);
  if (!leading) return null;
  const steps = leading.steps.filter((step) => step.shot || step.after).slice(0, MAX_STATES);
  // Graphs of several sessions are one; what the person did tells them apart.
  const has = (transitions, step) => transitions.some((transition) => transition.step === step.index
    && transition.page === step.page
    && transition.after === step.after
    && (numberOf(transition.session) ?? session) === session);
  const list = el('ol', { class: 'path' });
  for (const step of steps) {
    const name = has(missing, step) ? 'missing' : has(different, step) ? 'different' : has(surplus, step) ? 'surplus' : '';
    const twin = run?.steps.find((other) => other.page === step.page && other.event === step.event) ?? null;
    list.append(el('li', { class: name },
      el('span', { class: 'what' }, show(step.after, 80) || 'Page loaded'),
      name ? el('b', {}, { missing: 'missing', different: 'different', surplus: 'only here' }[name]) : null,
      el('span', { class: 'pair' },
        thumbnail(shotAt(leading, step), `${browserTitle(reference.name)} after step ${step.index}`),
        run ? thumbnail(shotAt(run, twin), `${browserTitle(browser)} after step ${step.index}`) : null)));
  }
  return list.children.length ? el('div', {}, el('h4', {}, `The way through session ${sessions[session].name}`), list) : null;
}

/** Divergences between a step and the one before it. */
function divergencesOf(run, step) {
  if (step.event === null) return [];
  let before = -1;
  for (const other of run.steps) {
    if (other === step) break;
    if (other.page === step.page && other.event !== null) before = other.event;
  }
  return run.divergences.filter((divergence) => divergence.page === step.page
    && divergence.event !== null && divergence.event > before && divergence.event <= step.event);
}

function seconds(us) {
  return `${(us / 1e6).toFixed(2)} s`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
