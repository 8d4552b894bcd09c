// Events of a person's making: which are kept though nobody hears them.

/** Always. */
export const ALWAYS = 1;
/** In groups. */
export const GROUPED = 2;
/** Only when heard. */
export const HEARD = 3;
export const KINDS = {
  pointerdown: HEARD, pointerup: HEARD, pointermove: HEARD, pointerover: HEARD, pointerout: HEARD, pointerenter: HEARD, pointerleave: HEARD, pointercancel: HEARD, pointerrawupdate: HEARD, gotpointercapture: HEARD, lostpointercapture: HEARD,
  mousedown: ALWAYS, mouseup: ALWAYS, click: ALWAYS, dblclick: ALWAYS, auxclick: ALWAYS, contextmenu: ALWAYS,
  mousemove: HEARD, mouseover: HEARD, mouseout: HEARD, mouseenter: HEARD, mouseleave: HEARD,
  wheel: GROUPED, mousewheel: HEARD,
  keydown: ALWAYS, keyup: HEARD, keypress: HEARD,
  beforeinput: HEARD, input: ALWAYS, change: ALWAYS, textInput: HEARD,
  compositionstart: HEARD, compositionupdate: HEARD, compositionend: ALWAYS,
  copy: ALWAYS, cut: ALWAYS, paste: ALWAYS, beforecopy: HEARD, beforecut: HEARD, beforepaste: HEARD,
  dragstart: ALWAYS, drag: HEARD, dragenter: HEARD, dragover: HEARD, dragleave: HEARD, drop: ALWAYS, dragend: ALWAYS,
  touchstart: ALWAYS, touchmove: HEARD, touchend: ALWAYS, touchcancel: ALWAYS,
  focus: HEARD, blur: HEARD, focusin: HEARD, focusout: HEARD,
  submit: HEARD, reset: HEARD, invalid: HEARD, select: HEARD,
  scroll: GROUPED, scrollend: HEARD, resize: ALWAYS,
};
/** Events that the page's own code can cause on the spot. */
const CAUSED = { focus: 1, blur: 1, focusin: 1, focusout: 1, change: 1, input: 1, beforeinput: 1, submit: 1, reset: 1, invalid: 1, select: 1, copy: 1, cut: 1, paste: 1, click: 1, lostpointercapture: 1, gotpointercapture: 1, scroll: 0 };
export const MOVES = { pointermove: 1, mousemove: 1, touchmove: 1, dragover: 1, drag: 1, scroll: 1, pointerrawupdate: 1, wheel: 1 };

export const isInput = (type) => KINDS[type] !== undefined;
export const canBeCaused = (type) => CAUSED[type] === 1;
