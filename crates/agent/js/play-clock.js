import { NativeMap, getDescriptor, mapDelete, mapForEach, mapGet, mapSet, mapSize, method, uncurry } from './natives.js';
import { boundingBox, document } from './dom.js';
import { guarded } from './guarded.js';
import { animatedRoots } from './observer-touched.js';
import { findEntry, log } from './play-log.js';
import { lastCauseUs, virtualUs } from './play-turns.js';

// Animations and transitions follow the recorded time: each is paused, and set to where it was.

const allAnimations = method(scope.Document.prototype, 'getAnimations');
const rootAnimations = method(scope.ShadowRoot && scope.ShadowRoot.prototype, 'getAnimations');
const animation = scope.Animation && scope.Animation.prototype;
const accessor = (name) => {
  const found = animation && getDescriptor(animation, name);
  return found && found.set ? { get: uncurry(found.get), set: uncurry(found.set) } : null;
};
const currentTime = accessor('currentTime');
const effectOf = method(animation, 'effect');
const playStateOf = method(animation, 'playState');
const rateOf = method(animation, 'playbackRate');
const pauseAnimation = method(animation, 'pause');
const finishAnimation = method(animation, 'finish');
const timelineOf = method(animation, 'timeline');
const ownTimeline = method(scope.Document.prototype, 'timeline');
const timing = method(scope.AnimationEffect && scope.AnimationEffect.prototype, 'getComputedTiming');
const effectTarget = method(scope.KeyframeEffect && scope.KeyframeEffect.prototype, 'target');

// A heard end comes when the log says so, not because a time was set.
const BEFORE_END_MS = 0.01;
const { Infinity } = scope;

// An animation that nobody holds may come back as another object, paused by we would not know whom.
const adopted = new NativeMap();

function targetOf(effect) {
  try {
    return effectTarget(effect);
  } catch (_) {
    return null;
  }
}

const END_TYPES = ['transitionend', 'animationend'];

/** Whether somebody will hear that an animation has ended. */
function isEndHeard(target, isTarget) {
  for (let i = 0; i < END_TYPES.length; i++) {
    if (findEntry('n', END_TYPES[i], 0, log.entries.length, (entry) => isTarget(entry[4], target)) >= 0) return true;
  }
  return false;
}

// Styles are brought up to date as often as frames would.
const FRAME_US = 8000;
let syncedUs = -FRAME_US;

/** A turn is over, and the next one is at `nextUs`: if a frame fits between, animations that it began are found now. */
export function syncAfterTurn(isTarget, nextUs) {
  if (nextUs - syncedUs >= FRAME_US) syncAnimations(isTarget);
}

/**
 * Sets all animations to the recorded time, those too that began because something moved under the pointer.
 * For moments when all that the hands did has come through.
 */
export function syncAll(isTarget) {
  hovered = guarded('hover', lastHovered) || null;
  return syncAnimations(isTarget);
}

/** What is under the pointer when everything has come through: frames change that at any time. */
let hovered = null;

const findAll = method(scope.Document.prototype, 'querySelectorAll');
const nFound = method(scope.NodeList.prototype, 'length');
const foundAt = method(scope.NodeList.prototype, 'item');
const holds = method(scope.Node.prototype, 'contains');
const rootOf = method(scope.Document.prototype, 'documentElement');
const outerOf = method(scope.Node.prototype, 'parentElement');

function lastHovered() {
  const all = findAll(document, ':hover');
  const n = nFound(all);
  return n === 0 ? null : foundAt(all, n - 1);
}

// Of what a window shows.
const MOST_SHARE = 0.5;

/** Whether a frame, and not a turn, has put an element, or one that it is in, under the pointer or away from it. */
function isHoveredByChance(target) {
  const now = lastHovered();
  if (now === hovered) return false;
  // Pages and apps as a whole are left and entered, too; hardly anything hangs on that.
  const most = scope.innerWidth * scope.innerHeight * MOST_SHARE;
  const page = rootOf(document);
  for (let one = target; one && one !== page && outerOf(one) !== page; one = outerOf(one)) {
    const { width, height } = boundingBox(one);
    if (width * height > most) return false;
    if ((now !== null && holds(one, now)) !== (hovered !== null && holds(one, hovered))) return true;
  }
  return false;
}

/** Sets all animations to the recorded time. Also brings styles up to date. Whether there are any. */
export function syncAnimations(isTarget) {
  if (!allAnimations || !currentTime) return false;
  syncedUs = virtualUs();
  return guarded('animations', () => {
    let all = everyAnimation();
    nSyncs++;
    let nNew = syncEach(all, isTarget);
    // What is inherited from something that moves begins to move itself.
    for (let i = 0; i < MOST_LEVELS && mapSize(adopted) > 0 && (i === 0 || nNew > 0); i++) {
      all = everyAnimation();
      nNew = syncEach(all, isTarget);
    }
    forgetGone();
    return all.length > 0;
  });
}

// Elements in each other whose transitions follow one another.
const MOST_LEVELS = 12;

/** Sets animations to the recorded time. How many are new. */
function syncEach(all, isTarget) {
  const before = mapSize(adopted);
  for (let i = 0; i < all.length; i++) guarded('animation', () => syncAnimation(all[i], isTarget));
  return mapSize(adopted) - before;
}

/** Those of the document, and of all shadow trees, which lists of a document leave out. */
function everyAnimation() {
  const all = allAnimations(document);
  const roots = animatedRoots();
  if (roots.length === 0 || !rootAnimations) return all;
  const joined = [];
  for (let i = 0; i < all.length; i++) joined[i] = all[i];
  for (let r = 0; r < roots.length; r++) {
    const inside = rootAnimations(roots[r]);
    for (let i = 0; i < inside.length; i++) joined[joined.length] = inside[i];
  }
  return joined;
}

/** A turn begins: what it changes, it changes in animations that are where they were then. */
export function advanceAnimations(isTarget) {
  if (mapSize(adopted) === 0 || syncedUs === virtualUs()) return;
  mapForEach(adopted, (known, one) => guarded('animation', () => setTime(one, known, isTarget)));
}

let nSyncs = 0;

/** What is not listed any more has ended or was removed; what the app plays again is listed, and new. */
function forgetGone() {
  mapForEach(adopted, (known, one) => {
    if (known.look !== nSyncs && !known.isHeld) mapDelete(adopted, one);
  });
}

function syncAnimation(one, isTarget) {
  let known = mapGet(adopted, one);
  if (known !== undefined) known.look = nSyncs;
  if (known === undefined) {
    // What the page itself holds still is its business.
    if (playStateOf(one) === 'paused') return;
    const effect = effectOf(one);
    if (effect && guarded('hover', () => isHoveredByChance(targetOf(effect)))) return;
    const base = currentTime.get(one);
    const { endTime } = effect ? timing(effect) : { endTime: 0 };
    // It came of the last turn, or of what the hands did; how long ago that really was must not matter.
    known = { look: nSyncs, startUs: lastCauseUs(), end: typeof endTime === 'number' ? endTime : Infinity, target: effect ? targetOf(effect) : null, isOver: false, isHeld: false };
    if (isDriven(one) || (base !== null && typeof base !== 'number')) known.isOver = true;
    mapSet(adopted, one, known);
    if (known.isOver) return;
    pauseAnimation(one);
  }
  setTime(one, known, isTarget);
}

/** By scrolling, and not by time. */
function isDriven(one) {
  const timeline = timelineOf && ownTimeline ? timelineOf(one) : null;
  return timeline !== null && timeline !== ownTimeline(document);
}

function setTime(one, known, isTarget) {
  if (known.isOver) return;
  const time = ((virtualUs() - known.startUs) / 1000) * rateOf(one);
  if (time < known.end) {
    currentTime.set(one, time < 0 ? 0 : time);
  } else if (isEndHeard(known.target, isTarget) || known.isHeld) {
    currentTime.set(one, known.end - BEFORE_END_MS);
  } else {
    known.isOver = true;
    finishAnimation(one);
  }
}

/**
 * Lets animations that are held go on showing. Firefox 153 forgets what transitions of `all` show when the sheets of a
 * page change, until their time does: setting the same time again is not enough.
 */
export function keepShowing() {
  if (!allAnimations || !currentTime) return;
  // This brings styles up to date, too.
  const all = everyAnimation();
  for (let i = 0; i < all.length; i++) {
    const known = mapGet(adopted, all[i]);
    if (known === undefined || known.isOver) continue;
    guarded('animation', () => {
      const time = currentTime.get(all[i]);
      currentTime.set(all[i], time < BEFORE_END_MS ? time + BEFORE_END_MS / 2 : time - BEFORE_END_MS / 2);
      currentTime.set(all[i], time);
    });
  }
}

/** Ends the animations of an element, because the log says that they ended. Whether it has any. */
export function finishAnimationsOf(target) {
  if (!allAnimations) return true;
  let isAny = false;
  guarded('finish', () => {
    const all = everyAnimation();
    for (let i = 0; i < all.length; i++) {
      const known = mapGet(adopted, all[i]);
      const effect = known === undefined ? effectOf(all[i]) : null;
      const own = known === undefined ? effect && targetOf(effect) : known.target;
      if (own !== target || (known !== undefined && known.end === Infinity)) continue;
      // What frames began has no place of its own but its end.
      if (known === undefined && playStateOf(all[i]) === 'paused') continue;
      isAny = true;
      finishOne(all[i]);
    }
  });
  return isAny;
}

/** Ends one animation, or lets it end that somebody waits for. */
export function finishOne(one) {
  guarded('finish', () => {
    const known = mapGet(adopted, one);
    if (known !== undefined) known.isOver = true;
    finishAnimation(one);
  });
}

/** An animation whose end the app asked to be told of. */
export function holdEnd(one) {
  const known = mapGet(adopted, one);
  if (known !== undefined) known.isHeld = true;
}
