import { bind, method, resolveUrl, startsWith, test } from './natives.js';
import { document } from './dom.js';
import { guarded } from './guarded.js';
import { block } from './turns.js';

// Scripts of workers that come from a server get their agent on the way; those that a page made itself get it here.

const NativeRequest = scope.XMLHttpRequest;
const openRequest = method(NativeRequest && NativeRequest.prototype, 'open');
const sendRequest = method(NativeRequest && NativeRequest.prototype, 'send');
const requestText = method(NativeRequest && NativeRequest.prototype, 'responseText');
const NativeBlob = scope.Blob;
const makeUrl = scope.URL && bind(scope.URL.createObjectURL, scope.URL);

/** The text behind an address that only this page knows. */
function readBlobUrl(url) {
  const request = new NativeRequest();
  openRequest(request, 'GET', url, false);
  // Firefox 153 delivers messages meanwhile.
  block(true);
  try {
    sendRequest(request);
  } finally {
    block(false);
  }
  return requestText(request);
}

/** What a worker is made from, with the agent before the page's own script. */
export function workerArguments(args) {
  return guarded('worker', () => {
    const url = `${args[0]}`;
    if (!startsWith(url, 'blob:')) return args;
    const address = `"${resolveUrl(settings.path + '/worker.js', document.baseURI)}"`;
    const isModule = typeof args[1] === 'object' && args[1] !== null && args[1].type === 'module';
    const prefix = isModule ? `import ${address};` : `importScripts(${address});`;
    const text = readBlobUrl(url);
    const made = makeUrl(new NativeBlob([strictStart(text) + prefix + text], { type: 'text/javascript' }));
    return args.length > 1 ? [made, args[1]] : [made];
  }) || args;
}

const STRICT = /^(\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*(['"])use strict\2/;
/** A script that is strict as a whole stays so. */
function strictStart(text) {
  return test(STRICT, text) ? '"use strict";' : '';
}
