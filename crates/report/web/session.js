import { browserTitle, code, el, shortUrl, show } from './base.js';
import { runOf, shotAt, twinOf } from './findings.js';
import { thumbnail } from './pictures.js';

// What is known of one step: its pictures, its console, and where it went another way.

/**
 * The pictures of browsers at a step, or nothing.
 * @param {number} session
 * @param {any} step
 * @param {string[]} browsers
 */
export function picturesAt(session, step, browsers) {
  const pictures = el('div', { class: 'thumbnails' });
  for (const browser of browsers) {
    const run = runOf(session, browser);
    const shot = shotAt(run, twinOf(run, step));
    if (shot) pictures.append(el('figure', {}, thumbnail(shot, `The page in ${browserTitle(browser)} at this step`), el('figcaption', {}, browserTitle(browser))));
  }
  return pictures.children.length ? pictures : null;
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
  const sides = divergence.expected !== undefined || divergence.actual !== undefined;
  return el('div', { class: 'divergence' },
    el('p', {}, el('b', {}, capital(divergence.title)), divergence.event === null ? null : el('small', {}, `event ${divergence.event}${divergence.what ? `: ${show(divergence.what, 160)}` : ''}`)),
    el('p', { class: 'data' }, show(divergence.detail, 1000)),
    sides ? el('dl', { class: 'facts' },
      el('div', {}, el('dt', {}, 'Recorded'), el('dd', {}, code(divergence.expected, 500))),
      el('div', {}, el('dt', {}, 'Here'), el('dd', {}, code(divergence.actual, 500)))) : null,
    handler ? el('p', {}, 'Handler ', code(handler.function || '(anonymous)'), ...placeOf(handler)) : null,
    handler?.source ? el('pre', {}, show(handler.source, 2000)) : null);
}

/**
 * Divergences between a step and the one before it.
 * @param {any} run
 * @param {any} step
 */
export function divergencesOf(run, step) {
  if (step.event === null) return [];
  let before = -1;
  for (const other of run.steps) {
    if (other === step) break;
    if (other.page === step.page && other.event !== null) before = other.event;
  }
  return run.divergences.filter((divergence) => divergence.page === step.page
    && divergence.event !== null && divergence.event > before && divergence.event <= step.event);
}

/** Where a handler stands, or at least which event registered it. */
function placeOf(handler) {
  const place = handler.position;
  if (place) return [' at ', code(`${place.url}:${place.line}:${place.column}`)];
  return handler.event === undefined ? [] : [` registered by event ${handler.event}`];
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
