import { browserTitle, show } from './base.js';
import { browserWithVersion, divergencesBefore, reference, runOf, stepOf } from './findings.js';

// A finding as Markdown, to be pasted into an issue tracker.
// Texts of pages stand in code, so that they mean nothing there.

const MAX_ROWS = 20;

/**
 * @param {import('./findings.js').Finding} finding
 * @returns {string}
 */
export function issueOf(finding) {
  const browser = browserWithVersion(finding.browser);
  const blocks = [`### ${plain(`${browserTitle(finding.browser)}: ${finding.title}`)}`, factsOf(finding, browser)];
  if (finding.cause.name || finding.cause.support) {
    const support = finding.cause.support ? `: ${plain(finding.cause.support)}` : '';
    blocks.push(`**Cause** ${finding.cause.name ? span(finding.cause.name) : ''}${support}`);
  }
  if (finding.differences.length) blocks.push(`**Differences**\n\n${differencesOf(finding)}`);
  const [first] = divergencesBefore(finding);
  if (first) blocks.push(`**First divergence** ${plain(first.title)}${first.what ? ` at event ${first.event} (${span(first.what)})` : ''}: ${span(first.detail, 500)}${handlerOf(first)}`);
  const step = stepOf(runOf(finding.session, finding.browser), finding);
  const errors = (step?.errors ?? []).slice(0, 5).map((error) => `${error.name}: ${error.message} (${error.url}:${error.line}:${error.column})`);
  if (errors.length) blocks.push(`**Errors**\n\n${fence(errors.join('\n'))}`);
  if (finding.element.html) blocks.push(`**Element**\n\n${fence(show(finding.element.html, 1000), 'html')}`);
  if (finding.repro) blocks.push(`**Reproduce**\n\n${fence(finding.repro, 'sh')}`);
  return `${blocks.join('\n\n')}\n`;
}

function factsOf(finding, browser) {
  const rows = [
    ['Browser', plain(`${browser} (expected as in ${browserWithVersion(reference.name)})`)],
    ['Severity', `${plain(finding.severity)}, ${plain(finding.kind)}`],
    ['Page', span(finding.page)],
    ['Element', span(finding.element.selector || finding.element.xpath)],
    ['Occurrences', String(finding.occurrences)],
  ];
  return `| | |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`;
}

function differencesOf(finding) {
  const rows = finding.differences.slice(0, MAX_ROWS).map((difference) => `| ${[difference.property, difference.reference, difference.test].map((text) => span(text)).join(' | ')} |`);
  if (finding.differences.length > MAX_ROWS) rows.push(`| … ${finding.differences.length - MAX_ROWS} more | | |`);
  return `| Property | ${plain(browserTitle(reference.name))} | ${plain(browserTitle(finding.browser))} |\n|---|---|---|\n${rows.join('\n')}`;
}

function handlerOf(divergence) {
  const { handler } = divergence;
  if (!handler) return '';
  const { position } = handler;
  const place = position ? ` at ${span(`${position.url}:${position.line}:${position.column}`)}` : '';
  return `\n\nHandler ${span(handler.function || '(anonymous)')}${place}\n\n${fence(handler.source, 'js')}`;
}

/** A text within a sentence: nothing in it is markup. */
function plain(text) {
  return oneLine(text, 300).replace(/[\\`*_{}[\]()<>#|~!@]/g, '\\$&');
}

/** Code within a line, also in a table. */
function span(text, max = 200) {
  const line = oneLine(text, max).replaceAll('|', '\\|');
  if (!line) return '(empty)';
  const ticks = '`'.repeat(longestTicks(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** Lines of code. */
function fence(text, language = '') {
  const shown = show(text);
  const ticks = '`'.repeat(Math.max(3, longestTicks(shown) + 1));
  return `${ticks}${language}\n${shown}\n${ticks}`;
}

function oneLine(text, max) {
  return show(text, max).replace(/\s+/g, ' ').trim();
}

function longestTicks(text) {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
}
