'use strict';

function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== 'list') node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...kids.flat().filter((kid) => kid !== null && kid !== false));
  return node;
}

function mount(view, into) {
  into.replaceChildren(...view());
}
