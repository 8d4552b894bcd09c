//! Windows and frames: getting to where a step happens.

use serde_json::{Value, json};
use xcheck_browser::webdriver::{CommandError, Element, ErrorCode, Frame, Rect, WindowHandle};
use xcheck_drive::{FrameStep, Viewport, Window};
use xcheck_model::engine::Engine;

use super::find::selectors;
use super::{POLL, PerformErrorKind, Run, is_passing};

impl Run<'_> {
    /// Goes to the window and frame of the step, and waits until they are there.
    pub(super) async fn enter(&mut self) -> Result<(), PerformErrorKind> {
        loop {
            let problem = match self.try_enter().await {
                Ok(None) => return Ok(()),
                Ok(Some(problem)) => problem,
                Err(error) if is_passing(&error) => error,
                Err(error) => return Err(error),
            };
            if self.is_late() {
                return Err(problem);
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// One try; what is missing is a value, because it may yet come.
    async fn try_enter(&mut self) -> Result<Option<PerformErrorKind>, PerformErrorKind> {
        self.look_for_windows().await?;
        let place = self.place.clone();
        let limit = self.limit;
        let wanted = match &place.window {
            Window::Main => Some(self.main.clone()),
            Window::Opened(n) => n.checked_sub(1).and_then(|n| self.opened.get(n)).cloned(),
            window => match self.search(window).await? {
                Found::Window(handle) => Some(handle),
                // The address is the one of a frame, which is already entered.
                Found::Frame => return Ok(None),
                Found::Nothing => None,
            },
        };
        let Some(wanted) = wanted else {
            let window = match &place.window {
                Window::Main => "to begin with".to_owned(),
                Window::Url(url) => format!("with the address {url}"),
                Window::Title(title) => format!("with the title {title:?}"),
                Window::Name(name) => format!("with the name {name:?}"),
                Window::Opened(n) => format!("number {n} was opened"),
            };
            return Ok(Some(PerformErrorKind::NoWindow { window, limit }));
        };
        self.switch(&wanted).await?;
        if self.in_frame || !place.frame.is_empty() {
            self.leave_frames().await?;
        }
        for step in &place.frame {
            let frame = match step {
                FrameStep::Index(index) => Frame::Index(*index),
                FrameStep::Element(target) => {
                    let found = self.ask("frameOf", &[selectors(target)]).await?;
                    let element: Option<Element> = serde_json::from_value(found).ok();
                    let Some(element) = element else {
                        return Ok(Some(PerformErrorKind::NoFrame { limit }));
                    };
                    Frame::Element(element)
                }
            };
            self.in_frame = true;
            match self.session.switch_to_frame(&frame).await {
                Err(error) if error.code() == Some(&ErrorCode::NoSuchFrame) => {
                    return Ok(Some(PerformErrorKind::NoFrame { limit }));
                }
                other => other?,
            }
        }
        Ok(None)
    }

    async fn leave_frames(&mut self) -> Result<(), CommandError> {
        self.session.switch_to_frame(&Frame::Top).await?;
        self.in_frame = false;
        Ok(())
    }

    async fn switch(&mut self, window: &WindowHandle) -> Result<(), CommandError> {
        if self.current.as_ref() != Some(window) {
            self.session.switch_to_window(window).await?;
            self.current = Some(window.clone());
            self.in_frame = false;
            // Its driver leaves the window in the back, where input waits for seconds.
            if self.engine == Engine::Chromium && !self.opened.is_empty() {
                self.session.devtools("Page.bringToFront", json!({})).await?;
            }
        }
        Ok(())
    }

    /// Keeps the list of windows that were opened, in order.
    async fn look_for_windows(&mut self) -> Result<(), CommandError> {
        for window in self.session.windows().await? {
            if !self.others.contains(&window) && !self.opened.contains(&window) {
                self.opened.push(window);
                // It is in front now, and whoever goes on elsewhere has to bring that to the front.
                self.current = None;
            }
        }
        Ok(())
    }

    /// How many windows were opened so far.
    pub(super) async fn n_opened(&mut self) -> Result<usize, CommandError> {
        self.look_for_windows().await?;
        Ok(self.opened.len())
    }

    async fn search(&mut self, wanted: &Window) -> Result<Found, PerformErrorKind> {
        let handles = self.session.windows().await?;
        // The current one first, then the newest: that is the one people talk about.
        let current = self.current.clone().filter(|current| handles.contains(current));
        for handle in current.iter().chain(handles.iter().rev()) {
            self.switch(handle).await?;
            let is_it = match wanted {
                Window::Url(url) => is_same_page(&self.session.url().await?, url),
                Window::Title(title) => self.session.title().await? == *title,
                Window::Name(name) => {
                    self.session.execute::<Value>("return window.name", &[]).await?
                        == *name.as_str()
                }
                Window::Main | Window::Opened(_) => false,
            };
            if is_it {
                return Ok(Found::Window(handle.clone()));
            }
        }
        if let Window::Url(url) = wanted
            && handles.contains(&self.main)
        {
            let main = self.main.clone();
            self.switch(&main).await?;
            self.leave_frames().await?;
            self.in_frame = true;
            if Box::pin(self.search_frames(url, 0)).await? {
                return Ok(Found::Frame);
            }
            self.leave_frames().await?;
        }
        Ok(Found::Nothing)
    }

    /// Enters the first frame inside the current one that shows `url`.
    async fn search_frames(&self, url: &str, depth: usize) -> Result<bool, CommandError> {
        const DEEPEST: usize = 8;
        let n_frames: u16 = self.session.execute("return window.length", &[]).await?;
        for index in 0..n_frames {
            self.session.switch_to_frame(&Frame::Index(index)).await?;
            let address: String = self.session.execute("return location.href", &[]).await?;
            if is_same_page(&address, url)
                || (depth < DEEPEST && Box::pin(self.search_frames(url, depth + 1)).await?)
            {
                return Ok(true);
            }
            self.session.switch_to_frame(&Frame::Parent).await?;
        }
        Ok(false)
    }

    /// Closes the window of the step.
    pub(super) async fn close(&mut self) -> Result<(), PerformErrorKind> {
        let left = self.session.windows().await?;
        if left.len() < 2 {
            // Without any window the session itself ends in some drivers.
            self.note("the last window stays open");
            return Ok(());
        }
        self.session.close_window().await?;
        self.current = None;
        Ok(())
    }

    /// Sizes the window until the page in it has the wanted size.
    pub(super) async fn set_viewport(&mut self, wanted: Viewport) -> Result<(), PerformErrorKind> {
        if wanted.is_mobile || wanted.has_touch {
            self.note("mobile and touch emulation are left out");
        }
        let size = (f64::from(wanted.width), f64::from(wanted.height));
        let mut inner = self.inner_size().await?;
        let mut asked = None;
        while inner != size {
            if self.is_late() {
                self.note(format!("the viewport became {}×{}", inner.0, inner.1));
                break;
            }
            // Asks again only when the last wish has been followed: the border may have been measured too early.
            if asked != Some(inner) {
                let rect = self.session.window_rect().await?;
                let (width, height) =
                    (rect.width + size.0 - inner.0, rect.height + size.1 - inner.1);
                self.session.set_window_rect(Rect { width, height, ..rect }).await?;
                asked = Some(inner);
            }
            tokio::time::sleep(POLL).await;
            inner = self.inner_size().await?;
        }
        Ok(())
    }

    async fn inner_size(&self) -> Result<(f64, f64), CommandError> {
        self.session.execute("return [innerWidth, innerHeight]", &[]).await
    }

    pub(super) async fn set_window_size(
        &mut self,
        width: u32,
        height: u32,
    ) -> Result<(), PerformErrorKind> {
        let rect = self.session.window_rect().await?;
        let rect = Rect { width: width.into(), height: height.into(), ..rect };
        self.session.set_window_rect(rect).await?;
        Ok(())
    }

    pub(super) async fn set_network(
        &mut self,
        download: f64,
        upload: f64,
        latency: f64,
    ) -> Result<(), PerformErrorKind> {
        if self.engine != Engine::Chromium {
            self.note(format!("{} cannot slow down its network", self.engine.title()));
            return Ok(());
        }
        let params = json!({
            "offline": download == 0.0 && upload == 0.0 && latency == 0.0,
            "downloadThroughput": download, "uploadThroughput": upload, "latency": latency.max(0.0),
        });
        self.session.devtools("Network.emulateNetworkConditions", params).await?;
        Ok(())
    }
}

enum Found {
    Window(WindowHandle),
    Frame,
    Nothing,
}

/// Equal but for what follows a trailing `#`.
fn is_same_page(one: &str, other: &str) -> bool {
    one.trim_end_matches('#') == other.trim_end_matches('#')
}
