// Where the elements of some selectors are, and what came from elsewhere or not at all.
//
// The body of a WebDriver script. Paths are as in run archives: /html[1]/body[1]/div[2], shadow roots are /#shadow.
'use strict';

const selectors = arguments[0];

function pathOf(node) {
  let path = '';
  while (node) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      let place = 1;
      for (let other = node.previousElementSibling; other; other = other.previousElementSibling) {
        if (other.localName === node.localName) place++;
      }
      path = '/' + node.localName + '[' + place + ']' + path;
      node = node.parentNode;
    } else if (node.host) {
      path = '/#shadow' + path;
      node = node.host;
    } else {
      node = null;
    }
  }
  return path;
}

/** Matches in the document or, if there are none, in open shadow roots. */
function find(root, selector) {
  const found = [];
  for (const element of root.querySelectorAll(selector)) found.push(element);
  if (found.length > 0) return found;
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) found.push(...find(element.shadowRoot, selector));
  }
  return found;
}

const places = [];
for (const selector of selectors) {
  const paths = [];
  for (const element of find(document, selector)) paths.push(pathOf(element));
  places.push(paths);
}

const strangers = [];
for (const entry of performance.getEntriesByType('resource')) {
  const url = '' + entry.name;
  const isOwn = url.startsWith(location.origin + '/') || !/^(https?|wss?):/.test(url);
  const isMissing = entry.responseStatus >= 400;
  if ((!isOwn || isMissing) && !strangers.includes(url)) strangers.push(url);
}

return { places, strangers };
