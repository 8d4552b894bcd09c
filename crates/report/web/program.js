import { content, listOf, recordOf, show, textOf } from './base.js';
import { reference, runOf, sessions, stepOf } from './findings.js';

// Sessions as tests for Playwright: whole, or up to the step of a finding.
// The parts were made where the trace was read; texts of pages in them are literals already.

const frame = recordOf(content.test);
// A longer text is hard to recognize in a page, and seldom whole.
const MAX_EXPECTED = 300;

/**
 * The test of a whole session; empty if nothing is known of it.
 * @param {number} session
 */
export function programOf(session) {
  const { test, playwright, name } = sessions[session] ?? {};
  if (!test) return playwright ?? '';
  return compose(test, `Session ${name}`, listOf(test.steps), textOf(test.closing));
}

/**
 * The test of a session up to a finding, with what the reference shows there as expectation.
 * @param {import('./findings.js').Finding} finding
 */
export function programUpTo(finding) {
  const test = sessions[finding.session]?.test;
  if (!test) return '';
  const step = stepOf(runOf(finding.session, reference.name), finding);
  const until = step?.recorded_us;
  // The first step opens the page: it belongs to every test.
  const steps = listOf(test.steps).filter(([at], index) => index === 0 || until === undefined || at <= until);
  const page = steps[steps.length - 1]?.[1] ?? 'page';
  return compose(test, finding.title, steps, expectationOf(finding, step, page));
}

function compose(test, title, steps, closing) {
  const body = steps.map(([, , lines]) => lines).join('');
  const program = `${test.head}test(${literal(title)}, ${frame.signature}\n${test.opening}${body}${closing}});\n`;
  let helpers = '';
  for (const [name, source] of listOf(frame.helpers)) {
    if (program.includes(`${name}(`) || helpers.includes(`${name}(`)) helpers += `\n${source}`;
  }
  return program + helpers;
}

/** What differs, as a comment, and as an expectation where it is a text. */
function expectationOf(finding, step, page) {
  const lines = [`// Here ${inOneLine(finding.browser)} differs from ${inOneLine(reference.name)}: ${inOneLine(finding.title)}`];
  const isTop = !step?.frame?.length;
  for (const { property, xpath, reference: expected } of finding.differences.slice(0, 5)) {
    if (!isTop || property !== 'text' || !/^\/html\b[^#>]*$/.test(xpath)) continue;
    if (!expected || expected.length > MAX_EXPECTED || expected.endsWith('…')) continue;
    lines.push(`await expect(${page}.locator(${literal(`xpath=${xpath}`)})).toHaveText(${literal(expected)});`);
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

/** A text as JavaScript. Nothing in it ends the literal, and nothing is unseen. */
function literal(text) {
  const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escape)}'`;
}

function inOneLine(text) {
  return show(text, 200).replace(/\s+/g, ' ').trim();
}
