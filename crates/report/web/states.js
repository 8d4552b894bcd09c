import { browserTitle, code, counted, el, listOf, numberOf, shortUrl, show, textOf } from './base.js';
import { facts, findings, reference, runOf, sessions, shotAt, stepOf } from './findings.js';
import { picturesAt } from './session.js';
import { thumbnail } from './pictures.js';

// The states that the app went through, as a graph of pictures, and the ways between them.
// A state is what the reference browser showed: steps with the same picture at the same address are one.

const MAX_STATES = 300;
const MAX_BROKEN = 100;
const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 176;
const HEIGHT = 110;
/** With its caption. */
const NODE = HEIGHT + 40;
const COLUMN = 280;
const ROW = NODE + 26;
const MARGIN = 20;
const SCALES = [0.25, 0.35, 0.5, 0.7, 1, 1.4];
const HOW = { __proto__: null, missing: 'leads nowhere', different: 'leads elsewhere', surplus: 'leads somewhere only there' };

/** So small pictures still say something. */
const LEAST = 0.6;
/** 0: as large as there is room; null: the same, but large enough to be looked at. */
let scale = null;
let graph = null;

/**
 * The states of all browsers beside those of the reference, broken transitions in red.
 * @param {import('./findings.js').Finding | null} finding
 * @param {(session: number, browser: string) => void} showTimeline
 */
export function statesOf(finding, showTimeline) {
  graph ??= graphOf();
  if (!graph.states.length && !facts.graphs.length) return el('p', { class: 'nothing' }, 'The report has no states.');
  return el('div', { class: 'states' },
    numbersOf(),
    graph.states.length ? mapOf(finding, showTimeline) : null,
    ...facts.graphs.map(brokenList));
}

/** Makes states and ways of what the reference did in all sessions. */
function graphOf() {
  const states = [];
  const ways = [];
  const known = new Map();
  const knownWays = new Map();
  let nMore = 0;
  sessions.forEach((session, number) => {
    const run = runOf(number, reference.name);
    let from = null;
    for (const step of run?.steps ?? []) {
      const shot = shotAt(run, step);
      if (!shot || step.frame?.length) continue;
      const key = `${shot} ${step.url.split('#')[0]}`;
      let state = known.get(key);
      if (!state && states.length >= MAX_STATES) {
        nMore++;
        continue;
      }
      if (!state) {
        const depth = from ? from.depth + 1 : 0;
        state = { number: states.length, shot, url: step.url, depth, after: step.after, visits: [], findings: [] };
        known.set(key, state);
        states.push(state);
      }
      state.visits.push({ session: number, step });
      if (from) {
        state.depth = Math.min(state.depth, from.depth + 1);
        const wayKey = `${from.number} ${state.number} ${step.after}`;
        let way = knownWays.get(wayKey);
        if (!way) {
          way = { from, to: state, after: step.after, broken: [] };
          knownWays.set(wayKey, way);
          ways.push(way);
        }
        for (const fault of faultsOf(number, step)) {
          if (!way.broken.some((other) => other.browser === fault.browser && other.how === fault.how)) way.broken.push(fault);
        }
      }
      from = state;
    }
  });
  for (const finding of findings) {
    const step = stepOf(runOf(finding.session, reference.name), finding);
    const state = step && states.find((other) => other.visits.some((visit) => visit.session === finding.session && visit.step === step));
    state?.findings.push(finding);
  }
  return { states, ways, nMore };
}

/** Where a step led to something else in other browsers. */
function faultsOf(session, step) {
  const faults = [];
  for (const { browser, ...lists } of facts.graphs) {
    for (const how of ['missing', 'different', 'surplus']) {
      const isIt = (transition) => numberOf(transition.step) === step.index
        && transition.page === step.page
        && transition.after === step.after
        && (numberOf(transition.session) ?? session) === session;
      if (listOf(lists[how]).some(isIt)) faults.push({ browser: textOf(browser), how });
    }
  }
  return faults;
}

/** States and transitions of each browser. */
function numbersOf() {
  if (!facts.graphs.length) return null;
  const [first] = facts.graphs;
  const cell = (here, there) => el('td', { class: here === there ? null : 'bad' }, textOf(there) || '–');
  const row = (title, referenceKey, key) => el('tr', {}, el('th', { scope: 'row' }, title), el('td', {}, textOf(first[referenceKey]) || '–'), ...facts.graphs.map((other) => cell(other[referenceKey], other[key])));
  const nBroken = (other) => listOf(other.missing).length + listOf(other.different).length + listOf(other.surplus).length;
  return el('div', { class: 'scroll-x' }, el('table', { class: 'numbers' },
    el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, browserTitle(reference.name)), ...facts.graphs.map((other) => el('th', { scope: 'col' }, browserTitle(textOf(other.browser)))))),
    el('tbody', {},
      row('States', 'reference_states', 'states'),
      row('Transitions', 'reference_transitions', 'transitions'),
      el('tr', {}, el('th', { scope: 'row' }, 'Broken'), el('td', {}, '–'), ...facts.graphs.map((other) => el('td', { class: nBroken(other) ? 'bad' : null }, String(nBroken(other))))))));
}

function mapOf(finding, showTimeline) {
  const { states, ways, nMore } = graph;
  const rows = [];
  for (const state of states) {
    rows[state.depth] = (rows[state.depth] ?? 0) + 1;
    state.x = MARGIN + state.depth * COLUMN;
    state.y = MARGIN + (rows[state.depth] - 1) * ROW;
  }
  const width = 2 * MARGIN + (rows.length - 1) * COLUMN + WIDTH;
  const height = 2 * MARGIN + Math.max(...rows.map((n) => n ?? 0)) * ROW;
  const board = el('div', { class: 'board' });
  board.style.width = `${width}px`;
  board.style.height = `${height}px`;
  const lines = document.createElementNS(SVG, 'svg');
  lines.setAttribute('class', 'ways');
  lines.setAttribute('viewBox', `0 0 ${width} ${height}`);
  lines.setAttribute('aria-hidden', 'true');
  // Broken ones are drawn last, so that nothing covers them.
  for (const way of [...ways].sort((one, other) => one.broken.length - other.broken.length)) {
    if (way.from !== way.to || way.broken.length) lines.append(lineOf(way));
  }
  const detail = el('div', { class: 'state-detail', role: 'region', 'aria-label': 'Chosen state' });
  const buttons = states.map((state) => nodeOf(state, () => choose(state.number)));
  board.append(lines, ...buttons);
  const choose = (number) => {
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === number)));
    for (const line of lines.children) line.classList.toggle('near', line.dataset.from === String(number) || line.dataset.to === String(number));
    detail.replaceChildren(...detailOf(states[number], choose, showTimeline));
  };
  const room = el('div', { class: 'map', tabindex: '0', role: 'group', 'aria-label': `Map of ${counted(states.length, 'state')}` }, board);
  const percent = el('output', { class: 'percent' });
  const resize = () => {
    const fit = Math.min(1, Math.max(SCALES[0], (room.clientWidth - 4) / width));
    const now = scale === null ? Math.max(fit, LEAST) : scale || fit;
    board.style.transform = `scale(${now})`;
    // What is scaled keeps its room; the rest of it is taken back.
    board.style.marginRight = `${width * (now - 1)}px`;
    board.style.marginBottom = `${height * (now - 1)}px`;
    percent.textContent = `${Math.round(100 * now)} %`;
    return now;
  };
  const zoom = (by) => {
    const now = resize();
    if (by === 0) scale = 0;
    else scale = (by > 0 ? SCALES.find((other) => other > now + 0.01) : SCALES.findLast((other) => other < now - 0.01)) ?? now;
    resize();
  };
  const toolbar = el('div', { class: 'toolbar' },
    el('span', { class: 'legend' }, el('span', { class: 'line' }), 'leads to', el('span', { class: 'line broken' }), 'broken in some browser'),
    el('div', { class: 'segments', role: 'group', 'aria-label': 'Zoom' },
      el('button', { type: 'button', 'aria-label': 'Zoom out', click: () => zoom(-1) }, '−'),
      el('button', { type: 'button', click: () => zoom(0) }, 'Fit'),
      el('button', { type: 'button', 'aria-label': 'Zoom in', click: () => zoom(1) }, '+')),
    percent);
  const start = states.find((state) => state.findings.includes(finding)) ?? states[0];
  choose(start.number);
  requestAnimationFrame(() => {
    const now = resize();
    room.scrollLeft = start.x * now - (room.clientWidth - WIDTH * now) / 2;
    room.scrollTop = start.y * now - (room.clientHeight - NODE * now) / 2;
  });
  return el('section', { class: 'graph' },
    el('h3', {}, `${counted(states.length, 'state')} in ${counted(sessions.length, 'session')}`),
    el('div', { class: 'viewer' }, toolbar, room),
    nMore ? el('p', { class: 'hint' }, `${counted(nMore, 'more step')} led to states that are not shown.`) : null,
    detail);
}

/** A state as a button with its picture. */
function nodeOf(state, click) {
  const faults = graph.ways.filter((way) => way.from === state && way.broken.length).length;
  const worst = state.findings[0]?.severity;
  const label = `State ${state.number + 1}, ${show(shortUrl(state.url), 80)}${faults ? `, ${counted(faults, 'broken way')} from here` : ''}${state.findings.length ? `, ${counted(state.findings.length, 'finding')}` : ''}`;
  const node = el('button', { type: 'button', class: faults ? 'node broken' : 'node', 'aria-label': label, 'aria-pressed': 'false', title: show(state.url, 300), click },
    thumbnail(state.shot, ''),
    el('span', { class: 'node-title' }, el('b', {}, String(state.number + 1)), ` ${show(state.after, 60) || 'start'}`),
    state.findings.length ? el('span', { class: `badge ${worst}` }, String(state.findings.length)) : null);
  node.style.left = `${state.x}px`;
  node.style.top = `${state.y}px`;
  return node;
}

function lineOf(way) {
  const line = document.createElementNS(SVG, 'path');
  const { from, to } = way;
  const [x1, y1] = [from.x + WIDTH, from.y + HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + HEIGHT / 2];
  let path;
  if (from === to) path = `M${x1} ${y1 - 16} c40 -18 40 50 0 32`;
  else if (to.x > from.x) path = `M${x1} ${y1} C${x1 + COLUMN / 3} ${y1} ${x2 - COLUMN / 3} ${y2} ${x2} ${y2}`;
  // Ways back and within a column bow out, so that they cross no picture in their row.
  else path = `M${x1} ${y1 + 12} C${x1 + 56} ${y1 + 12 + ROW / 3} ${x2 + WIDTH + 56} ${y2 + 12 - ROW / 3} ${x2 + WIDTH} ${y2 + 12}`;
  line.setAttribute('d', path);
  line.setAttribute('class', way.broken.length ? 'way broken' : 'way');
  line.dataset.from = String(from.number);
  line.dataset.to = String(to.number);
  const title = document.createElementNS(SVG, 'title');
  title.textContent = `${show(way.after, 160) || 'page loaded'}${way.broken.map((fault) => `; ${browserTitle(fault.browser)}: ${HOW[fault.how]}`).join('')}`;
  line.append(title);
  return line;
}

/** What is known of one state. */
function detailOf(state, choose, showTimeline) {
  const [{ session, step }] = state.visits;
  const browsers = [reference.name, ...Object.keys(sessions[session].runs).filter((name) => name !== reference.name)];
  const wayItem = (way, other, words) => el('li', { class: way.broken.length ? 'broken' : null },
    el('button', { type: 'button', class: 'link', click: () => choose(other.number) }, `${words} ${other.number + 1}`),
    el('span', { class: 'what' }, show(way.after, 120) || 'page loaded'),
    ...way.broken.map((fault) => el('span', { class: 'sign bad' }, `${browserTitle(fault.browser)} ${HOW[fault.how]}`)));
  const out = graph.ways.filter((way) => way.from === state && (way.to !== state || way.broken.length));
  const visits = [...new Set(state.visits.map((visit) => visit.session))];
  return [
    el('h4', {}, `State ${state.number + 1}`),
    el('p', {}, code(state.url)),
    picturesAt(session, step, browsers),
    out.length ? el('div', {}, el('h4', {}, 'Ways from here'), el('ul', { class: 'way-list' }, ...out.slice(0, MAX_BROKEN).map((way) => wayItem(way, way.to, 'to')))) : el('p', { class: 'hint' }, 'No way was taken from here.'),
    state.findings.length ? el('div', {}, el('h4', {}, 'Findings here'), el('ul', { class: 'way-list' }, ...state.findings.slice(0, MAX_BROKEN).map((finding) => el('li', {},
      el('a', { href: `#${encodeURIComponent(finding.id)}` }, show(finding.id, 20)), el('span', { class: 'what' }, `${browserTitle(finding.browser)}: ${show(finding.title, 200)}`))))) : null,
    el('p', {}, 'Seen in ', ...visits.slice(0, 12).flatMap((number) => [el('button', { type: 'button', class: 'link', click: () => showTimeline(number, reference.name) }, `session ${show(sessions[number].name, 40)}`), ' ']), visits.length > 12 ? `and ${visits.length - 12} more` : null),
  ].filter(Boolean);
}

/** Broken transitions of one browser in words. */
function brokenList(other) {
  const browser = browserTitle(textOf(other.browser));
  const rows = ['missing', 'different', 'surplus'].flatMap((how) => listOf(other[how]).map((transition) => ({ how, transition })));
  const session = (transition) => (sessions.length > 1 && numberOf(transition.session) !== null ? `session ${show(sessions[transition.session]?.name ?? '?', 40)}, ` : '');
  return el('section', { class: 'transitions' },
    el('h3', {}, browser),
    rows.length
      ? el('p', { class: 'note bad' }, `${counted(rows.length, 'broken transition')}: ${listOf(other.missing).length} missing, ${listOf(other.different).length} different, ${listOf(other.surplus).length} only here`)
      : el('p', { class: 'note good' }, 'Every step leads to the same states.'),
    rows.length ? el('ul', {}, ...rows.slice(0, MAX_BROKEN).map(({ how, transition }) => el('li', { class: how },
      el('span', { class: 'what' }, show(transition.after, 160) || 'Page loaded'),
      el('span', { class: 'sign bad' }, HOW[how]),
      el('small', {}, `${session(transition)}page ${(numberOf(transition.page) ?? 0) + 1}, step ${textOf(transition.step)}`)))) : null,
    rows.length > MAX_BROKEN ? el('p', { class: 'hint' }, `${rows.length - MAX_BROKEN} more`) : null);
}
