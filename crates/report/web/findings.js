import { browserTitle, content, listOf, numberOf, recordOf, shortUrl, textOf } from './base.js';

// Findings, sessions and runs, in a shape in which nothing is missing.

/** From the worst on. */
export const SEVERITIES = ['critical', 'major', 'minor'];

const report = recordOf(content.report);

/**
 * @typedef {object} Finding
 * @property {string} id
 * @property {string} browser
 * @property {string} kind
 * @property {string} severity
 * @property {string} title
 * @property {string} page
 * @property {number | null} step
 * @property {number | null} event
 * @property {{xpath: string, selector: string, html: string}} element
 * @property {{reference: number[] | null, test: number[] | null}} boxes
 * @property {{kind: string, name: string, support: string}} cause
 * @property {number} occurrences
 * @property {{property: string, reference: string, test: string, xpath: string}[]} differences
 * @property {{reference: string, test: string}} images
 * @property {number} session
 * @property {{reason: string, expires: string} | null} accepted
 * @property {string} repro
 * @property {{reference?: string[], test?: string[], styles?: [string, string, string][]} | null} evidence
 * @property {string} haystack
 */

/** @type {Finding[]} */
export const findings = listOf(report.xbis).map(findingOf);
findings.sort((one, other) => rank(one) - rank(other));

/** The browser that all others are compared with. */
export const reference = browserOf(report.reference);
/** Those that are compared with it. */
export const tests = listOf(report.tests).map(browserOf);

/** @type {{name: string, trace: string, startUrl: string, playwright: string, rows: any[], nMoreRows: number, test: any, runs: Record<string, any>}[]} */
export const sessions = listOf(content.runs).map((runs, index) => {
  const session = recordOf(listOf(report.sessions)[index]);
  const recorded = recordOf(listOf(content.recorded)[index]);
  return {
    name: textOf(session.name) || String(index + 1),
    trace: textOf(session.trace),
    startUrl: textOf(session.start_url),
    playwright: textOf(session.playwright),
    rows: listOf(recorded.rows),
    nMoreRows: numberOf(recorded.n_more_rows) ?? 0,
    test: recorded.test ?? null,
    runs: recordOf(runs),
  };
});

const hosts = new Set(findings.map((finding) => /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(finding.page)?.[1]));

/**
 * What of a page's address people look at; where there are several hosts, also which one.
 * @param {string} page
 */
export function pageLabel(page) {
  return shortUrl(page, hosts.size > 1);
}

/** What the report says of itself. */
export const facts = {
  title: textOf(content.title) || textOf(report.title) || 'xcheck report',
  created: textOf(report.created),
  targets: listOf(report.targets).map(textOf),
  partial: textOf(report.partial),
  steps: numberOf(report.steps),
  events: numberOf(report.events),
  noise: listOf(report.noise).map(recordOf),
  graphs: listOf(report.graphs).map(recordOf),
  nIgnored: numberOf(report.n_ignored) ?? 0,
  problems: [...failures(), ...listOf(content.problems).map(textOf)],
};

/**
 * The run of a browser in a session, if it is there.
 * @param {number} session
 * @param {string} browser
 */
export function runOf(session, browser) {
  const runs = sessions[session]?.runs ?? {};
  return Object.hasOwn(runs, browser) ? runs[browser] : null;
}

/**
 * The step of a run at which a finding shows. Engines may take other steps: event before number.
 * @param {any} run
 * @param {Finding} finding
 */
export function stepOf(run, finding) {
  const leading = runOf(finding.session, reference.name)?.steps.find((step) => step.index === finding.step);
  return (leading && twinOf(run, leading)) ?? run?.steps.find((step) => step.index === finding.step) ?? null;
}

/**
 * The step of a run that is at the same place as a step of another run:
 * after the same event, or else the same step of the person, or else the last one before it.
 * @param {any} run
 * @param {any} step
 */
export function twinOf(run, step) {
  if (!run || !step) return null;
  const there = run.steps.filter((other) => other.page === step.page);
  return there.find((other) => other.event === step.event)
    ?? there.find((other) => other.index === step.index && other.after === step.after)
    ?? there.findLast((other) => (other.event ?? -1) <= (step.event ?? -1))
    ?? null;
}

/**
 * The picture of a page at a step: that of the last step at which something changed.
 * @param {any} run
 * @param {any} step
 * @returns {string}
 */
export function shotAt(run, step) {
  if (!run || !step) return '';
  let shot = '';
  for (const other of run.steps) {
    if (other.page === step.page && other.shot) shot = other.shot;
    if (other.index === step.index) break;
  }
  return shot;
}

/**
 * Divergences of a run that can have led to a finding, the first one first.
 * @param {Finding} finding
 */
export function divergencesBefore(finding) {
  const run = runOf(finding.session, finding.browser);
  if (!run) return [];
  const step = stepOf(run, finding);
  // A browser in which an event is missing is looked at earlier than the reference.
  const limit = step?.event == null ? finding.event : Math.max(step.event, finding.event ?? 0);
  const leads = run.divergences.filter((divergence) => {
    if (!step || divergence.page !== step.page) return !step || divergence.page < step.page;
    return divergence.event === null || limit === null || divergence.event <= limit;
  });
  const place = (divergence) => divergence.event ?? Infinity;
  return leads.sort((one, other) => one.page - other.page || place(one) - place(other) || 0);
}

/**
 * Findings of other browsers at the same element.
 * @param {Finding} finding
 */
export function siblingsOf(finding) {
  return findings.filter((other) => other !== finding
    && other.browser !== finding.browser
    && other.session === finding.session
    && other.page === finding.page
    && (other.element.xpath || other.element.selector) !== ''
    && other.element.xpath === finding.element.xpath
    && other.element.selector === finding.element.selector);
}

/**
 * A browser's name and version, for people.
 * @param {string} name
 */
export function browserWithVersion(name) {
  const known = [reference, ...tests].find((browser) => browser.name === name);
  return `${browserTitle(name)} ${known?.version ?? ''}`.trim();
}

/** What went wrong in browsers, so that there is nothing to compare. */
function failures() {
  return listOf(report.sessions).flatMap((value) => {
    const session = recordOf(value);
    return Object.entries(recordOf(session.failures))
      .map(([browser, failure]) => `${browserTitle(browser)} could not replay session ${textOf(session.name)}: ${textOf(failure)}`);
  });
}

/** @returns {Finding} */
function findingOf(value, index) {
  const xbi = recordOf(value);
  const element = recordOf(xbi.element);
  const boxes = recordOf(element.boxes);
  const cause = recordOf(xbi.cause);
  const images = recordOf(xbi.images);
  const accepted = xbi.accepted ? recordOf(xbi.accepted) : null;
  const finding = {
    id: textOf(xbi.id) || `x${index + 1}`,
    browser: textOf(xbi.browser),
    kind: textOf(xbi.kind) || 'unknown',
    severity: textOf(xbi.severity) || 'minor',
    title: textOf(xbi.title) || 'Incompatibility',
    page: textOf(xbi.page),
    step: numberOf(xbi.step),
    event: numberOf(xbi.event),
    element: { xpath: textOf(element.xpath), selector: textOf(element.selector), html: textOf(element.html) },
    boxes: { reference: boxOf(boxes.reference), test: boxOf(boxes.test) },
    cause: { kind: textOf(cause.kind), name: textOf(cause.name), support: textOf(cause.support) },
    occurrences: numberOf(xbi.occurrences) ?? 1,
    differences: listOf(xbi.cbds).map(differenceOf),
    images: { reference: textOf(images.reference), test: textOf(images.test) },
    session: numberOf(xbi.session) ?? 0,
    accepted: accepted && { reason: textOf(accepted.reason), expires: textOf(accepted.expires) },
    repro: textOf(xbi.repro),
    evidence: listOf(content.evidence)[index] ?? null,
    haystack: '',
  };
  finding.haystack = haystackOf(finding);
  return finding;
}

function differenceOf(value) {
  const cbd = recordOf(value);
  return { property: textOf(cbd.property), reference: textOf(cbd.reference), test: textOf(cbd.test), xpath: textOf(cbd.xpath) };
}

function browserOf(value) {
  const browser = recordOf(value);
  return {
    name: textOf(browser.browser),
    version: textOf(browser.version),
    platform: textOf(browser.platform),
    surroundings: listOf(browser.surroundings).map(textOf),
  };
}

/** @returns {number[] | null} */
function boxOf(value) {
  const box = listOf(value).map(numberOf);
  return box.length === 4 && !box.includes(null) ? /** @type {number[]} */ (box) : null;
}

/** What a search looks at, in lower case. Megabytes of a page do not help anyone to find something. */
function haystackOf(finding) {
  const { element, cause } = finding;
  const properties = finding.differences.slice(0, 20).map((difference) => difference.property);
  const texts = [finding.id, finding.title, finding.kind, finding.severity, finding.browser, browserTitle(finding.browser),
    finding.page, element.selector, element.xpath, cause.name, finding.accepted?.reason ?? '', ...properties];
  return texts.map((text) => text.slice(0, 500)).join('\n').toLowerCase();
}

function rank(finding) {
  const at = SEVERITIES.indexOf(finding.severity);
  return at < 0 ? SEVERITIES.length : at;
}
