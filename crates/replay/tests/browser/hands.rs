//! Gestures of a recording, performed again: the page hears what it heard.

use std::sync::Arc;
use std::time::Duration;

use camino::Utf8PathBuf;
use xcheck_browser::webdriver::{Actions, Button, By, Key, KeySequence, Origin, PointerSequence};
use xcheck_browser::{Browser, BrowserConfig, Session};
use xcheck_model::engine::Engine;
use xcheck_model::event::Page;
use xcheck_proxy::{CertificateAuthority, Trust, Upstream};
use xcheck_record::{Cookies, RecordConfig, Recorder};
use xcheck_replay::gesture::gestures;
use xcheck_replay::hands::{HandState, Performed, Placement, let_go, perform};
use xcheck_testkit::site::{Site, page};
use xcheck_testkit::{matrix, on_every_engine};
use xcheck_trace::{TraceReader, read_log};

/// Writes down what it hears; moves and hovers come in other numbers in other engines.
const PAGE: &str = "<!doctype html><title>t</title><style>body { margin: 0; height: 3000px }
    #pad { width: 200px; height: 100px } button, input { display: block; width: 200px; height: 40px; margin: 0 }</style>
    <div id=pad></div><button id=b>Go</button><input id=t><input id=u><input id=r type=range><input id=f type=file>
    <script>
    window.heard = [];
    const types = 'mousedown mouseup click dblclick keydown keyup input change focus';
    for (const type of types.split(' ')) addEventListener(type, (e) => {
        // Windows get the focus at a time of their own.
        if (!e.target.id) return;
        const more = e.key ?? e.data ?? (type === 'click' ? e.detail : '');
        const held = e.shiftKey ? ' shift' : e.ctrlKey ? ' control' : '';
        heard.push(`${type} ${e.target.id} ${more}${held}`.trim());
    }, true);
    addEventListener('mousemove', (e) => { if (e.buttons) last = `${e.clientX},${e.clientY}`; }, true);
    let last = '';
    addEventListener('mouseup', () => heard.push(`at ${last}`), true);
    </script>";

const FRAME: Duration = Duration::from_millis(20);

fn mouse(x: i32, y: i32) -> PointerSequence {
    PointerSequence::mouse("m").move_to(&Origin::Viewport, x, y, Duration::ZERO)
}

/// What a person does, each movement apart from the others.
async fn act(session: &Session) {
    let point = async |sequence| {
        session.perform(&Actions::new().pointer(sequence)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(900)).await;
    };
    let keys = async |sequence| session.perform(&Actions::new().keys(sequence)).await.unwrap();
    point(mouse(20, 120).click(Button::Left)).await;
    // Two slow clicks, and a quick double one.
    point(mouse(20, 121).click(Button::Left)).await;
    point(mouse(60, 120).click(Button::Left).pause(FRAME).click(Button::Left)).await;
    let drag = mouse(10, 10)
        .down(Button::Left)
        .move_to(&Origin::Viewport, 50, 40, FRAME)
        .move_to(&Origin::Viewport, 90, 60, FRAME)
        .up(Button::Left);
    point(drag).await;
    point(mouse(20, 160).click(Button::Left)).await;
    keys(KeySequence::new("k").text("ab").down(Key::Shift).press('C').up(Key::Shift)).await;
    keys(KeySequence::new("k").press(Key::Backspace).press(Key::Tab)).await;
    keys(KeySequence::new("k").text("x!")).await;
    let slide = mouse(100, 240).down(Button::Left).move_to(&Origin::Viewport, 150, 240, FRAME);
    point(slide.pause(FRAME).up(Button::Left)).await;
    let file = tempfile::tempdir().unwrap();
    std::fs::write(file.path().join("note.txt"), "content").unwrap();
    let field = session.find(By::Css("#f")).await.unwrap();
    let path = file.path().join("note.txt");
    session.send_keys(&field, path.to_str().unwrap()).await.unwrap();
}

/// What the page heard and how it looks in the end.
async fn outcome(session: &Session) -> (Vec<String>, Vec<String>) {
    let state = "return [heard, [t.value, u.value, r.value, f.files[0] ? f.files[0].name : '', \
                 document.activeElement.id, '' + Math.round(scrollY)]]";
    session.execute(state, &[]).await.unwrap()
}

async fn record(engine: Engine, url: &str) -> (Page, (Vec<String>, Vec<String>)) {
    let folder = tempfile::tempdir().unwrap();
    let out = Utf8PathBuf::try_from(folder.path().join("t.xct")).unwrap();
    let launcher = matrix::launcher();
    let config = RecordConfig {
        name: engine.into(),
        browser: BrowserConfig::PLAIN,
        authority: Arc::new(CertificateAuthority::new().unwrap()),
        upstream: Arc::new(Upstream::new(Trust::All, Duration::from_secs(10)).unwrap()),
        start_url: url.to_owned(),
        folder: None,
        cookies: Cookies::Keep,
        measure: false,
        hold: None,
        out: out.clone(),
    };
    let recorder = Recorder::start(&launcher, config).await.unwrap();
    let session = recorder.browser().session();
    session.navigate(url).await.unwrap();
    act(session).await;
    let wanted = outcome(session).await;
    recorder.finish().await.unwrap();
    launcher.end().await.unwrap();
    let log = read_log(&TraceReader::open(&out).unwrap()).unwrap();
    let recorded = log.pages.into_iter().find(|page| page.hello.url == url).unwrap();
    (recorded, wanted)
}

async fn gestures_do_again_what_was_recorded(browser: &Browser) {
    let site = Site::start(|_| page(PAGE)).await;
    let session = browser.session();
    let (recorded, wanted) = record(session.engine(), &site.url("/")).await;
    session.navigate(&site.url("/")).await.unwrap();
    let mut state = HandState::default();
    for gesture in gestures(&recorded) {
        let target = gesture.anchor.and_then(|at| recorded.entries[at].input()).unwrap().target;
        let placement = Placement {
            is_hit: true,
            xpath: recorded.target(target).map(xcheck_model::event::Target::xpath),
            ..Placement::default()
        };
        let performed = perform(session, &gesture, &placement, &mut state).await.unwrap();
        assert_eq!(performed, Performed::Done, "{}", gesture.label);
    }
    let (heard, held) = outcome(session).await;
    assert_eq!(held, wanted.1);
    assert_eq!(heard, wanted.0);
    let_go(session, &mut state).await.unwrap();
}

on_every_engine!(gestures_do_again_what_was_recorded);
