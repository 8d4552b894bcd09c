import { apply, indexOf, join, method, slice, split, stringify, trim } from './natives.js';
import { document } from './dom.js';
import { guarded } from './guarded.js';
import { patchAccessor, patchMethod } from './patch.js';
import { keep, register } from './turns.js';
import { MAX_TEXT } from './wire.js';
import { watchAgain } from './listeners.js';

// What belongs to a page as a whole: dialogs, the console, errors, history, policies.

const LEVELS = ['log', 'info', 'warn', 'error', 'debug', 'assert', 'trace', 'table', 'dir'];

/** One argument of a console call, short and without calling into the page. */
function shown(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    const stack = method(value, 'stack');
    return stack || value instanceof scope.Error ? `${value.name}: ${value.message}` : guarded('json', () => stringify(value)) || '[object]';
  }
  return typeof value === 'symbol' ? 'symbol' : `${value}`;
}

function hookConsole() {
  for (const level of LEVELS) {
    patchMethod(scope.console, level, (native) => (self, args) => {
      guarded('console', () => {
        if (level === 'assert' && args[0]) return;
        let text = '';
        const first = level === 'assert' ? 1 : 0;
        for (let i = first; i < args.length && text.length < MAX_TEXT; i++) text += (i === first ? '' : ' ') + shown(args[i]);
        keep('o', [level, slice(text, 0, MAX_TEXT)]);
      });
      return apply(native, self, args);
    });
  }
}

function hookDialogs(answerDialog) {
  for (const kind of ['alert', 'confirm', 'prompt']) {
    patchMethod(scope, kind, (native) => (self, args) => {
      if (answerDialog !== undefined) return answerDialog(kind, args.length === 0 ? '' : `${args[0]}`);
      const answer = apply(native, self, args);
      guarded('dialog', () => {
        const message = slice(args.length === 0 ? '' : `${args[0]}`, 0, MAX_TEXT);
        keep('q', answer === undefined ? [kind, message] : [kind, message, answer]);
      });
      return answer;
    });
  }
}

function hookHistory() {
  const history = scope.History && scope.History.prototype;
  for (const name of ['back', 'forward', 'go', 'pushState', 'replaceState']) {
    patchMethod(history, name, (native) => (self, args) => {
      guarded('history', () => {
        const place = name === 'go' ? args[0] : name === 'pushState' || name === 'replaceState' ? args[2] : undefined;
        register('history', place === undefined || place === null ? [name] : [name, slice(`${place}`, 0, MAX_TEXT)]);
      });
      return apply(native, self, args);
    });
  }
}

/** Opening a document anew throws away its listeners, the agent's too. */
function hookDocument() {
  for (const name of ['open', 'write', 'writeln']) {
    patchMethod(scope.Document.prototype, name, (native) => (self, args) => {
      const result = apply(native, self, args);
      if (self === document) guarded('document', watchAgain);
      return result;
    });
  }
}

/**
 * A policy as the server wrote it, if `policy` is what became of `edited`; directive by directive,
 * because Firefox writes some in its own way.
 */
function restored(policy, edited, given) {
  const [now, then, before] = [split(policy, ';'), split(edited, ';'), split(given, ';')];
  if (now.length !== then.length) return null;
  const parts = [];
  for (let i = 0; i < now.length; i++) {
    const [is, was] = [trim(now[i]), trim(then[i])];
    if (split(is, ' ')[0] !== split(was, ' ')[0]) return null;
    const isEdited = i >= before.length || trim(before[i]) !== was;
    if (isEdited && is !== was) return null;
    // WebKit keeps the spaces around a policy.
    const from = indexOf(now[i], is);
    if (i < before.length) parts[i] = isEdited ? slice(now[i], 0, from) + trim(before[i]) + slice(now[i], from + is.length) : now[i];
  }
  return join(parts, ';');
}

/** Shows policies as the server sent them. `pairs` are what the page has and what it would have had. */
function hidePolicies(pairs) {
  const honest = (native) => (self) => {
    const policy = apply(native, self, []);
    return guarded('policy', () => {
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const given = restored(policy, pairs[i], pairs[i + 1]);
        if (given !== null) return given;
      }
      return policy;
    }) || policy;
  };
  for (const name of ['SecurityPolicyViolationEvent', 'CSPViolationReportBody']) {
    if (scope[name]) patchAccessor(scope[name].prototype, 'originalPolicy', { get: honest });
  }
}

/** `answerDialog(kind, message)` answers dialogs instead of the person, if it is given. */
export function hookPage(policies, answerDialog) {
  hookConsole();
  hookDialogs(answerDialog);
  hookHistory();
  hookDocument();
  if (policies.length > 0) hidePolicies(policies);
}

/** What kind of thing was thrown. */
export const errorName = (error) => guarded('error', () => (error instanceof scope.Error || (scope.DOMException && error instanceof scope.DOMException) ? error.name : typeof error)) || '';

/** An exception that nothing caught belongs to the turn that threw it. */
export function keepError(event) {
  keep('x', [errorName(event.error), slice(`${event.message}`, 0, MAX_TEXT), slice(`${event.filename}`, 0, MAX_TEXT), event.lineno, event.colno]);
}
