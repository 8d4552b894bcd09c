// Everything a page can learn about its world, as lines of text by subject.
const world = {};
const tell = (subject, line) => {
  (world[subject] = world[subject] || []).push(line);
};
const plainPort = (text) => String(text).split(location.host).join('HOST');
const textOf = Function.prototype.toString;
const attempt = (fn) => {
  try {
    return fn();
  } catch (error) {
    return 'throws ' + error.name + ': ' + error.message;
  }
};
const nameOf = (key) => (typeof key === 'symbol' ? key.toString() : key);

// Prototypes and functions get numbers by where they were found first.
const places = new Map();

function describeFunction(fn) {
  const keys = Reflect.ownKeys(fn).map(nameOf);
  const own = ['length', 'name', 'prototype', 'caller', 'arguments'].map((name) => {
    const found = Object.getOwnPropertyDescriptor(fn, name);
    if (!found) return '-';
    const flags = (found.writable ? 'w' : '') + (found.enumerable ? 'e' : '') + (found.configurable ? 'c' : '');
    return flags + ('value' in found ? (typeof found.value === 'object' ? 'object' : String(found.value)) : 'accessor');
  });
  return [
    keys.join(','), own.join(' '), attempt(() => textOf.call(fn)), attempt(() => fn + '') === attempt(() => textOf.call(fn)),
    attempt(() => String(Reflect.has(fn, 'prototype'))), attempt(() => String(fn.caller)), attempt(() => String(fn.arguments)),
    Object.prototype.toString.call(fn), Object.isExtensible(fn), typeof fn,
  ].join(' | ');
}

// Constructors may have effects; whether something is one can be asked without calling it.
function isConstructor(fn) {
  try {
    Reflect.construct(Object, [], fn);
    return true;
  } catch (_) {
    return false;
  }
}

function describeValue(path, value, depth) {
  if (typeof value === 'function') {
    const known = places.get(value);
    if (known !== undefined) return 'same as ' + known;
    places.set(value, path);
    if (depth < 4) visit(path, value, depth + 1);
    return 'function ' + describeFunction(value) + ' ' + isConstructor(value);
  }
  if (typeof value === 'object' && value !== null) {
    const known = places.get(value);
    if (known !== undefined) return 'same as ' + known;
    places.set(value, path);
    if (depth < 4) visit(path, value, depth + 1);
    return 'object';
  }
  return typeof value;
}

// Own properties in order, and the chain of prototypes; getters are described, never called.
function visit(path, object, depth) {
  const keys = attempt(() => Reflect.ownKeys(object));
  if (typeof keys === 'string') {
    tell('names', path + ' ' + keys);
    return;
  }
  tell('order', path + ': ' + keys.map(nameOf).join(','));
  // Firefox makes globals when they are first used: in their order alone this may be seen.
  keys.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  tell('names', path + ': ' + keys.map(nameOf).join(','));
  for (const key of keys) {
    const at = path + '.' + nameOf(key);
    const found = attempt(() => Object.getOwnPropertyDescriptor(object, key));
    if (!found || typeof found === 'string') {
      tell('descriptors', at + ' ' + found);
      continue;
    }
    const flags = (found.writable ? 'w' : '') + (found.enumerable ? 'e' : '') + (found.configurable ? 'c' : '');
    if ('value' in found) tell('descriptors', at + ' ' + flags + ' ' + describeValue(at, found.value, depth));
    else {
      const get = found.get ? describeValue('get ' + at, found.get, 9) : '-';
      const set = found.set ? describeValue('set ' + at, found.set, 9) : '-';
      tell('descriptors', at + ' ' + flags + ' get ' + get + ' set ' + set);
    }
  }
  const above = attempt(() => Object.getPrototypeOf(object));
  tell('prototypes', path + ' ' + (above === null ? 'null' : typeof above === 'string' ? above : describeValue(path + '^', above, depth)));
}

function inspectNames() {
  places.set(globalThis, 'window');
  visit('window', globalThis, 0);
  const inWindow = [];
  for (const name in window) inWindow.push(name);
  tell('for in', 'window ' + inWindow.join(','));
  const inDocument = [];
  for (const name in document) inDocument.push(name);
  tell('for in', 'document ' + inDocument.join(','));
}

function inspectDocument() {
  tell('document', document.documentElement.outerHTML);
  tell('document', document.childNodes.length + ' ' + document.scripts.length + ' ' + document.head.childNodes.length);
  tell('document', String(document.currentScript && document.currentScript.outerHTML.length));
}

function inspectClasses() {
  const says = (name, fn) => tell('classes', name + ' ' + attempt(fn));
  says('constructor', () => Date.prototype.constructor === Date);
  says('instance', () => new Date() instanceof Date);
  says('own constructor', () => new Date().constructor === Date);
  for (const name of ['WebSocket', 'EventSource', 'Worker', 'MessageChannel', 'BroadcastChannel', 'Date', 'IntersectionObserver', 'ResizeObserver', 'PerformanceObserver', 'MutationObserver', 'SharedWorker', 'XMLHttpRequest', 'Request', 'Intl.DateTimeFormat']) {
    const Class = name.split('.').reduce((at, part) => at && at[part], window);
    if (!Class) continue;
    const args = { WebSocket: ['ws://' + location.host + '/none'], EventSource: ['/none'], Worker: ['/none.js'], SharedWorker: ['/none.js'], BroadcastChannel: ['x'], Request: ['/none'], IntersectionObserver: [() => {}], ResizeObserver: [() => {}], PerformanceObserver: [() => {}], MutationObserver: [() => {}] }[name] || [];
    says(name + ' extends', () => {
      class Child extends Class {
        own() { return 'own'; }
      }
      const child = new Child(...args);
      const text = [child.own(), child instanceof Child, child instanceof Class, Object.getPrototypeOf(child) === Child.prototype, Object.prototype.toString.call(child), child.constructor === Child, Object.getPrototypeOf(Child) === Class];
      if (child.close) child.close();
      if (child.terminate) child.terminate();
      return text.join();
    });
    says(name + ' prototype', () => [Class.prototype.constructor === Class, Object.getPrototypeOf(Class).name, Class.name, Class.length].join());
    says(name + ' without new', () => typeof Class());
    says(name + ' without arguments', () => typeof new Class());
    says(name + ' as a base of nothing', () => Reflect.construct(Class, args, Object) instanceof Class);
    says(name + ' keys', () => Reflect.ownKeys(Class).map(nameOf).join());
    says(name + ' bound', () => typeof new (Class.bind(null, ...args))());
  }
  says('Date(0)', () => typeof Date(0));
  says('Date.UTC', () => Date.UTC(2020, 1));
  says('new Date(2020)', () => new Date(2020, 1, 1).getTime());
  says('new Date(text)', () => new Date('2020-01-01').toISOString());
  says('new Date(date)', () => new Date(new Date(5)).getTime());
  says('new Date(undefined)', () => String(new Date(undefined)));
  says('Date species', () => class extends Date {}.name);
  says('toPrimitive', () => typeof Date.prototype[Symbol.toPrimitive]);
  says('format', () => {
    const format = new Intl.DateTimeFormat('en');
    return [format.format === format.format, format.format.name, format.format.length, textOf.call(format.format), Reflect.ownKeys(format.format).map(nameOf)].join();
  });
  says('timer ids', () => [setTimeout(() => {}), setTimeout(() => {}), setInterval(() => {}, 1e6), setTimeout(() => {})].map((id, at, all) => id - all[0]).join());
  says('frame ids', () => [requestAnimationFrame(() => {}), requestAnimationFrame(() => {})].map((id, at, all) => id - all[0]).join());
  says('first timer', () => firstTimer);
  says('random', () => { const value = Math.random(); return value >= 0 && value < 1; });
  says('uuid', () => crypto.randomUUID().length);
  says('same array', () => { const array = new Uint8Array(3); return crypto.getRandomValues(array) === array; });
  says('now', () => Math.abs(Date.now() - performance.timeOrigin - performance.now()) < 60000);
  says('fetch promise', () => { const promise = fetch('/none'); return [promise.constructor === Promise, Object.getPrototypeOf(promise) === Promise.prototype, Reflect.ownKeys(promise).length].join(); });
  says('fonts', () => document.fonts.ready === document.fonts.ready);
  says('handlers', () => {
    const listener = () => {};
    window.onresize = listener;
    const same = window.onresize === listener;
    window.onresize = null;
    return [same, window.onresize, document.body.onclick].join();
  });
}

// Natives called wrongly: message, name, stack.
function inspectErrors() {
  const calls = {
    setTimeout: () => setTimeout(),
    'setTimeout of nothing': () => setTimeout.call({}, () => {}),
    setInterval: () => setInterval(),
    'setTimeout bad toString': () => setTimeout({ toString() { throw new Error('mine'); } }),
    requestAnimationFrame: () => requestAnimationFrame(),
    'requestAnimationFrame(1)': () => requestAnimationFrame(1),
    'new Worker': () => new Worker(),
    'new WebSocket': () => new WebSocket(),
    'new WebSocket(bad)': () => new WebSocket('http://[', 'x y'),
    'new EventSource': () => new EventSource(),
    'new BroadcastChannel': () => new BroadcastChannel(),
    'new IntersectionObserver': () => new IntersectionObserver(),
    'new ResizeObserver(1)': () => new ResizeObserver(1),
    'new IntersectionObserver(bad)': () => new IntersectionObserver(() => {}, { threshold: 7 }),
    addEventListener: () => addEventListener(),
    'addEventListener(1, 1)': () => addEventListener('x', 1),
    removeEventListener: () => removeEventListener(),
    'performance.now of nothing': () => performance.now.call({}),
    'crypto.getRandomValues': () => crypto.getRandomValues(),
    'crypto.getRandomValues(floats)': () => crypto.getRandomValues(new Float32Array(1)),
    'crypto.randomUUID of nothing': () => crypto.randomUUID.call({}),
    'xhr.open': () => new XMLHttpRequest().open(),
    'xhr.open of nothing': () => XMLHttpRequest.prototype.open.call({}, 'GET', '/'),
    'xhr.send': () => new XMLHttpRequest().send(),
    'xhr.open bad': () => new XMLHttpRequest().open('a b', '/'),
    'history.pushState': () => history.pushState(),
    'history.pushState away': () => history.pushState({}, '', 'https://elsewhere.test/'),
    postMessage: () => postMessage(),
    'postMessage of a function': () => postMessage(() => {}, '*'),
    'port.postMessage': () => new MessageChannel().port1.postMessage(),
    'format of nothing': () => Intl.DateTimeFormat.prototype.formatToParts.call({}),
    'format of a bad date': () => new Intl.DateTimeFormat().format(NaN),
    'timeStamp of nothing': () => Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp').get.call({}),
    'onclick of nothing': () => Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onclick').set.call({}, null),
    'toString of nothing': () => Function.prototype.toString.call({}),
    'new setTimeout': () => new setTimeout(),
    'new addEventListener': () => new addEventListener('x'),
    'new Math.random': () => new Math.random(),
    'Math.random of nothing': () => typeof Math.random.call(undefined),
    'Date.now of nothing': () => typeof Date.now.call(undefined),
    'document.open of nothing': () => Document.prototype.write.call({}),
    'document.fonts.ready of nothing': () => Object.getOwnPropertyDescriptor(FontFaceSet.prototype, 'ready').get.call({}),
    'console.log of nothing': () => console.log.call(undefined, 'x'),
    deep: () => { const dive = (n) => (n === 0 ? new Worker() : dive(n - 1)); return dive(30); },
    'class extends': () => { class Mine extends WebSocket { constructor() { super('bad:'); } } return new Mine(); },
  };
  for (const name of Object.keys(calls)) {
    let line;
    try {
      line = 'gives ' + typeof calls[name]();
    } catch (error) {
      line = plainPort([error.name, error.message, error instanceof Error, error instanceof TypeError, Object.prototype.toString.call(error), Reflect.ownKeys(error).map(nameOf), error.lineNumber, error.columnNumber, error.line, error.column, error.stack].join(' | '));
    }
    tell('errors', name + ': ' + line);
  }
}

const stack = (name) => tell('stacks', name + ': ' + plainPort(new Error(name).stack));
// Nothing may keep the rest waiting.
const limit = (name, resolve) => setTimeout(() => {
  tell('failure', name + ' never came');
  resolve();
}, 5000);
const soon = (name, start) => new Promise((resolve) => {
  const timer = limit(name, resolve);
  start(function callback() {
    clearTimeout(timer);
    stack(name);
    resolve();
  });
});

async function inspectStacks() {
  stack('plain');
  await soon('timeout', (callback) => setTimeout(callback));
  await soon('interval', (callback) => { const id = setInterval(() => { clearInterval(id); callback(); }); });
  await soon('frame', (callback) => requestAnimationFrame(callback));
  if (window.requestIdleCallback) await soon('idle', (callback) => requestIdleCallback(callback));
  await soon('listener', (callback) => { addEventListener('mine', callback, { once: true }); dispatchEvent(new Event('mine')); });
  await soon('handler', (callback) => { document.body.onclick = callback; document.body.click(); document.body.onclick = null; });
  await soon('promise', (callback) => Promise.resolve().then(callback));
  await soon('fetch', (callback) => fetch('/none').then(callback));
  await soon('fetch refused', (callback) => fetch('http://[').catch((error) => { tell('stacks', 'refused: ' + plainPort(error.stack)); callback(); }));
  await soon('await', async (callback) => { await fetch('/none'); callback(); });
  await soon('body', (callback) => fetch('/none').then((answer) => answer.text()).then(callback));
  await soon('xhr', (callback) => { const xhr = new XMLHttpRequest(); xhr.open('GET', '/none'); xhr.onload = callback; xhr.send(); });
  await soon('sync xhr', (callback) => { const xhr = new XMLHttpRequest(); xhr.open('GET', '/none', false); xhr.onload = callback; xhr.send(); });
  await soon('opened xhr', (callback) => { const xhr = new XMLHttpRequest(); xhr.onreadystatechange = callback; xhr.open('GET', '/none'); });
  await soon('resize', (callback) => { const observer = new ResizeObserver(() => { observer.disconnect(); callback(); }); observer.observe(document.body); });
  await soon('crossing', (callback) => { const observer = new IntersectionObserver(() => { observer.disconnect(); callback(); }); observer.observe(document.body); });
  await soon('mutation', (callback) => { const observer = new MutationObserver(() => { observer.disconnect(); callback(); }); observer.observe(document.body, { attributes: true }); document.body.title = 'x'; });
  await soon('message', (callback) => { addEventListener('message', callback, { once: true }); postMessage('x', '*'); });
  await soon('port', (callback) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = callback; port2.postMessage('x'); });
  await soon('subtle', (callback) => crypto.subtle.digest('SHA-1', new Uint8Array(1)).then(callback));
  await soon('deep timeout', (callback) => setTimeout(() => { const dive = (n) => (n === 0 ? callback() : dive(n - 1)); dive(30); }));
}

// What window.onerror and unhandledrejection see.
async function inspectUncaught() {
  const hear = (name, start) => new Promise((resolve) => {
    const timer = limit('uncaught ' + name, resolve);
    const done = (line) => {
      clearTimeout(timer);
      window.onerror = null;
      window.onunhandledrejection = null;
      tell('uncaught', name + ': ' + plainPort(line));
      // No error is reported while another one is.
      setTimeout(resolve);
    };
    window.onerror = (message, source, line, column, error) => { done([message, source, line, column, error && error.stack].join(' | ')); return true; };
    window.onunhandledrejection = (event) => { event.preventDefault(); done(event.reason.stack); };
    start();
  });
  await hear('timeout', () => setTimeout(function throwing() { throw new Error('timeout'); }));
  await hear('timeout text', () => setTimeout('throw new Error("text")'));
  await hear('timeout native', () => setTimeout(() => addEventListener()));
  await hear('frame', () => requestAnimationFrame(function throwing() { throw new Error('frame'); }));
  await hear('listener', () => { addEventListener('mine', function throwing() { throw new Error('listener'); }, { once: true }); dispatchEvent(new Event('mine')); });
  await hear('promise', () => { Promise.reject(new Error('promise')); });
  await hear('fetch', () => { fetch('http://['); });
  await hear('observer', () => { const observer = new ResizeObserver(() => { observer.disconnect(); throw new Error('observer'); }); observer.observe(document.body); });
  await hear('xhr', () => { const xhr = new XMLHttpRequest(); xhr.open('GET', '/none'); xhr.onload = () => { throw new Error('xhr'); }; xhr.send(); });
}

// Whether promises go on between two listeners of an error that a timer threw.
async function inspectOrder() {
  const order = [];
  await new Promise((resolve) => {
    addEventListener('error', (event) => { event.preventDefault(); Promise.resolve().then(() => order.push('promise')); }, { once: true });
    addEventListener('error', () => { order.push('second'); setTimeout(resolve); }, { once: true });
    setTimeout(() => { throw new Error('order'); });
  });
  tell('uncaught', 'order ' + order);
}

async function inspectPerformance() {
  // Browsers send reports when they like, and how often something is asked for is a matter of time.
  const list = (entries, say) => {
    const lines = entries.filter((entry) => !entry.name.endsWith('/report')).map(say);
    return [...new Set(lines)].sort().join('\n');
  };
  const own = performance.getEntries().filter((entry) => ['resource', 'navigation', 'mark', 'measure'].includes(entry.entryType));
  tell('performance', list(own, (entry) => entry.entryType + ' ' + plainPort(entry.name)));
  const seen = await new Promise((resolve) => {
    setTimeout(() => resolve([]), 5000);
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'resource', buffered: true });
  });
  tell('performance', list(seen, (entry) => plainPort(entry.name) + ' ' + entry.initiatorType));
}

async function inspectFrame() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow;
  tell('frames', 'timer ' + typeof inner.setTimeout(() => {}) + ' ' + (inner.setTimeout === setTimeout) + ' ' + (inner.Date === Date));
  await new Promise((resolve) => inner.setTimeout(resolve));
  tell('frames', 'date ' + (new inner.Date() instanceof Date) + ' ' + (new inner.Date() instanceof inner.Date));
  await new Promise((resolve) => {
    setTimeout(resolve, 5000);
    addEventListener('message', (event) => { tell('frames', 'source ' + (event.source === inner) + ' ' + (event.origin === location.origin)); resolve(); }, { once: true });
    inner.eval('parent.postMessage("x", "*")');
  });
  for (const name of ['setTimeout', 'Date', 'fetch', 'addEventListener', 'WebSocket']) tell('sources seen from a frame', name + ' ' + inner.Function.prototype.toString.call(window[name]));
  frame.remove();
  const other = document.createElement('iframe');
  other.src = '/inner';
  await new Promise((resolve) => { other.onload = resolve; document.body.append(other); });
  for (const name of ['setTimeout', 'Date']) tell('sources seen from a frame', 'with a document of its own: ' + name + ' ' + other.contentWindow.Function.prototype.toString.call(window[name]));
  tell('frames', 'document ' + (other.contentWindow.setTimeout === setTimeout) + ' ' + other.contentWindow.setTimeout);
  other.remove();
}

async function inspectPolicy() {
  const blocked = new Promise((resolve) => {
    const timer = limit('violation', resolve);
    document.addEventListener('securitypolicyviolation', (event) => {
      tell('policy', plainPort([event.effectiveDirective, event.violatedDirective, event.originalPolicy, event.blockedURI, event.disposition, event.lineNumber, event.sourceFile].join(' | ')));
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
  const image = new Image();
  image.src = '/blocked.png';
  await blocked;
}

async function inspect() {
  inspectDocument();
  inspectNames();
  inspectClasses();
  inspectErrors();
  await inspectStacks();
  await inspectUncaught();
  await inspectOrder();
  await inspectPolicy();
  await inspectFrame();
  await inspectPerformance();
}

inspect().catch((error) => tell('failure', error.name + ' ' + error.message + ' ' + error.stack)).then(() => {
  const told = new XMLHttpRequest();
  told.open('POST', '/told');
  told.send(JSON.stringify(world));
});
