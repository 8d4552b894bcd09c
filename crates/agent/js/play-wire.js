import { NativeWebSocket, messageData, method, parse, resolveUrl, setSocketEnd, setSocketMessage, setSocketOpen, slice, socketClose, socketSend, socketState, stringify } from './natives.js';

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

// Firefox closes connections when a page begins to go elsewhere, even if it stays.
const MAX_OPENINGS = 5;
let nOpenings = 0;

/** Opens the way home, first with `greeting`; `onMessage` hears what xcheck says. */
export function connect(base, greeting, onMessage) {
  nOpenings++;
  const own = new NativeWebSocket('ws' + slice(resolveUrl(settings.path, base), 4));
  socket = own;
  setSocketOpen(own, () => {
    socketSend(own, stringify(greeting));
    for (let i = 0; i < waiting.length; i++) socketSend(own, waiting[i]);
    waiting = [];
  });
  setSocketMessage(own, (event) => onMessage(parse(messageData(event))));
  setSocketEnd(own, () => {
    if (!isSilent && socket === own && nOpenings < MAX_OPENINGS) connect(base, greeting, onMessage);
  });
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
