//! Mouse, finger, pen and wheel.

use std::time::{Duration, Instant};

use serde_json::json;
use xcheck_browser::webdriver::{
    Actions, Button as PointerButton, Origin, PointerKind, PointerSequence, WheelSequence,
};
use xcheck_drive::{Action, Button, Device, DragEnd, DragKind, Point, Pointer, Spot, Step, Target};
use xcheck_model::engine::Engine;

use super::find::{Dot, Need, Seen};
use super::{PerformErrorKind, Run};

/// Longer than any engine takes two clicks for one double click.
const BETWEEN_CLICKS: Duration = Duration::from_millis(550);
/// Clicks that are further apart are never taken for a double click.
const SAME_SPOT: f64 = 10.0;
/// How long each part of a drag takes, so that the page hears of moves in between.
const DRAG_PART: Duration = Duration::from_millis(20);
const DRAG_PARTS: i32 = 4;

impl Run<'_> {
    pub(super) async fn click(
        &mut self,
        target: &Target,
        pointer: Pointer,
        count: u8,
    ) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, pointer.spot, Need::Usable).await?;
        match pointer.button {
            // What browsers do with these buttons is all that pages notice of them.
            Button::Back => return self.passing_dialog(self.session.back()).await,
            Button::Forward => return self.passing_dialog(self.session.forward()).await,
            _ => self.click_seen(&seen, pointer, count).await,
        }
    }

    pub(super) async fn click_seen(
        &mut self,
        seen: &Seen,
        pointer: Pointer,
        count: u8,
    ) -> Result<(), PerformErrorKind> {
        let button = match pointer.button {
            Button::Auxiliary => PointerButton::Middle,
            Button::Secondary => PointerButton::Right,
            _ => PointerButton::Left,
        };
        if self.engine == Engine::WebKit && button != PointerButton::Left {
            self.note("this button cannot be pressed in WebKit; its events are dispatched instead");
            let Dot { x, y } = seen.point;
            let arguments = [json!(seen.element), json!(x), json!(y), json!(button as u8)];
            return self.ask("otherClick", &arguments).await.map(drop);
        }
        self.keep_clicks_apart(seen.point).await;
        let device = self.usable(pointer.device);
        let hold = Duration::from_millis(pointer.hold_ms).min(self.limits.pause);
        let (origin, (x, y)) = self.origin(seen);
        let clicks = |device| {
            let start = sequence(device).move_to(&origin, x, y, Duration::ZERO);
            (0..count).fold(start, |sequence, _| {
                let pressed = sequence.down(button);
                let held = if hold.is_zero() { pressed } else { pressed.pause(hold) };
                held.up(button)
            })
        };
        self.pointer(clicks(device)).await?;
        self.last_click = Some((Instant::now(), (seen.point.x, seen.point.y)));
        Ok(())
    }

    /// The device that stands for the wanted one in this engine.
    fn usable(&mut self, device: Device) -> Device {
        match (self.engine, device) {
            (Engine::Firefox, Device::Pen) => self.note("Firefox has no pen; the mouse is used"),
            (Engine::WebKit, Device::Pen | Device::Touch) => {
                self.note("touch and pen are a mouse in WebKit");
            }
            _ => return device,
        }
        Device::Mouse
    }

    /// Waits as long as two clicks that were apart would be taken for a double click.
    async fn keep_clicks_apart(&self, at: Dot) {
        if self.engine != Engine::WebKit {
            return;
        }
        if let Some((when, (x, y))) = self.last_click
            && (x - at.x).abs() < SAME_SPOT
            && (y - at.y).abs() < SAME_SPOT
        {
            self.pause(BETWEEN_CLICKS.saturating_sub(when.elapsed())).await;
        }
    }

    /// Presses the button; with the moves and the release, if `steps` has them, because a drag is one call.
    pub(super) async fn press(&mut self, steps: &[Step]) -> Result<(), PerformErrorKind> {
        let mut gesture = sequence(Device::Mouse);
        let mut need = Need::Usable;
        for step in steps {
            let (Action::PointerDown(point)
            | Action::PointerMove(point)
            | Action::PointerUp(point)) = &step.action
            else {
                continue;
            };
            let seen = self.locate(&point.target, point.spot, need).await?;
            gesture = self.at(
                gesture,
                &seen,
                if need == Need::Usable { Duration::ZERO } else { DRAG_PART },
            );
            gesture = match step.action {
                Action::PointerDown(_) => gesture.down(PointerButton::Left),
                Action::PointerUp(_) => gesture.up(PointerButton::Left),
                _ => gesture,
            };
            // Where a drag passes, other things may well be in front.
            need = Need::Steady;
        }
        self.holds_button = steps.len() == 1;
        self.pointer(gesture).await
    }

    pub(super) async fn release(&mut self, point: &Point) -> Result<(), PerformErrorKind> {
        let seen = self.locate(&point.target, point.spot, Need::Steady).await?;
        let gesture = self.at(sequence(Device::Mouse), &seen, DRAG_PART).up(PointerButton::Left);
        self.holds_button = false;
        self.pointer(gesture).await
    }

    pub(super) async fn move_to(&mut self, point: &Point) -> Result<(), PerformErrorKind> {
        let seen = self.locate(&point.target, point.spot, Need::Steady).await?;
        let gesture = self.at(sequence(Device::Mouse), &seen, Duration::ZERO);
        self.pointer(gesture).await
    }

    /// Moves the mouse from the element to a corner of the window that the element leaves free.
    pub(super) async fn move_off(&mut self, target: &Target) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Steady).await?;
        let Dot { x: right, y: bottom } =
            Dot { x: seen.viewport.x - 1.0, y: seen.viewport.y - 1.0 };
        let corners = [(0.0, 0.0), (right, 0.0), (0.0, bottom), (right, bottom)];
        let corner = corners
            .into_iter()
            .map(|(x, y)| Dot { x, y })
            .find(|corner| !seen.area.contains(*corner))
            .unwrap_or_default();
        let away = Seen { point: corner, ..seen };
        let gesture = self.at(sequence(Device::Mouse), &away, Duration::ZERO);
        self.pointer(gesture).await
    }

    pub(super) async fn drag(
        &mut self,
        from: &Point,
        to: &DragEnd,
        kind: DragKind,
        device: Device,
    ) -> Result<(), PerformErrorKind> {
        let mut start = self.locate(&from.target, from.spot, Need::Usable).await?;
        let is_drop =
            kind == DragKind::DragAndDrop || (start.is_draggable && device == Device::Mouse);
        let end = match to {
            DragEnd::By { dx, dy } => {
                let border = |at: f64, size: f64| at.clamp(0.0, (size - 1.0).max(0.0));
                Dot {
                    x: border(start.point.x + dx, start.viewport.x),
                    y: border(start.point.y + dy, start.viewport.y),
                }
            }
            DragEnd::At(point) => {
                let seen = self.locate(&point.target, point.spot, Need::Steady).await?;
                // Bringing the end into view may have moved the start.
                start = self.locate(&from.target, from.spot, Need::Visible).await?;
                if is_drop {
                    return self.drop_on(&start, &json!(seen.element), seen.point).await;
                }
                seen.point
            }
        };
        if is_drop {
            let element = self.ask("elementAt", &[json!(end.x), json!(end.y)]).await?;
            return self.drop_on(&start, &element, end).await;
        }
        let device = self.usable(device);
        let mut gesture =
            self.at(sequence(device), &start, Duration::ZERO).down(PointerButton::Left);
        for part in 1..=DRAG_PARTS {
            let share = f64::from(part) / f64::from(DRAG_PARTS);
            let x = start.point.x + (end.x - start.point.x) * share;
            let y = start.point.y + (end.y - start.point.y) * share;
            let between = Seen { point: Dot { x, y }, ..start.clone() };
            gesture = self.at(gesture, &between, DRAG_PART);
        }
        self.pointer(gesture.up(PointerButton::Left)).await
    }

    async fn drop_on(
        &mut self,
        from: &Seen,
        to: &serde_json::Value,
        end: Dot,
    ) -> Result<(), PerformErrorKind> {
        let dot = |dot: Dot| json!({"x": dot.x, "y": dot.y});
        let arguments = [json!(from.element), to.clone(), dot(from.point), dot(end)];
        let outcome = self.ask("drop", &arguments).await?;
        if outcome == "refused" {
            self.note("the page did not take the drop");
        }
        Ok(())
    }

    pub(super) async fn wheel(
        &mut self,
        over: Option<&Point>,
        dx: f64,
        dy: f64,
    ) -> Result<(), PerformErrorKind> {
        let (origin, at) = match over {
            Some(point) => {
                let seen = self.locate(&point.target, point.spot, Need::Steady).await?;
                self.origin(&seen)
            }
            None => {
                let (x, y): (f64, f64) =
                    self.session.execute("return [innerWidth / 2, innerHeight / 2]", &[]).await?;
                (Origin::Viewport, (x as i32, y as i32))
            }
        };
        let wheel = WheelSequence::new("wheel").scroll(&origin, at, (dx as i32, dy as i32));
        let actions = Actions::new().wheel(wheel);
        self.passing_dialog(self.session.perform(&actions)).await
    }

    /// Goes to the recorded position directly, whatever the person scrolled with.
    pub(super) async fn scroll(
        &mut self,
        target: Option<&Target>,
        x: f64,
        y: f64,
    ) -> Result<(), PerformErrorKind> {
        let element = match target {
            Some(target) => json!(self.locate(target, Spot::Middle, Need::Visible).await?.element),
            None => serde_json::Value::Null,
        };
        self.ask("scroll", &[element, json!(x), json!(y)]).await.map(drop)
    }

    async fn pointer(&self, sequence: PointerSequence) -> Result<(), PerformErrorKind> {
        let actions = Actions::new().pointer(sequence);
        self.passing_dialog(self.session.perform(&actions)).await
    }

    fn at(&self, sequence: PointerSequence, seen: &Seen, duration: Duration) -> PointerSequence {
        let (origin, (x, y)) = self.origin(seen);
        sequence.move_to(&origin, x, y, duration)
    }

    /// The point as the driver takes it: in frames relative to the element, because drivers do not agree
    /// on what the viewport is there.
    fn origin(&self, seen: &Seen) -> (Origin, (i32, i32)) {
        let whole = |number: f64| number.floor() as i32;
        let Dot { x, y } = seen.point;
        if self.in_frame {
            let middle = (whole(seen.middle.x), whole(seen.middle.y));
            return (
                Origin::Element(seen.element.clone()),
                (whole(x) - middle.0, whole(y) - middle.1),
            );
        }
        (Origin::Viewport, (whole(x), whole(y)))
    }
}

fn sequence(device: Device) -> PointerSequence {
    match device {
        Device::Mouse => PointerSequence::mouse("mouse"),
        Device::Touch => PointerSequence::touch("finger"),
        Device::Pen => PointerSequence::new("pen", PointerKind::Pen),
    }
}
