import { browserTitle, el } from './base.js';
import { reference, runOf, sessions, shotAt, siblingsOf, stepOf } from './findings.js';
import { hasPicture, picture } from './pictures.js';

// The pictures of a finding, in several ways, with the element outlined.

const MODES = [
  { name: 'side', title: 'Side by side', key: '1' },
  { name: 'slider', title: 'Slider', key: '2' },
  { name: 'onion', title: 'Onion skin', key: '3' },
  { name: 'difference', title: 'Difference', key: '4' },
  { name: 'all', title: 'All browsers', key: '5' },
];
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

// These stay as the reader goes from finding to finding.
let mode = 'side';
/** A factor, or 0: as large as there is room. */
let zoom = 0;
let isOutlined = true;
let mixture = 50;
/** What is shown now. */
let current = null;

/**
 * The viewer of a finding, or nothing if there are no pictures of it.
 * @param {import('./findings.js').Finding} finding
 */
export function viewerOf(finding) {
  current = null;
  const sides = [sideOf(finding, reference.name, 'reference'), sideOf(finding, finding.browser, 'test')];
  if (!sides.some((side) => side.hash)) return null;
  const modes = el('div', { class: 'segments', role: 'group', 'aria-label': 'Ways to compare' });
  for (const { name, title, key } of MODES) {
    modes.append(el('button', { type: 'button', 'data-mode': name, 'aria-keyshortcuts': key, click: () => setMode(name) }, title, el('kbd', {}, key)));
  }
  const percent = el('output', { class: 'percent' });
  const zooms = el('div', { class: 'segments', role: 'group', 'aria-label': 'Zoom' },
    el('button', { type: 'button', 'aria-label': 'Zoom out', click: () => zoomBy(-1) }, '−'),
    el('button', { type: 'button', class: 'fit', click: () => zoomBy(0) }, 'Fit'),
    el('button', { type: 'button', 'aria-label': 'Zoom in', click: () => zoomBy(1) }, '+'));
  const outline = el('button', { type: 'button', class: 'outline-switch', 'aria-keyshortcuts': 'o', click: toggleOutline }, 'Outline');
  const stage = el('div', { class: 'stage' });
  const root = el('section', { class: 'viewer', 'aria-label': 'Pictures' }, el('div', { class: 'toolbar' }, modes, zooms, percent, outline), stage);
  current = { finding, sides, root, stage, modes, percent, outline, views: [] };
  draw();
  return root;
}

/** @param {string} name */
export function setMode(name) {
  if (!current || mode === name) return;
  mode = name;
  draw();
}

/** Brings the pictures into view, wherever on the page a key was pressed. */
export function revealViewer() {
  const viewer = document.querySelector('.viewer');
  if (!viewer) return;
  const room = document.getElementById('detail').getBoundingClientRect();
  const { top } = viewer.getBoundingClientRect();
  if (top < Math.max(room.top, 0) || top > Math.min(room.bottom, innerHeight) - 120) viewer.scrollIntoView({ block: 'start' });
}

/**
 * The mode of a key, if it has one.
 * @param {string} key
 */
export function modeOfKey(key) {
  return MODES.find((other) => other.key === key)?.name;
}

/**
 * One step larger or smaller; 0 fits the picture into its room.
 * @param {number} by
 */
export function zoomBy(by) {
  if (!current) return;
  const now = zoom || shownZoom();
  if (by === 0) zoom = 0;
  else if (by > 0) zoom = ZOOMS.find((other) => other > now + 0.01) ?? ZOOMS[ZOOMS.length - 1];
  else zoom = ZOOMS.findLast((other) => other < now - 0.01) ?? ZOOMS[0];
  for (const view of current.views) size(view);
  tellZoom();
  current.views.forEach(reveal);
}

export function toggleOutline() {
  if (!current) return;
  isOutlined = !isOutlined;
  current.root.classList.toggle('plain', !isOutlined);
  current.outline.setAttribute('aria-pressed', String(isOutlined));
}

/** A browser's picture, where the element is in it, and how dense its pixels are. */
function sideOf(finding, browser, role) {
  const run = runOf(finding.session, browser);
  const hash = finding.images[role] || shotAt(run, stepOf(run, finding));
  return {
    role,
    title: browserTitle(browser),
    hash: hasPicture(hash) ? hash : '',
    box: finding.boxes[role],
    ratio: run?.ratio > 0 ? run.ratio : 1,
  };
}

function draw() {
  const { root, stage, modes, outline, sides, finding } = current;
  for (const button of modes.children) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
  outline.setAttribute('aria-pressed', String(isOutlined));
  root.classList.toggle('plain', !isOutlined);
  root.dataset.mode = mode;
  // What is below stays where it is until the pictures are there.
  stage.style.minHeight = stage.offsetHeight ? `${stage.offsetHeight}px` : '';
  stage.replaceChildren();
  current.views = [];
  if (mode === 'side') drawPanes(stage, sides);
  else if (mode === 'all') drawPanes(stage, allSides(finding));
  else drawStack(stage, sides);
}

/** Every browser of the session at the step of the finding. */
function allSides(finding) {
  const [first, second] = current.sides;
  const others = Object.keys(sessions[finding.session]?.runs ?? {})
    .filter((browser) => browser !== reference.name && browser !== finding.browser)
    .map((browser) => {
      const side = sideOf({ ...finding, images: { reference: '', test: '' } }, browser, 'test');
      const sibling = siblingsOf(finding).find((other) => other.browser === browser);
      // Without a finding of its own the element is where it is in the reference, as far as anybody knows.
      return sibling?.boxes.test ? { ...side, box: sibling.boxes.test } : { ...side, box: finding.boxes.reference, isGuessed: true };
    });
  return [first, second, ...others];
}

/** Pictures beside each other, scrolled together. */
function drawPanes(stage, sides) {
  const panes = el('div', { class: 'panes' });
  for (const side of sides) {
    const caption = el('figcaption', {}, el('span', { class: `swatch ${side.role}` }), side.title, side.role === 'reference' ? el('small', {}, 'reference') : null);
    const view = viewOf([side]);
    panes.append(el('figure', {}, caption, view.scroller));
  }
  stage.append(panes);
  const scrollers = current.views.map((view) => view.scroller);
  for (const scroller of scrollers) {
    scroller.addEventListener('scroll', () => {
      for (const other of scrollers) {
        // Only what differs is set: else the panes would answer each other for ever.
        if (Math.abs(other.scrollTop - scroller.scrollTop) > 1) other.scrollTop = scroller.scrollTop;
        if (Math.abs(other.scrollLeft - scroller.scrollLeft) > 1) other.scrollLeft = scroller.scrollLeft;
      }
    }, { passive: true });
  }
}

/** Pictures on top of each other. */
function drawStack(stage, sides) {
  const [below, above] = sides;
  const view = viewOf(sides);
  const legend = el('p', { class: 'legend' },
    el('span', { class: 'swatch reference' }), below.title, ' ', el('small', {}, mode === 'slider' ? 'left' : 'reference'),
    el('span', { class: 'swatch test' }), above.title, mode === 'slider' ? el('small', {}, 'right') : null);
  stage.append(legend);
  if (mode === 'difference') {
    stage.append(el('p', { class: 'hint' }, 'Black is equal. The brighter, the more the pictures differ.'), view.scroller);
    return;
  }
  const label = mode === 'slider' ? 'Where the pictures meet' : `How much of ${above.title} shows`;
  const range = el('input', { type: 'range', min: '0', max: '100', step: '1', 'aria-label': label });
  range.value = String(mixture);
  const mix = () => {
    mixture = Number(range.value);
    const layer = view.layers[1].element;
    layer.style.clipPath = mode === 'slider' ? `inset(0 0 0 ${mixture}%)` : 'none';
    layer.style.opacity = mode === 'onion' ? String(mixture / 100) : '1';
    view.handle.style.left = `${mixture}%`;
    view.handle.hidden = mode !== 'slider';
  };
  range.addEventListener('input', mix);
  if (mode === 'slider') drag(view, range);
  stage.append(range, view.scroller);
  mix();
}

/** The picture itself can be drawn on, too. */
function drag(view, range) {
  view.scroller.classList.add('draggable');
  const move = (event) => {
    const { left, width } = view.canvas.getBoundingClientRect();
    range.value = String(Math.round(100 * (event.clientX - left) / width));
    range.dispatchEvent(new Event('input'));
  };
  view.canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    view.canvas.setPointerCapture(event.pointerId);
    view.canvas.addEventListener('pointermove', move);
    move(event);
  });
  const stop = () => view.canvas.removeEventListener('pointermove', move);
  view.canvas.addEventListener('pointerup', stop);
  view.canvas.addEventListener('pointercancel', stop);
}

/** A room with one or two pictures in it. */
function viewOf(sides) {
  const canvas = el('div', { class: 'canvas' });
  const names = sides.map((side) => side.title).join(' and ');
  const scroller = el('div', { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': `Picture of ${names}` }, canvas);
  const handle = el('div', { class: 'handle', hidden: true });
  const view = { scroller, canvas, handle, layers: [], width: 0, isSettled: false };
  current.views.push(view);
  for (const side of sides) {
    const element = el('div', { class: 'layer' });
    const layer = { side, element, image: null, loaded: Promise.resolve(false) };
    if (side.hash) {
      Object.assign(layer, picture(side.hash, `The page in ${side.title}`));
      element.append(layer.image);
    } else {
      element.classList.add('missing');
      element.append(el('p', {}, `No picture of ${side.title}`));
    }
    view.layers.push(layer);
    canvas.append(element);
  }
  canvas.append(handle);
  Promise.all(view.layers.map((layer) => layer.loaded)).then(() => {
    if (!current?.views.includes(view)) return;
    settle(view);
    view.isSettled = true;
    if (current.views.every((other) => other.isSettled)) current.stage.style.minHeight = '';
  });
  return view;
}

/** All pictures are there: their sizes are known. */
function settle(view) {
  const sizes = view.layers.map(({ image, side }) => ({
    width: (image?.naturalWidth ?? 0) / side.ratio,
    height: (image?.naturalHeight ?? 0) / side.ratio,
  }));
  view.width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  if (!view.width || !height) {
    view.canvas.classList.add('missing');
    return;
  }
  view.canvas.style.aspectRatio = `${view.width} / ${height}`;
  view.layers.forEach((layer, i) => {
    const { width, height: own } = sizes[i];
    if (!width) return;
    layer.element.style.width = `${100 * width / view.width}%`;
    if (layer.side.box) layer.element.append(outlineOf(layer.side, width, own));
  });
  if (mode === 'difference') drawDifference(view, height);
  size(view);
  tellZoom();
  view.scroller.classList.add('ready');
  if (!performance.getEntriesByName('first-picture').length) performance.mark('first-picture');
  reveal(view);
}

function outlineOf(side, width, height) {
  const [left, top, w, h] = side.box;
  const outline = el('div', { class: side.isGuessed ? 'outline guessed' : `outline ${side.role}` });
  outline.style.left = `${100 * left / width}%`;
  outline.style.top = `${100 * top / height}%`;
  outline.style.width = `${100 * w / width}%`;
  outline.style.height = `${100 * h / height}%`;
  return outline;
}

/**
 * What differs, bright on black.
 * Made by drawing alone: pixels of files beside the page cannot be read.
 */
function drawDifference(view, height) {
  const density = Math.max(...view.layers.map((layer) => layer.side.ratio));
  const canvas = el('canvas', { role: 'img', 'aria-label': 'Difference of the pictures' });
  canvas.width = Math.min(Math.round(view.width * density), 8192);
  canvas.height = Math.min(Math.round(height * density), 8192);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const { image, side } of view.layers) {
    if (!image?.naturalWidth) continue;
    const scale = density / side.ratio;
    context.globalCompositeOperation = 'difference';
    context.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
  }
  context.globalCompositeOperation = 'lighter';
  for (let i = 0; i < 2; i++) context.drawImage(canvas, 0, 0);
  // The pictures keep their places, so that outlines do.
  view.scroller.classList.add('compared');
  view.layers[0].element.before(canvas);
}

function size(view) {
  view.canvas.style.width = zoom ? `${view.width * zoom}px` : '100%';
  view.canvas.style.maxWidth = zoom ? 'none' : `${view.width}px`;
}

/** How large the picture is now, as a factor. */
function shownZoom() {
  const view = current.views.find((other) => other.width);
  return view ? view.canvas.getBoundingClientRect().width / view.width : 1;
}

function tellZoom() {
  current.percent.textContent = `${Math.round(100 * shownZoom())} %`;
}

/** Scrolls so that the element is in the middle. */
function reveal(view) {
  const outline = view.canvas.querySelector('.outline');
  if (!outline) return;
  const { scroller } = view;
  const box = outline.getBoundingClientRect();
  const room = scroller.getBoundingClientRect();
  scroller.scrollTop += box.top - room.top - (scroller.clientHeight - Math.min(box.height, scroller.clientHeight)) / 2;
  scroller.scrollLeft += box.left - room.left - (scroller.clientWidth - Math.min(box.width, scroller.clientWidth)) / 2;
}
