import { apply, dispatch, eventType, method, NativeWeakMap, weakGet, weakSet } from './natives.js';
import { ELEMENT, document, kindOf } from './dom.js';
import { guarded } from './guarded.js';
import { patchAccessor, patchMethod } from './patch.js';

// Events that wait for their place come as copies: an event that was stopped is dead for good.

const { Event, MessageEvent, ProgressEvent, CloseEvent, ErrorEvent } = scope;

/** A copy that can be dispatched. */
export function copyOf(event) {
  const type = eventType(event);
  const options = { bubbles: event.bubbles, cancelable: event.cancelable, composed: event.composed };
  return guarded('copy', () => {
    if (MessageEvent && event instanceof MessageEvent) return new MessageEvent(type, { ...options, data: event.data, origin: event.origin, lastEventId: event.lastEventId, source: event.source, ports: [...event.ports] });
    if (ProgressEvent && event instanceof ProgressEvent) return new ProgressEvent(type, { ...options, lengthComputable: event.lengthComputable, loaded: event.loaded, total: event.total });
    if (CloseEvent && event instanceof CloseEvent) return new CloseEvent(type, { ...options, wasClean: event.wasClean, code: event.code, reason: event.reason });
    if (ErrorEvent && event instanceof ErrorEvent) return new ErrorEvent(type, { ...options, message: event.message, filename: event.filename, lineno: event.lineno, colno: event.colno, error: event.error });
    const Class = event.constructor;
    return typeof Class === 'function' && Class !== Event ? new Class(type, event) : new Event(type, options);
  }) || new Event(type, options);
}

const scrollWindow = scope.scrollTo;
const scrollElement = method(scope.Element.prototype, 'scrollTo');

/** Scrolls to where it was, and says so to who listens, if there is a type of event to say it with. */
export function scrollTarget(found, fields, type) {
  const node = found === null ? document : found.node;
  guarded('scroll', () => {
    const to = { left: fields[0], top: fields[1], behavior: 'instant' };
    if (type !== 'scrollend') {
      if (kindOf(node) === ELEMENT) scrollElement(node, to);
      else apply(scrollWindow, scope, [to]);
    }
    if (type === '') return;
    const target = node === scope ? document : node;
    apply(dispatch, target, [new Event(type, { bubbles: target === document })]);
  });
}

const shownStates = new NativeWeakMap();
const xhrPrototype = scope.XMLHttpRequest && scope.XMLHttpRequest.prototype;
export const nativeState = method(xhrPrototype, 'readyState');

/** A request whose answer came before its place: the app sees it at state `state`. */
export function showState(request, state) {
  weakSet(shownStates, request, state);
}

/** The state that the app may know of. */
function requestState(request) {
  const state = nativeState(request);
  const known = weakGet(shownStates, request);
  return known !== undefined && known < state ? known : state;
}

/** Keeps what came early from being seen early. */
export function maskRequests() {
  patchAccessor(xhrPrototype, 'readyState', { get: () => requestState });
  const early = { status: 0, statusText: '', responseText: '', response: '', responseXML: null, responseURL: '' };
  for (const name in early) {
    const least = name === 'status' || name === 'statusText' || name === 'responseURL' ? 2 : 3;
    patchAccessor(xhrPrototype, name, {
      get: (native) => (self) => {
        const value = apply(native, self, []);
        if (requestState(self) >= least) return value;
        return name === 'response' && typeof value !== 'string' ? null : early[name];
      },
    });
  }
  patchMethod(xhrPrototype, 'getResponseHeader', (native) => (self, args) => (requestState(self) < 2 ? null : apply(native, self, args)));
  patchMethod(xhrPrototype, 'getAllResponseHeaders', (native) => (self, args) => (requestState(self) < 2 ? '' : apply(native, self, args)));
}
