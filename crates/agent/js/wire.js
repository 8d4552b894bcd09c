import { NativeWebSocket, clock, nativeClearTimeout, nativeSetTimeout, resolveUrl, round, setSocketOpen, slice, socketClose, socketSend, socketState, stringify } from './natives.js';

// How long a line may wait for company.
const BATCH_MS = 40;
// A page that was never connected keeps at most this much.
const MAX_WAITING = 64 << 20;
// Browsers refuse parting messages above 64 KiB.
const MAX_BEACON = 60000;
const OPEN = 1;
// A page that cannot connect must not be kept busy with trying.
const MAX_OPENINGS = 20;
// Page data is cut off where it cannot matter any more.
export const MAX_TEXT = 4096;

let lines = '';
let nBatches = 0;
let timer = 0;
let socket = null;
let waiting = [];
let waitingLength = 0;
let name = '';
let address = '';
let lastUs = 0;
let beacon = null;
let nOpenings = 0;

/** Opens the way home. `pageName` tells this agent from all others; `sendBeacon` is for when the page goes away. */
export function connect(pageName, base, sendBeacon) {
  name = pageName;
  address = resolveUrl(settings.path, base);
  beacon = sendBeacon;
  open();
}

function open() {
  nOpenings++;
  const url = 'ws' + slice(address, 4);
  socket = new NativeWebSocket(url);
  setSocketOpen(socket, () => {
    for (let i = 0; i < waiting.length; i++) socketSend(socket, waiting[i]);
    waiting = [];
    waitingLength = 0;
  });
}

/** Microseconds since the last line that said a time. */
export function elapsed() {
  const now = round(clock() * 1000);
  const delta = now - lastUs;
  lastUs = now;
  return delta;
}

/** The time that `elapsed` counts from. */
export function lastTime() {
  return lastUs;
}

let isSilent = false;
/** Nothing more is sent: another agent took over. */
export function silence() {
  flush();
  isSilent = true;
  if (socket !== null) socketClose(socket);
  socket = null;
}

/** Adds a line, already as text. */
export function putLine(text) {
  if (isSilent) return;
  lines += '\n' + text;
  if (timer === 0) timer = nativeSetTimeout(flush, BATCH_MS);
}

/** Adds a line that is no event. */
export function note(line) {
  putLine(stringify(line));
}

function takeBatch() {
  if (timer !== 0) nativeClearTimeout(timer);
  timer = 0;
  if (lines === '') return '';
  const batch = '["b","' + name + '",' + nBatches++ + ']' + lines;
  lines = '';
  return batch;
}

/** Sends what there is. */
export function flush() {
  const batch = takeBatch();
  if (batch === '') return;
  if (socket !== null && socketState(socket) === OPEN) {
    socketSend(socket, batch);
    return;
  }
  if (waitingLength < MAX_WAITING) {
    waiting[waiting.length] = batch;
    waitingLength += batch.length;
  }
  // Firefox closes connections when a page opens its document anew.
  if (socket !== null && socketState(socket) > OPEN && nOpenings < MAX_OPENINGS) open();
}

/** Sends what there is by all ways, because the page may be gone a moment later. */
export function part() {
  const batch = takeBatch();
  if (batch !== '') waiting[waiting.length] = batch;
  for (let i = 0; i < waiting.length; i++) {
    if (socket !== null && socketState(socket) === OPEN) socketSend(socket, waiting[i]);
    if (beacon !== null && waiting[i].length < MAX_BEACON) beacon(address, waiting[i]);
  }
  waiting = [];
  waitingLength = 0;
}

/** A page that may come back from the browser's cache holds no connection. */
export function rest() {
  part();
  if (socket !== null) socketClose(socket);
  socket = null;
}

export function wake() {
  if (socket === null) open();
}
