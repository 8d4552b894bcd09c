//! Mouse, fingers and wheel.

use serde_json::Value;
use xcheck_model::action::Point;

use super::Tick;
use super::build::{Builder, Kind, Raw, SAME_SPOT, SAME_US, is_near, point_of};

/// A pointer that stays this long stays on purpose: what then opens is there before it goes on.
const REST_US: i64 = 200_000;
/// Events of one move come within this time.
const MOVE_US: i64 = 100_000;
/// Pixels of a line and of a page, for wheels that count those.
const LINE: f64 = 16.0;
const PAGE: f64 = 600.0;

/// The mouse event of a touch is where the finger was.
const TOUCH_PX: f64 = 10.0;

impl Builder<'_> {
    /// The pointer is somewhere: moved there, or something came under it.
    pub(super) fn pointed(&mut self, raw: &Raw<'_>) {
        let point = raw.point();
        let is_there = self.point == Some(point);
        if !self.fingers.is_empty() || self.is_after_touch(raw) {
            return self.attach(raw);
        }
        if !self.buttons.is_empty() {
            if !is_there {
                self.go(point);
            }
            return self.attach(raw);
        }
        let Some(open) = self.open.as_mut() else {
            if !is_there {
                self.begin_moves(raw);
            }
            return;
        };
        let is_pointer = matches!(open.kind, Kind::Moves { .. } | Kind::Press { .. });
        if is_there {
            // Engines also send these when a page changes under a pointer at rest: nobody moved then.
            // WebKit does so after each turn of a wheel.
            let is_wheel = matches!(open.kind, Kind::Wheel) && raw.at_us - open.last_us < SAME_US;
            if is_wheel {
                return open.add(raw);
            }
            if is_pointer && raw.at_us - open.last_us < MOVE_US && raw.is_heard {
                open.add(raw);
            }
            return;
        }
        let Kind::Moves { is_rest } = &mut open.kind else { return self.begin_moves(raw) };
        // Where the pointer stayed, something may have opened.
        if *is_rest || open.is_interrupted && raw.at_us - open.last_us > REST_US {
            return self.begin_moves(raw);
        }
        *is_rest = !raw.is_heard;
        open.add(raw);
        open.anchor = Some(raw.index);
        open.target = raw.input.target;
        self.go(point);
    }

    fn begin_moves(&mut self, raw: &Raw<'_>) {
        let is_rest = !raw.is_heard;
        self.begin(raw, Kind::Moves { is_rest });
        self.go(raw.point());
    }

    fn go(&mut self, point: Point) {
        self.tick(Tick::Move { x: point.x, y: point.y });
        self.point = Some(point);
    }

    /// A button goes down. Where pointer events are heard, theirs comes first.
    pub(super) fn pressed(&mut self, raw: &Raw<'_>) {
        let button = button(raw);
        // What browsers do with the other buttons is travel, which is told by itself.
        if button > 2 {
            return;
        }
        if !self.fingers.is_empty() || self.is_after_touch(raw) {
            return self.attach(raw);
        }
        if raw.input.kind == "pointerdown" && self.is_touch(raw.index) {
            self.begin(raw, Kind::Touch);
            return;
        }
        let is_mouse = raw.input.kind == "mousedown";
        if self.buttons.contains(&button) {
            let is_told = self.open.as_ref().is_some_and(|open| {
                let anchor = open.anchor.and_then(|at| self.page.entries[at].input());
                anchor.is_some_and(|input| input.kind == "pointerdown")
            });
            if is_told && is_mouse {
                self.attach(raw);
                if let Some(open) = &mut self.open {
                    open.anchor = Some(raw.index);
                }
                return self.count(raw);
            }
            // Its release went elsewhere.
            self.let_go();
            self.close();
        } else if !self.buttons.is_empty() {
            self.tick(Tick::Down(button));
            self.buttons.push(button);
            return self.attach(raw);
        }
        let point = raw.point();
        let press =
            Kind::Press { n: 1, is_dragging: false, is_dropped: false, is_drag_over: false };
        self.end_hover(raw);
        match &mut self.open {
            Some(open) if matches!(open.kind, Kind::Moves { .. }) && !open.is_interrupted => {
                open.kind = press;
                open.add(raw);
                open.anchor = Some(raw.index);
                open.target = raw.input.target;
            }
            _ => {
                self.begin(raw, press);
            }
        }
        let is_near = self.last_press.is_some_and(|last| is_near(last, point, SAME_SPOT));
        self.last_press = Some(point);
        self.hold(raw);
        let is_there = self.open.as_ref().is_some_and(|open| {
            open.ticks.iter().rfind(|tick| matches!(tick, Tick::Move { .. }))
                == Some(&Tick::Move { x: point.x, y: point.y })
        });
        if !is_there {
            self.go(point);
        }
        self.tick(Tick::Down(button));
        self.buttons.push(button);
        if let Some(open) = &mut self.open {
            open.keep_apart = is_near;
        }
        if is_mouse {
            self.count(raw);
        }
    }

    /// Splits a way to a press that led over something else: a menu that opens there is open before the press.
    fn end_hover(&mut self, raw: &Raw<'_>) {
        let point = raw.point();
        let Some(open) = &self.open else { return };
        if !matches!(open.kind, Kind::Moves { .. }) || open.is_interrupted {
            return;
        }
        let input = |at: &usize| self.page.entries[*at].input();
        let is_there = |at: &&usize| input(at).is_some_and(|it| point_of(it) == point);
        let is_other = |at: &usize| {
            input(at).is_some_and(|it| {
                !it.kind.ends_with("move") && !self.is_same(it.target, raw.input.target)
            })
        };
        let n_over = open.entries.len() - open.entries.iter().rev().take_while(is_there).count();
        let (over, there) = open.entries.split_at(n_over);
        let Some(last) = over.last().copied().filter(|_| over.iter().any(is_other)) else { return };
        let there = there.to_vec();
        let target = input(&last).map_or(open.target, |it| it.target);
        let Some(mut over) = self.open.take() else { return };
        over.entries.truncate(n_over);
        over.anchor = Some(last);
        over.target = target;
        over.ticks.pop_if(|tick| *tick == Tick::Move { x: point.x, y: point.y });
        self.done.push(over);
        self.begin(raw, Kind::Moves { is_rest: false }).entries = there;
        self.go(point);
    }

    /// The second press of a double click belongs to the first.
    fn count(&mut self, raw: &Raw<'_>) {
        let detail = raw.input.number(4).unwrap_or_default();
        if detail < 2.0 {
            return;
        }
        let is_first = |kind: &Kind| matches!(kind, Kind::Press { is_dragging: false, .. });
        let is_moves = |kind: &Kind| matches!(kind, Kind::Moves { .. });
        let n_moves = self.done.iter().rev().take_while(|open| is_moves(&open.kind)).count();
        let Some(at) = self.done.len().checked_sub(n_moves + 1) else { return };
        if !is_first(&self.done[at].kind) || raw.at_us - self.done[at].last_us > 2 * SAME_US {
            return;
        }
        let later = self.done.split_off(at + 1);
        let (Some(mut first), Some(open)) = (self.done.pop(), self.open.take()) else { return };
        for part in later.into_iter().chain([open]) {
            first.entries.extend(part.entries);
            for tick in part.ticks {
                // The pointer is where the first press left it.
                let last = first.ticks.iter().rfind(|tick| matches!(tick, Tick::Move { .. }));
                if last != Some(&tick) {
                    first.ticks.push(tick);
                }
            }
            first.last_us = part.last_us;
        }
        first.is_interrupted = false;
        if let Kind::Press { n, .. } = &mut first.kind {
            *n += 1;
        }
        self.open = Some(first);
    }

    pub(super) fn released(&mut self, raw: &Raw<'_>) {
        let button = button(raw);
        let Some(at) = self.buttons.iter().position(|down| *down == button) else {
            return self.attach(raw);
        };
        let point = raw.point();
        if let Some(from) = self.point.filter(|from| *from != point) {
            let has_moved = self
                .open
                .as_ref()
                .is_some_and(|open| matches!(open.ticks.last(), Some(Tick::Move { .. })));
            if !has_moved {
                let between = Point {
                    x: f64::midpoint(from.x, point.x).round(),
                    y: f64::midpoint(from.y, point.y).round(),
                };
                self.go(between);
            }
            self.go(point);
        }
        self.tick(Tick::Up(button));
        self.attach(raw);
        self.buttons.remove(at);
        // A drag of the browser's own ends without the events of the mouse.
        if let Some(open) = &mut self.open
            && let Kind::Press { is_dragging, is_drag_over: false, .. } = &mut open.kind
        {
            *is_dragging = false;
        }
    }

    pub(super) fn dragged(&mut self, raw: &Raw<'_>) {
        self.attach(raw);
        let Some(open) = &mut self.open else { return };
        let Kind::Press { is_dragging, is_dropped, is_drag_over, .. } = &mut open.kind else {
            return;
        };
        match raw.input.kind.as_str() {
            "dragstart" => {
                *is_dragging = true;
                open.anchor = Some(raw.index);
                open.target = raw.input.target;
            }
            "drop" => (*is_dropped, *is_drag_over) = (true, true),
            _ => {
                *is_drag_over = true;
                self.buttons.clear();
                self.point = Some(raw.point());
            }
        }
    }

    /// Ends presses whose release the page never saw.
    pub(super) fn let_go(&mut self) {
        for button in std::mem::take(&mut self.buttons) {
            self.tick(Tick::Up(button));
        }
        for finger in std::mem::take(&mut self.fingers) {
            self.tick(Tick::TouchUp { finger });
        }
    }

    /// Whether the pointer that goes down is a finger, which other events tell soon.
    fn is_touch(&self, index: usize) -> bool {
        let later = self.page.entries.iter().skip(index + 1).filter_map(|entry| entry.input());
        let telling = later.map(|input| input.kind.as_str());
        let mut telling =
            telling.filter(|kind| matches!(*kind, "touchstart" | "mousedown" | "pointerup"));
        telling.next() == Some("touchstart")
    }

    /// Whether a mouse event repeats a touch, as touch screens do.
    fn is_after_touch(&self, raw: &Raw<'_>) -> bool {
        let field = |at: usize| raw.input.fields.get(at).and_then(Value::as_f64);
        let (Some(x), Some(y)) = (field(0), field(1)) else { return false };
        self.open.as_ref().is_some_and(|open| {
            let touched = open.ticks.iter().rev().find_map(|tick| match tick {
                Tick::TouchDown { x, y, .. } | Tick::TouchMove { x, y, .. } => Some((*x, *y)),
                _ => None,
            });
            // A press elsewhere is another's.
            let is_there = touched.is_none_or(|(at_x, at_y)| (at_x - x).hypot(at_y - y) < TOUCH_PX);
            matches!(open.kind, Kind::Touch) && is_there && raw.at_us - open.last_us < SAME_US
        })
    }

    pub(super) fn touched(&mut self, raw: &Raw<'_>) {
        let is_pending = self.open.as_ref().is_some_and(|open| {
            matches!(open.kind, Kind::Touch) && (open.ticks.is_empty() || !self.fingers.is_empty())
        });
        if is_pending {
            self.attach(raw);
        } else {
            self.begin(raw, Kind::Touch);
        }
        if let Some(open) = &mut self.open
            && open.ticks.is_empty()
        {
            open.anchor = Some(raw.index);
            open.target = raw.input.target;
        }
        for (finger, point) in touches(raw) {
            self.tick(Tick::TouchDown { finger, x: point.x, y: point.y });
            self.fingers.push(finger);
        }
    }

    pub(super) fn slid(&mut self, raw: &Raw<'_>) {
        for (finger, point) in touches(raw) {
            if self.fingers.contains(&finger) {
                self.tick(Tick::TouchMove { finger, x: point.x, y: point.y });
            }
        }
        self.attach(raw);
    }

    pub(super) fn lifted(&mut self, raw: &Raw<'_>) {
        self.attach(raw);
        for (finger, point) in touches(raw) {
            let Some(at) = self.fingers.iter().position(|down| *down == finger) else { continue };
            let last =
                self.open.iter().flat_map(|open| open.ticks.iter().rev()).find_map(
                    |tick| match tick {
                        Tick::TouchDown { finger: of, x, y }
                        | Tick::TouchMove { finger: of, x, y }
                            if *of == finger =>
                        {
                            Some(Point { x: *x, y: *y })
                        }
                        _ => None,
                    },
                );
            if last.is_some_and(|last| last != point) {
                self.tick(Tick::TouchMove { finger, x: point.x, y: point.y });
            }
            self.tick(Tick::TouchUp { finger });
            self.fingers.remove(at);
        }
    }

    pub(super) fn wheeled(&mut self, raw: &Raw<'_>) {
        if !raw.is_heard {
            // Nobody sees the wheel itself, only where it led to.
            self.wheels.push(raw.index);
            return;
        }
        let is_more = self.open.as_ref().is_some_and(|open| {
            matches!(open.kind, Kind::Wheel)
                && raw.at_us - open.last_us < SAME_US
                && self.is_same(open.target, raw.input.target)
        });
        if is_more || self.is_pressing() {
            self.attach(raw);
        } else {
            self.begin(raw, Kind::Wheel);
        }
        self.hold(raw);
        let unit = match raw.input.number(4).unwrap_or_default() as i64 {
            1 => LINE,
            2 => PAGE,
            _ => 1.0,
        };
        let [dx, dy] = [2, 3].map(|at| raw.input.number(at).unwrap_or_default() * unit);
        let Point { x, y } = raw.point();
        self.tick(Tick::Wheel { x, y, dx, dy });
        self.point = Some(raw.point());
    }
}

fn button(raw: &Raw<'_>) -> u8 {
    raw.input.number(2).map_or(0, |button| button.clamp(0.0, 9.0) as u8)
}

fn touches(raw: &Raw<'_>) -> Vec<(i64, Point)> {
    let list = raw.input.fields.first().and_then(Value::as_array);
    let part = |touch: &Value, at: usize| touch[at].as_f64().unwrap_or_default();
    list.into_iter()
        .flatten()
        .map(|touch| {
            let point = Point { x: part(touch, 1), y: part(touch, 2) };
            (touch[0].as_i64().unwrap_or_default(), point)
        })
        .collect()
}
