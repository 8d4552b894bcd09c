//! Actions of one page.

use serde_json::Value;
use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{Entry, Input, Page, Target, TargetRef};

/// A press and its release closer than this are a click.
const STILL_PX: f64 = 6.0;
/// Raw events of one action follow each other this closely.
const SAME_US: i64 = 700_000;
/// Scrolling this long after another action is its effect.
const SCROLL_US: i64 = 1_200_000;

pub(super) fn actions(page: &Page) -> Vec<Action> {
    let mut teller = Teller {
        page,
        actions: Vec::new(),
        press: None,
        touch: None,
        hover: None,
        moves: Vec::new(),
        composed: Vec::new(),
    };
    for (index, entry) in page.entries.iter().enumerate() {
        if let Some(input) = entry.input() {
            teller.input(index, entry.at_us(), input);
        }
        if let Entry::Event(event) = entry {
            for dialog in &event.locals.dialogs {
                let is_accepted = dialog.answer != Value::Bool(false) && !is_refused(dialog);
                let kind = ActionKind::Dialog {
                    dialog: dialog.kind.clone(),
                    message: dialog.message.clone(),
                    is_accepted,
                    text: dialog.answer.as_str().map(str::to_owned),
                };
                teller.begin(index, event.at_us, kind, TargetRef::Window);
            }
        }
    }
    teller.end_press();
    teller.end_hover(None);
    teller.actions
}

/// A prompt that was canceled answers null.
fn is_refused(dialog: &xcheck_model::event::Dialog) -> bool {
    dialog.kind == "prompt" && dialog.answer.is_null()
}

struct Teller<'a> {
    page: &'a Page,
    actions: Vec<Action>,
    press: Option<Press>,
    touch: Option<Press>,
    /// Where the pointer rested.
    hover: Option<Hover>,
    /// How the pointer got to where it is.
    moves: Vec<usize>,
    /// What an input method did since the last text.
    composed: Vec<usize>,
}

/// A button or finger that is down.
struct Press {
    entries: Vec<usize>,
    at_us: i64,
    button: MouseButton,
    from: Point,
    to: Point,
    target: TargetRef,
    onto: TargetRef,
    modifiers: Modifiers,
    is_dragging: bool,
    is_dropped: bool,
    is_released: bool,
}

struct Hover {
    entries: Vec<usize>,
    at_us: i64,
    at: Point,
    target: TargetRef,
}

fn point(input: &Input, first: usize) -> Point {
    Point {
        x: input.number(first).unwrap_or_default(),
        y: input.number(first + 1).unwrap_or_default(),
    }
}

fn modifiers(input: &Input, index: usize) -> Modifiers {
    Modifiers::from_bits(input.fields.get(index).and_then(Value::as_u64).unwrap_or_default())
}

fn is_near(one: Point, other: Point) -> bool {
    (one.x - other.x).hypot(one.y - other.y) < STILL_PX
}

impl Teller<'_> {
    fn input(&mut self, index: usize, at_us: i64, input: &Input) {
        let is_heard = matches!(self.page.entries.get(index), Some(Entry::Event(_)));
        let at_us = at_us - late_us(input);
        match input.kind.as_str() {
            // A step through the history is told with those of other pages.
            "history" => return,
            "mouseover" if !is_heard => return self.rested(index, at_us, input),
            "mouseover" | "mouseenter" | "pointerenter" | "pointerover" | "mousemove"
            | "pointermove" | "mouseout" | "mouseleave" | "pointerout" | "pointerleave"
            | "pointerrawupdate" => return self.moved(index),
            // Modifier keys matter through what they are held with.
            "keydown" | "keyup" | "keypress" if input.text(0).is_some_and(is_modifier) => return,
            _ => {}
        }
        self.end_hover(Some(input));
        self.moves.clear();
        if matches!(
            input.kind.as_str(),
            "wheel" | "touchstart" | "copy" | "cut" | "paste" | "resize" | "compositionend"
        ) && self.press.as_ref().is_some_and(|press| press.is_released)
        {
            self.end_press();
        }
        match input.kind.as_str() {
            "pointerdown" | "mousedown" => self.down(index, at_us, input),
            "pointerup" | "mouseup" => self.up(index, input),
            "click" => self.clicked(index, at_us, input),
            "dblclick" => self.double_clicked(index, at_us, input),
            "auxclick" | "contextmenu" => self.other_click(index, at_us, input),
            "dragstart" => self.drag_started(index, input),
            "drop" => self.dropped(index, input),
            "dragend" => self.drag_ended(index),
            "touchstart" => self.touched(index, at_us, input),
            "touchend" | "touchcancel" => self.let_go(index, at_us, input),
            "wheel" => self.wheel(index, at_us, input),
            "keydown" => self.key(index, at_us, input),
            "input" | "compositionend" => self.typed(index, at_us, input),
            "change" => self.changed(index, at_us, input),
            "copy" | "cut" | "paste" => self.clipboard(index, at_us, input),
            "scroll" => self.scrolled(index, at_us, input),
            // Frames change their size with their page, and when they are filled.
            "resize" if !self.page.hello.frame.is_empty() => {}
            "resize" => {
                let [width, height] = [0, 1].map(|at| input.number(at).unwrap_or_default());
                let kind = ActionKind::Resize { width, height };
                // A window is pulled larger in many steps.
                if let Some(last) = self.last_recent(at_us)
                    && matches!(last.kind, ActionKind::Resize { .. })
                {
                    last.kind = kind;
                    last.entries.push(index);
                    return;
                }
                self.begin(index, at_us, kind, input.target);
            }
            _ => self.attach(index, at_us),
        }
    }

    fn begin(&mut self, index: usize, at_us: i64, kind: ActionKind, target: TargetRef) {
        let target = self.page.target(target).cloned();
        let page = self.page.number;
        self.actions.push(Action { page, at_us, kind, target, entries: vec![index] });
    }

    /// The last action, if its last raw event is recent.
    fn last_recent(&mut self, at_us: i64) -> Option<&mut Action> {
        let last = self.actions.last_mut()?;
        let last_us = last_us(self.page, last);
        (at_us - last_us < SAME_US).then_some(last)
    }

    /// The last action, if it is recent and was done to `target`.
    fn last_at(&mut self, target: TargetRef, at_us: i64) -> Option<&mut Action> {
        let wanted = self.page.target(target);
        self.last_recent(at_us).filter(|last| is_same(last.target.as_ref(), wanted))
    }

    /// Adds a raw event to the last action, if it can be of it.
    fn attach(&mut self, index: usize, at_us: i64) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
        } else if let Some(last) = self.last_recent(at_us) {
            last.entries.push(index);
        }
    }

    fn moved(&mut self, index: usize) {
        match &mut self.press {
            Some(press) if !press.is_released => press.entries.push(index),
            _ => self.moves.push(index),
        }
    }

    /// The pointer stayed where it had been moved to; the agent says so when it goes on.
    fn rested(&mut self, index: usize, at_us: i64, input: &Input) {
        if self.press.as_ref().is_some_and(|press| !press.is_released) {
            return self.moved(index);
        }
        self.end_press();
        self.end_hover(None);
        let wanted = self.page.target(input.target);
        let is_own = |index: &usize| {
            let move_of = self.page.entries.get(*index).and_then(Entry::input);
            move_of.is_some_and(|input| is_same(self.page.target(input.target), wanted))
        };
        let mut entries: Vec<usize> = self.moves.drain(..).filter(is_own).collect();
        entries.push(index);
        let at = point(input, 0);
        self.hover = Some(Hover { entries, at_us, at, target: input.target });
    }

    /// What follows decides whether the pointer came to point; a press at the same place says it better.
    fn end_hover(&mut self, next: Option<&Input>) {
        let Some(hover) = self.hover.take() else { return };
        let is_press = next.is_some_and(|next| {
            matches!(next.kind.as_str(), "mousedown" | "pointerdown")
                && (next.target == hover.target || is_near(point(next, 0), hover.at))
        });
        if is_press {
            return;
        }
        let target = self.page.target(hover.target).cloned();
        let (page, at_us, entries) = (self.page.number, hover.at_us, hover.entries);
        // Rests in one place, one after the other, are one.
        if let Some(last) = self.actions.last_mut()
            && matches!(last.kind, ActionKind::Hover { .. })
            && is_same(last.target.as_ref(), target.as_ref())
        {
            last.entries.extend(entries);
            return;
        }
        let kind = ActionKind::Hover { at: hover.at };
        self.actions.push(Action { page, at_us, kind, target, entries });
    }

    fn down(&mut self, index: usize, at_us: i64, input: &Input) {
        if let Some(press) = &mut self.press
            && !press.is_released
            && is_near(press.from, point(input, 0))
        {
            // The mouse event of a pointer event.
            press.entries.push(index);
            return;
        }
        if self.is_after_tap(index, at_us, input) {
            return;
        }
        self.end_press();
        let from = point(input, 0);
        self.press = Some(Press {
            entries: vec![index],
            at_us,
            button: button(input),
            from,
            to: from,
            target: input.target,
            onto: input.target,
            modifiers: modifiers(input, 3),
            is_dragging: false,
            is_dropped: false,
            is_released: false,
        });
    }

    fn up(&mut self, index: usize, input: &Input) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
            press.to = point(input, 0);
            press.onto = input.target;
            press.is_released = input.kind == "mouseup";
        }
    }

    /// Whether a mouse event repeats a tap, as touch screens do.
    fn is_after_tap(&mut self, index: usize, at_us: i64, input: &Input) -> bool {
        let at = point(input, 0);
        let Some(last) = self.actions.last_mut() else { return false };
        let ActionKind::Tap { at: tap } = last.kind else { return false };
        let is_same = at_us - last.at_us < SAME_US && is_near(tap, at);
        if is_same {
            last.entries.push(index);
        }
        is_same
    }

    fn clicked(&mut self, index: usize, at_us: i64, input: &Input) {
        match self.press.take() {
            Some(mut press) => {
                press.entries.push(index);
                self.finish(press);
            }
            None if self.is_after_tap(index, at_us, input) => {}
            None if self.is_told(at_us, input) => self.attach(index, at_us),
            None => {
                let (at, modifiers) = (point(input, 0), modifiers(input, 3));
                let kind = ActionKind::Click { button: MouseButton::Left, at, modifiers };
                self.begin(index, at_us, kind, input.target);
            }
        }
    }

    /// Whether a click without a press of its own only follows from the last action.
    fn is_told(&mut self, at_us: i64, click: &Input) -> bool {
        let page = self.page;
        let Some(last) = self.last_recent(at_us) else { return false };
        // Its press was part of that: it chose from a list, or ended a drag.
        let is_released_here = last.entries.iter().any(|index| {
            let input = page.entries.get(*index).and_then(Entry::input);
            input.is_some_and(|input| {
                input.kind == "mouseup" && is_near(point(input, 0), point(click, 0))
            })
        });
        // Keys click too, and so do labels.
        let is_by_key = matches!(last.kind, ActionKind::Press { .. });
        is_released_here || is_by_key || is_label(last) || click.number(4) == Some(0.0)
    }

    fn double_clicked(&mut self, index: usize, at_us: i64, input: &Input) {
        self.end_press();
        let mut entries = vec![index];
        let mut first_us = at_us;
        for _ in 0..2 {
            let is_click = |action: &mut Action| matches!(action.kind, ActionKind::Click { button: MouseButton::Left, at, .. } if is_near(at, point(input, 0)));
            if let Some(click) = self.actions.pop_if(is_click) {
                first_us = click.at_us;
                entries.splice(0..0, click.entries);
            }
        }
        let kind = ActionKind::DoubleClick { at: point(input, 0), modifiers: modifiers(input, 3) };
        let target = self.page.target(input.target).cloned();
        let page = self.page.number;
        self.actions.push(Action { page, at_us: first_us, kind, target, entries });
    }

    fn other_click(&mut self, index: usize, at_us: i64, input: &Input) {
        let at = point(input, 0);
        if let Some(press) = &mut self.press {
            press.entries.push(index);
            // The menu may come with the press, before the release.
            if press.is_released
                && let Some(press) = self.press.take()
            {
                self.finish(press);
            }
            return;
        }
        if let Some(last) = self.actions.last_mut()
            && let ActionKind::Click { at: last_at, button, .. } = last.kind
            && button != MouseButton::Left
            && is_near(last_at, at)
            && at_us - last.at_us < SAME_US
        {
            last.entries.push(index);
            return;
        }
        // The menu has a key, and comes to a finger that stays.
        if let Some(touch) = &mut self.touch {
            touch.entries.push(index);
            return;
        }
        if let Some(last) = self.last_recent(at_us)
            && matches!(last.kind, ActionKind::Press { .. })
        {
            last.entries.push(index);
            return;
        }
        let button = if input.kind == "contextmenu" { MouseButton::Right } else { button(input) };
        let kind = ActionKind::Click { button, at, modifiers: modifiers(input, 3) };
        self.begin(index, at_us, kind, input.target);
    }

    fn drag_started(&mut self, index: usize, input: &Input) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
            press.is_dragging = true;
            press.target = input.target;
        }
    }

    fn dropped(&mut self, index: usize, input: &Input) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
            press.is_dropped = true;
            press.to = point(input, 0);
            press.onto = input.target;
        }
    }

    fn drag_ended(&mut self, index: usize) {
        if let Some(mut press) = self.press.take() {
            press.entries.push(index);
            self.finish(press);
        }
    }

    /// A press that was never followed by a click.
    fn end_press(&mut self) {
        if let Some(press) = self.press.take() {
            self.finish(press);
        }
    }

    fn finish(&mut self, press: Press) {
        if let Some((x, y)) = self.scrolled_by(&press) {
            let target = self.page.target(press.target).filter(|target| target.name() != "html");
            let (page, at_us, entries) = (self.page.number, press.at_us, press.entries);
            let (kind, target) = (ActionKind::Scroll { x, y }, target.cloned());
            self.actions.push(Action { page, at_us, kind, target, entries });
            return;
        }
        let (from, to) = (press.from, press.to);
        let onto = |is_there: bool| {
            let onto = self.page.target(press.onto).cloned();
            if is_there { onto } else { None }
        };
        let kind = if press.is_dragging {
            ActionKind::DragDrop { from, to, onto: onto(press.is_dropped) }
        } else if press.button == MouseButton::Left && !is_near(from, to) {
            ActionKind::Drag { from, to, onto: onto(true), modifiers: press.modifiers }
        } else {
            ActionKind::Click { button: press.button, at: from, modifiers: press.modifiers }
        };
        let target = self.page.target(press.target).cloned();
        let (page, at_us, entries) = (self.page.number, press.at_us, press.entries);
        self.actions.push(Action { page, at_us, kind, target, entries });
    }

    /// Where a press scrolled its own target to: that was on a scroll bar, which gets no click.
    ///
    /// Bars differ from engine to engine; the place that they lead to does not.
    fn scrolled_by(&self, press: &Press) -> Option<(f64, f64)> {
        let inputs = || press.entries.iter().rev().filter_map(|at| self.page.entries[*at].input());
        if press.is_dragging || inputs().any(|input| input.kind == "click") {
            return None;
        }
        let is_root = self.page.target(press.target).is_some_and(|target| target.name() == "html");
        let is_own = |target| target == press.target || (is_root && target == TargetRef::Document);
        let last = inputs().find(|input| input.kind == "scroll" && is_own(input.target))?;
        Some((last.number(0)?, last.number(1)?))
    }

    fn touched(&mut self, index: usize, at_us: i64, input: &Input) {
        let from = touch_point(input);
        self.touch = Some(Press {
            entries: vec![index],
            at_us,
            button: MouseButton::Left,
            from,
            to: from,
            target: input.target,
            onto: input.target,
            modifiers: modifiers(input, 1),
            is_dragging: false,
            is_dropped: false,
            is_released: false,
        });
        // The pointer event that announced the touch.
        if let Some(press) = self.press.take()
            && let Some(touch) = &mut self.touch
        {
            touch.entries.splice(0..0, press.entries);
        }
    }

    fn let_go(&mut self, index: usize, _at_us: i64, input: &Input) {
        let Some(mut touch) = self.touch.take() else { return };
        touch.entries.push(index);
        if let Some(press) = self.press.take() {
            touch.entries.extend(press.entries);
        }
        let (from, to) = (touch.from, touch_point(input));
        let kind = if is_near(from, to) {
            ActionKind::Tap { at: from }
        } else {
            ActionKind::Swipe { from, to }
        };
        let target = self.page.target(touch.target).cloned();
        let page = self.page.number;
        self.actions.push(Action {
            page,
            at_us: touch.at_us,
            kind,
            target,
            entries: touch.entries,
        });
    }

    fn wheel(&mut self, index: usize, at_us: i64, input: &Input) {
        let [more_x, more_y] = [2, 3].map(|at| input.number(at).unwrap_or_default());
        if let Some(last) = self.last_at(input.target, at_us)
            && let ActionKind::Wheel { dx, dy, .. } = &mut last.kind
        {
            *dx += more_x;
            *dy += more_y;
            last.entries.push(index);
            return;
        }
        let kind = ActionKind::Wheel { at: point(input, 0), dx: more_x, dy: more_y };
        self.begin(index, at_us, kind, input.target);
    }

    fn key(&mut self, index: usize, at_us: i64, input: &Input) {
        self.end_press();
        let key = input.text(0).unwrap_or_default();
        let held = modifiers(input, 2);
        if key.chars().count() == 1 && self.is_typed(index, input, held) {
            return self.add_text(index, at_us, key, input.target);
        }
        let code = input.text(1).unwrap_or_default().to_owned();
        let kind = ActionKind::Press { key: key.to_owned(), code, modifiers: held };
        self.begin(index, at_us, kind, input.target);
    }

    /// Whether a key's character becomes text, rather than a command.
    fn is_typed(&self, index: usize, key: &Input, held: Modifiers) -> bool {
        let is_plain = !held.control && !held.meta && !held.alt;
        if is_plain && self.page.target(key.target).is_some_and(takes_text) {
            return true;
        }
        let next = self.page.entries.iter().skip(index + 1).filter_map(Entry::input);
        next.take_while(|next| next.kind != "keydown").any(|next| {
            next.kind == "input" && next.text(0) == Some("insertText") && next.target == key.target
        })
    }

    /// Adds to the text that is being typed into `target`, or begins one.
    fn add_text(&mut self, index: usize, at_us: i64, more: &str, target: TargetRef) {
        let wanted = self.page.target(target);
        if let Some(last) = self.actions.last_mut()
            && is_same(last.target.as_ref(), wanted)
            && let ActionKind::Type { text } = &mut last.kind
        {
            text.push_str(more);
            last.entries.push(index);
            return;
        }
        self.begin(index, at_us, ActionKind::Type { text: more.to_owned() }, target);
    }

    /// Text that came without a key: from an input method, a menu, a dictionary.
    fn typed(&mut self, index: usize, at_us: i64, input: &Input) {
        let is_end = input.kind == "compositionend";
        let is_composed =
            |input: &Input| input.text(0).is_some_and(|kind| kind.ends_with("CompositionText"));
        if is_end {
            let text = input.text(1).unwrap_or_default().to_owned();
            let mut composed = std::mem::take(&mut self.composed);
            let was_canceled = text.is_empty();
            if was_canceled {
                return;
            }
            self.add_text(index, at_us, &text, input.target);
            if let Some(last) = self.actions.last_mut() {
                composed.extend(last.entries.pop());
                last.entries.append(&mut composed);
            }
            return;
        }
        if is_composed(input) {
            // Firefox says it once more when it is over.
            let page = self.page;
            let last = self.last_at(input.target, at_us).and_then(|last| last.entries.last());
            let last = last.and_then(|index| page.entries[*index].input());
            if last.is_some_and(|last| last.kind == "compositionend") && self.composed.is_empty() {
                return self.attach(index, at_us);
            }
            self.composed.push(index);
            return;
        }
        let is_keyed = self.last_recent(at_us).is_some_and(|last| {
            matches!(
                last.kind,
                ActionKind::Type { .. }
                    | ActionKind::Press { .. }
                    | ActionKind::Paste { .. }
                    | ActionKind::Cut
                    | ActionKind::Click { .. }
                    | ActionKind::Drag { .. }
                    | ActionKind::DragDrop { .. }
                    | ActionKind::Select { .. }
                    | ActionKind::Tap { .. }
                    | ActionKind::Fill { .. }
                    | ActionKind::Upload { .. }
            )
        });
        if is_keyed || self.press.is_some() {
            return self.attach(index, at_us);
        }
        if let Some(data) = input.text(1) {
            let kind = ActionKind::Type { text: data.to_owned() };
            self.begin(index, at_us, kind, input.target);
        }
    }

    fn changed(&mut self, index: usize, at_us: i64, input: &Input) {
        let field = input.text(0).unwrap_or_default();
        let kind = match field {
            "select" => {
                let chosen = input.fields.get(1).and_then(Value::as_array);
                let part = |at: usize| {
                    let texts =
                        chosen.into_iter().flatten().filter_map(|option| option[at].as_str());
                    texts.map(str::to_owned).collect()
                };
                ActionKind::Select { values: part(1), labels: part(2) }
            }
            "file" => {
                let files = input.fields.get(1).and_then(Value::as_array).into_iter().flatten();
                let names = files.filter_map(|file| file[0].as_str().map(str::to_owned));
                ActionKind::Upload { files: names.collect() }
            }
            "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range" => {
                let value = input.text(1).unwrap_or_default().to_owned();
                ActionKind::Fill { field: field.to_owned(), value }
            }
            _ => return self.attach(index, at_us),
        };
        let wanted = self.page.target(input.target);
        // A drag of a slider says more than the value it led to.
        if field == "range"
            && (self.press.as_ref().is_some_and(|press| press.target == input.target)
                || self.actions.last().is_some_and(|last| {
                    matches!(last.kind, ActionKind::Drag { .. } | ActionKind::Click { .. })
                        && is_same(last.target.as_ref(), wanted)
                }))
        {
            return self.attach(index, at_us);
        }
        self.end_press();
        // Clicks and keys on the field were the way to it.
        let mut entries = vec![index];
        let mut first_us = at_us;
        let is_way = |action: &mut Action| {
            let kind = &action.kind;
            let is_own = is_same(action.target.as_ref(), wanted);
            let is_option = wanted.is_some_and(|wanted| {
                action
                    .target
                    .as_ref()
                    .is_some_and(|target| is_within(target.paths.last(), wanted.paths.last()))
            });
            (is_own || is_option)
                && matches!(
                    kind,
                    ActionKind::Type { .. }
                        | ActionKind::Press { .. }
                        | ActionKind::Click { .. }
                        | ActionKind::Tap { .. }
                )
                || matches!((kind, field), (ActionKind::Fill { field: known, .. }, _) if known == field && is_own)
                || (matches!(kind, ActionKind::Select { .. }) && is_own && field == "select")
        };
        while let Some(step) = self.actions.pop_if(is_way) {
            first_us = step.at_us;
            entries.splice(0..0, step.entries);
        }
        let target = self.page.target(input.target).cloned();
        let page = self.page.number;
        self.actions.push(Action { page, at_us: first_us, kind, target, entries });
    }

    fn clipboard(&mut self, index: usize, at_us: i64, input: &Input) {
        // The middle button pastes what is selected, where the desktop says so.
        let is_shortcut = self.last_recent(at_us).is_some_and(|last| match &last.kind {
            ActionKind::Press { modifiers, key, .. } => {
                modifiers.control || modifiers.meta || key == "Insert" || key == "Delete"
            }
            ActionKind::Click { button, .. } => *button == MouseButton::Middle,
            _ => false,
        });
        if is_shortcut {
            return self.attach(index, at_us);
        }
        let kind = match input.kind.as_str() {
            "copy" => ActionKind::Copy,
            "cut" => ActionKind::Cut,
            _ => ActionKind::Paste { text: input.text(0).unwrap_or_default().to_owned() },
        };
        self.begin(index, at_us, kind, input.target);
    }

    fn scrolled(&mut self, index: usize, at_us: i64, input: &Input) {
        if self.press.is_some() {
            return self.attach(index, at_us);
        }
        if let Some(last) = self.actions.last()
            && at_us - last_us(self.page, last) < SCROLL_US
            && !matches!(last.kind, ActionKind::Hover { .. })
        {
            if let Some(last) = self.actions.last_mut() {
                last.entries.push(index);
                let [new_x, new_y] = [0, 1].map(|at| input.number(at).unwrap_or_default());
                if let ActionKind::Scroll { x, y } = &mut last.kind {
                    (*x, *y) = (new_x, new_y);
                }
            }
            return;
        }
        let [x, y] = [0, 1].map(|at| input.number(at).unwrap_or_default());
        self.begin(index, at_us, ActionKind::Scroll { x, y }, input.target);
    }
}

fn button(input: &Input) -> MouseButton {
    match input.number(2).unwrap_or_default() as i64 {
        1 => MouseButton::Middle,
        2 => MouseButton::Right,
        3 => MouseButton::Back,
        4 => MouseButton::Forward,
        _ => MouseButton::Left,
    }
}

fn touch_point(input: &Input) -> Point {
    let first = input.fields.first().map(|touches| &touches[0]);
    let part = |index: usize| first.and_then(|touch| touch[index].as_f64()).unwrap_or_default();
    Point { x: part(1), y: part(2) }
}

/// Whether a click on the action's target is passed on to a field.
fn is_label(action: &Action) -> bool {
    matches!(action.kind, ActionKind::Click { .. } | ActionKind::Tap { .. })
        && action
            .target
            .as_ref()
            .is_some_and(|target| target.paths.last().is_some_and(|path| path.contains("/label[")))
}

/// When the last raw event of an action happened.
fn last_us(page: &Page, action: &Action) -> i64 {
    let Some(entry) = action.entries.last().and_then(|index| page.entries.get(*index)) else {
        return action.at_us;
    };
    entry.at_us() - entry.input().map_or(0, late_us)
}

/// How much later than it happened an event was written: agents keep back what comes in masses.
fn late_us(input: &Input) -> i64 {
    let place = match (input.kind.as_str(), input.fields.len()) {
        ("mouseover" | "scroll", 3) => 2,
        ("wheel", 7) => 6,
        _ => return 0,
    };
    (input.number(place).unwrap_or_default() * 1000.0) as i64
}

/// Whether two descriptions are of one element: its text and attributes change with what is done to it.
fn is_same(one: Option<&Target>, other: Option<&Target>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.paths == other.paths && one.id == other.id,
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn is_modifier(key: &str) -> bool {
    matches!(
        key,
        "Shift" | "Control" | "Alt" | "Meta" | "AltGraph" | "CapsLock" | "Dead" | "Process"
    )
}

/// Whether characters that are typed here become text.
fn takes_text(target: &Target) -> bool {
    match target.name() {
        "textarea" => true,
        "input" => !matches!(
            target.attribute("type").unwrap_or_default().to_ascii_lowercase().as_str(),
            "button"
                | "checkbox"
                | "color"
                | "file"
                | "image"
                | "radio"
                | "range"
                | "reset"
                | "submit"
        ),
        _ => target.attribute("contenteditable").is_some_and(|editable| editable != "false"),
    }
}

fn is_within(path: Option<&String>, ancestor: Option<&String>) -> bool {
    match (path, ancestor) {
        (Some(path), Some(ancestor)) => path.starts_with(&format!("{ancestor}/")),
        _ => false,
    }
}
