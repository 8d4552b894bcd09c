//! Actions of one page.

use serde_json::Value;
use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{Entry, Input, Page, TargetRef};

/// A press and its release closer than this are a click.
const STILL_PX: f64 = 6.0;
/// Raw events of one action follow each other this closely.
const SAME_US: i64 = 700_000;
/// A pointer that rests this long rests on purpose.
const REST_US: i64 = 120_000;
/// Scrolling this long after another action is its effect.
const SCROLL_US: i64 = 1_200_000;

pub(super) fn actions(page: &Page) -> Vec<Action> {
    let mut teller = Teller { page, actions: Vec::new(), press: None, touch: None, hover: None };
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
    teller.end_hover(i64::MAX, None);
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
    /// Where the pointer came to, and when.
    hover: Option<Hover>,
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
    index: usize,
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
        match input.kind.as_str() {
            "mouseover" | "mouseenter" | "pointerenter" | "pointerover" => {
                self.came(index, at_us, input);
                return;
            }
            "mousemove" | "pointermove" | "mouseout" | "mouseleave" | "pointerout"
            | "pointerleave" => return self.attach_to_press(index, input),
            _ => {}
        }
        self.end_hover(at_us, Some(input));
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
            "resize" => {
                let [width, height] = [0, 1].map(|at| input.number(at).unwrap_or_default());
                self.begin(index, at_us, ActionKind::Resize { width, height }, input.target);
            }
            _ => self.attach(index, at_us, input),
        }
    }

    fn begin(&mut self, index: usize, at_us: i64, kind: ActionKind, target: TargetRef) {
        let target = self.page.target(target).cloned();
        let page = self.page.number;
        self.actions.push(Action { page, at_us, kind, target, entries: vec![index] });
    }

    /// The last action, if it is recent and was done to `target`.
    fn last_at(&mut self, target: TargetRef, at_us: i64) -> Option<&mut Action> {
        let wanted = self.page.target(target);
        let last = self.actions.last_mut()?;
        (at_us - last.at_us < SAME_US && last.target.as_ref() == wanted).then_some(last)
    }

    /// Adds a raw event to the last action, if it can be of it.
    fn attach(&mut self, index: usize, at_us: i64, _input: &Input) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
        } else if let Some(last) = self.actions.last_mut()
            && at_us - last.at_us < SAME_US
        {
            last.entries.push(index);
        }
    }

    fn attach_to_press(&mut self, index: usize, _input: &Input) {
        if let Some(press) = &mut self.press {
            press.entries.push(index);
        }
    }

    fn came(&mut self, index: usize, at_us: i64, input: &Input) {
        if self.press.as_ref().is_some_and(|press| !press.is_released) {
            return self.attach_to_press(index, input);
        }
        self.end_press();
        self.end_hover(at_us, None);
        let at = point(input, 0);
        // An unheard one was written when the hand had rested already.
        let is_rested = matches!(self.page.entries.get(index), Some(Entry::Unheard { .. }));
        let at_us = if is_rested { at_us - REST_US - 1 } else { at_us };
        self.hover = Some(Hover { index, at_us, at, target: input.target });
    }

    /// What follows decides whether the pointer came to stay; a press at the same place says it better.
    fn end_hover(&mut self, now_us: i64, next: Option<&Input>) {
        let Some(hover) = self.hover.take() else { return };
        let is_press = next.is_some_and(|next| {
            matches!(next.kind.as_str(), "mousedown" | "pointerdown")
                && is_near(point(next, 0), hover.at)
        });
        if !is_press && now_us.saturating_sub(hover.at_us) > REST_US {
            self.begin(hover.index, hover.at_us, ActionKind::Hover { at: hover.at }, hover.target);
        }
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
            // Keys click too: the press of the key said so already. So do labels.
            None => {
                let is_pressed = input.number(4) == Some(0.0) || is_label(self.actions.last());
                if is_pressed
                    && self.actions.last().is_some_and(|last| at_us - last.at_us < SAME_US)
                {
                    return self.attach(index, at_us, input);
                }
                let (at, modifiers) = (point(input, 0), modifiers(input, 3));
                let kind = ActionKind::Click { button: MouseButton::Left, at, modifiers };
                self.begin(index, at_us, kind, input.target);
            }
        }
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
        // Modifier keys matter through what they are held with.
        if matches!(
            key,
            "Shift" | "Control" | "Alt" | "Meta" | "AltGraph" | "CapsLock" | "Dead" | "Process"
        ) {
            return;
        }
        let is_text = key.chars().count() == 1 && !held.control && !held.meta && !held.alt;
        if is_text {
            let wanted = self.page.target(input.target);
            if let Some(last) = self.actions.last_mut()
                && last.target.as_ref() == wanted
                && let ActionKind::Type { text } = &mut last.kind
            {
                text.push_str(key);
                last.entries.push(index);
                return;
            }
            return self.begin(
                index,
                at_us,
                ActionKind::Type { text: key.to_owned() },
                input.target,
            );
        }
        let code = input.text(1).unwrap_or_default().to_owned();
        let kind = ActionKind::Press { key: key.to_owned(), code, modifiers: held };
        self.begin(index, at_us, kind, input.target);
    }

    /// Text that came without a key: from an input method, a menu, a dictionary.
    fn typed(&mut self, index: usize, at_us: i64, input: &Input) {
        let is_keyed = self.actions.last().is_some_and(|last| {
            at_us - self.last_us(last) < SAME_US
                && matches!(
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
            return self.attach(index, at_us, input);
        }
        if let Some(data) = input.text(1) {
            let kind = ActionKind::Type { text: data.to_owned() };
            self.begin(index, at_us, kind, input.target);
        }
    }

    /// When the last raw event of an action happened.
    fn last_us(&self, action: &Action) -> i64 {
        action.entries.last().map_or(action.at_us, |index| self.page.entries[*index].at_us())
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
            _ => return self.attach(index, at_us, input),
        };
        let wanted = self.page.target(input.target);
        // A drag of a slider says more than the value it led to.
        if field == "range"
            && (self.press.as_ref().is_some_and(|press| press.target == input.target)
                || self.actions.last().is_some_and(|last| {
                    matches!(last.kind, ActionKind::Drag { .. } | ActionKind::Click { .. })
                        && last.target.as_ref() == wanted
                }))
        {
            return self.attach(index, at_us, input);
        }
        self.end_press();
        // Clicks and keys on the field were the way to it.
        let mut entries = vec![index];
        let mut first_us = at_us;
        let is_way = |action: &mut Action| {
            let kind = &action.kind;
            let is_own = action.target.as_ref() == wanted;
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
        let is_shortcut = self.actions.last().is_some_and(|last| {
            at_us - self.last_us(last) < SAME_US
                && matches!(&last.kind, ActionKind::Press { modifiers, key, .. }
                    if modifiers.control || modifiers.meta || key == "Insert" || key == "Delete")
        });
        if is_shortcut {
            return self.attach(index, at_us, input);
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
            return self.attach(index, at_us, input);
        }
        if let Some(last) = self.actions.last()
            && at_us - self.last_us(last) < SCROLL_US
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
fn is_label(action: Option<&Action>) -> bool {
    action.is_some_and(|action| {
        matches!(action.kind, ActionKind::Click { .. })
            && action.target.as_ref().is_some_and(|target| {
                target.paths.last().is_some_and(|path| path.contains("/label["))
            })
    })
}

fn is_within(path: Option<&String>, ancestor: Option<&String>) -> bool {
    match (path, ancestor) {
        (Some(path), Some(ancestor)) => path.starts_with(&format!("{ancestor}/")),
        _ => false,
    }
}
