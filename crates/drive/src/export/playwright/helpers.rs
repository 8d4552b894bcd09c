//! Functions at the end of a test, each only if the test calls it.

/// A name and the source; helpers come before those that they call.
pub(super) const HELPERS: [(&str, &str); 11] = [
    ("one", ONE),
    ("dragTo", DRAG_TO),
    ("dragBy", DRAG_BY),
    ("swipeBy", SWIPE_BY),
    ("point", POINT),
    ("at", AT),
    ("paste", PASTE),
    ("collectErrors", COLLECT_ERRORS),
    ("answerDialogs", ANSWER_DIALOGS),
    ("pause", PAUSE),
    ("sameUrl", SAME_URL),
];

/// The helpers that `code` calls, directly or not.
pub(super) fn used(code: &str) -> String {
    let mut found = String::new();
    for (name, source) in HELPERS {
        let call = format!("{name}(");
        if code.contains(&call) || found.contains(&call) {
            found.extend(["\n", source]);
        }
    }
    found
}

const ONE: &str = r"/** The element that one of the ways names alone, best way first. The last way is its place, which tells several apart. */
async function one(...ways) {
  const place = ways.pop();
  const count = (locator) => locator.count().catch(() => 0);
  for (const began = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    for (const way of ways) {
      const n = await count(way);
      if (n === 1) return way;
      if (n > 1 && (await count(way.and(place))) === 1) return way.and(place);
    }
    // What is still loading may have something else in its place.
    const waited = Date.now() - began;
    if (waited > 10_000 || ((ways.length === 0 || waited > 2_000) && (await count(place)) > 0)) return place.first();
  }
}
";

const AT: &str = r"/** Options for an action where the pointer was in the recording, if the element is still there; else in its middle. */
async function at(element, x, y, options = {}) {
  const box = await element.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height, left: element.clientLeft, top: element.clientTop };
  });
  const isInside = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  return isInside ? { ...options, position: { x: x - box.x - box.left, y: y - box.y - box.top } } : options;
}
";

const POINT: &str = r"/** The same as a point of the page. */
async function point(element, x, y) {
  const { position } = await at(element, x, y);
  if (!position) await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!position) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const [left, top] = await element.evaluate((element) => [element.clientLeft, element.clientTop]);
  return { x: box.x + left + position.x, y: box.y + top + position.y };
}
";

const DRAG_TO: &str = r"async function dragTo(element, x, y, onto, ontoX, ontoY) {
  const { position: sourcePosition } = await at(element, x, y);
  const { position: targetPosition } = await at(onto, ontoX, ontoY);
  await element.dragTo(onto, { sourcePosition, targetPosition });
}
";

const DRAG_BY: &str = r"async function dragBy(page, element, x, y, dx, dy) {
  const from = await point(element, x, y);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 10 });
  await page.mouse.up();
}
";

const SWIPE_BY: &str = r"async function swipeBy(page, element, x, y, dx, dy) {
  const from = await point(element, x, y);
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let n = 1; n <= 10; n++) await touch('touchMove', [{ x: from.x + (dx * n) / 10, y: from.y + (dy * n) / 10 }]);
  await touch('touchEnd', []);
  await session.detach();
}
";

const PASTE: &str = r"/** Pastes a text without the clipboard, which belongs to everybody. */
async function paste(page, element, text) {
  await element.focus();
  const isTaken = await element.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    return !element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }));
  }, text);
  if (!isTaken) await page.keyboard.insertText(text);
}
";

const COLLECT_ERRORS: &str = r"/** Collects uncaught errors, as the recording did: rejected promises are not among them. */
async function collectErrors(context) {
  const errors = new Set();
  await context.exposeBinding('xcheckError', (source, message) => errors.add(message));
  await context.addInitScript(() => {
    const tell = window.xcheckError;
    window.addEventListener('error', (event) => event.message !== undefined && tell(String(event.message)), true);
  });
  return errors;
}
";

const ANSWER_DIALOGS: &str = r"/** Answers dialogs as they were answered, in order; others are accepted. */
function answerDialogs(context, answers) {
  context.on('dialog', async (dialog) => {
    const index = answers.findIndex((answer) => answer.type === dialog.type());
    const { accept, text } = index < 0 ? { accept: true } : answers.splice(index, 1)[0];
    await (accept ? dialog.accept(text) : dialog.dismiss());
  });
}
";

const PAUSE: &str = r"function pause(ms) {
  const pace = Number(process.env.PACE ?? 0);
  return new Promise((resolve) => setTimeout(resolve, ms * pace));
}
";

const SAME_URL: &str = r"/** Whether an address is the wanted one up to and with `part`: its origin, path, search, or all. */
function sameUrl(wanted, part) {
  const parts = ['origin', 'path', 'search', 'all'].indexOf(part) + 1;
  const cut = (url) => [url.origin, url.pathname, url.search, url.hash].slice(0, parts).join('\n');
  return (url) => cut(url) === cut(new URL(wanted));
}
";
