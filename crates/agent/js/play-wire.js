import { NativeWebSocket, messageData, method, parse, resolveUrl, setSocketMessage, setSocketOpen, slice, socketClose, socketSend, socketState, stringify } from './natives.js';

// The player's way home and back. What must be known before the first script is asked for and waited for.

export const MAX_TEXT = 4096;
const OPEN = 1;
const Asking = scope.XMLHttpRequest;
const openAsking = method(Asking && Asking.prototype, 'open');
const sendAsking = method(Asking && Asking.prototype, 'send');
const askedText = method(Asking && Asking.prototype, 'responseText');

let socket = null;
let waiting = [];
let isSilent = false;

/** Asks xcheck and waits for the answer. */
export function ask(question, base) {
  const request = new Asking();
  openAsking(request, 'POST', resolveUrl(settings.path + '?ask', base), false);
  sendAsking(request, stringify(question));
  return parse(askedText(request));
}

/** Opens the way home; `onMessage` hears what xcheck says. */
export function connect(base, onMessage) {
  socket = new NativeWebSocket('ws' + slice(resolveUrl(settings.path, base), 4));
  setSocketOpen(socket, () => {
    for (let i = 0; i < waiting.length; i++) socketSend(socket, waiting[i]);
    waiting = [];
  });
  setSocketMessage(socket, (event) => onMessage(parse(messageData(event))));
}

/** Tells xcheck. */
export function note(line) {
  if (isSilent) return;
  const text = stringify(line);
  if (socket !== null && socketState(socket) === OPEN) socketSend(socket, text);
  else waiting[waiting.length] = text;
}

/** Nothing more is sent: another agent took over. */
export function silence() {
  isSilent = true;
  if (socket !== null) socketClose(socket);
  socket = null;
}

/** Everything is sent at once. */
export function flush() {}
