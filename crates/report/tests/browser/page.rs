//! What the page does, in all engines.

use std::time::{Duration, Instant};

use camino::Utf8Path;
use serde_json::{Value, json};
use xcheck_browser::webdriver::{Actions, KeySequence};
use xcheck_browser::{Browser, Session};
use xcheck_testkit::on_every_engine;

use crate::sample::{self, BOX, Folder, HOSTILE};

const LIMIT: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);

on_every_engine!(
    keys_and_modes_work,
    search_and_chips_leave_findings_out,
    hostile_content_stays_text,
    five_hundred_findings_are_quick,
    a_report_of_nothing_says_so,
    pictures_beside_the_page_are_shown,
    links_lead_to_findings,
    a_finding_is_copied_as_issue,
    a_finding_is_copied_as_test,
);

/// Writes a report and opens it from disk.
pub(crate) async fn open(browser: &Browser, folder: &Folder, report: &Value, title: &str) {
    open_in(browser, &folder.path, report, title).await;
}

/// The same in a folder that was there before.
pub(crate) async fn open_in(browser: &Browser, folder: &Utf8Path, report: &Value, title: &str) {
    let written = xcheck_report::write(folder, &report.to_string(), title).unwrap();
    let session = browser.session();
    session.navigate(&format!("file://{}", written.path)).await.unwrap();
    wait_for(session, "the report", "document.documentElement.dataset.ready").await;
}

/// Waits until an expression is something, and gives it.
pub(crate) async fn wait_for(session: &Session, what: &str, expression: &str) -> Value {
    let start = Instant::now();
    loop {
        let value = value_of(session, expression).await;
        if !(value.is_null() || value == false || value == 0 || value == "") {
            return value;
        }
        assert!(start.elapsed() < LIMIT, "{what} did not happen, last value {value}");
        tokio::time::sleep(POLL).await;
    }
}

async fn value_of(session: &Session, expression: &str) -> Value {
    session.execute(&format!("return {expression}"), &[]).await.unwrap()
}

async fn text(session: &Session, selector: &str) -> String {
    let script = format!("document.querySelector({})?.textContent ?? ''", json!(selector));
    value_of(session, &script).await.as_str().unwrap().to_owned()
}

pub(crate) async fn press(session: &Session, keys: &str) {
    session.perform(&Actions::new().keys(KeySequence::new("keyboard").text(keys))).await.unwrap();
}

/// No script failed, and nothing tried what the policy forbids.
async fn assert_no_trouble(session: &Session) {
    assert_eq!(value_of(session, "document.documentElement.dataset.trouble").await, Value::Null);
}

async fn listed(session: &Session) -> Value {
    value_of(
        session,
        "[...document.querySelectorAll('#list li:not([hidden]) .title')].map(e => e.textContent)",
    )
    .await
}

async fn keys_and_modes_work(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    open(browser, &folder, &sample::report(&shots), "Shop").await;
    assert_eq!(session.title().await.unwrap(), "Shop");
    assert_eq!(text(session, "#totals").await, "1 critical1 major1 minor");
    assert_eq!(text(session, "#count").await, "3 findings");
    assert!(text(session, ".head h2").await.starts_with("#add does nothing"));
    assert!(text(session, ".cause").await.contains("valueAsNumber"));
    assert!(text(session, ".sibling").await.contains("WebKit (GTK) (x2)"));
    let divergence = text(session, ".divergence").await;
    assert!(divergence.contains("http://shop.localhost/app.js:2:18"), "{divergence}");
    assert!(text(session, ".lines").await.contains("total.toFixed is not a function"));
    assert_eq!(text(session, "mark.test").await, "0");

    assert_eq!(text(session, ".diff .reference").await, "− <button id=\"add\">Add to cart\n");
    assert_eq!(text(session, ".diff .test").await, "+ <button id=\"add\">Add <b>again</b>\n");
    assert!(text(session, "[aria-label=Styles]").await.contains("rgb(255, 255, 255)rgb(0, 0, 0)"));

    // The element is outlined in both pictures, at its place, and scrolled to.
    wait_for(session, "both pictures", "document.querySelectorAll('.ready .outline').length === 2")
        .await;
    let place = "(() => { const o = document.querySelector('.outline.reference').getBoundingClientRect(), \
        c = document.querySelector('.canvas').getBoundingClientRect(); \
        return Math.round((o.top + 3 - c.top) / c.width * 640) })()";
    let top = value_of(session, place).await.as_f64().unwrap();
    assert!((top - BOX[1] as f64).abs() < 3.0, "{top}");
    press(session, "++").await;
    wait_for(session, "zoom", "document.querySelector('.canvas').clientWidth >= 640").await;
    wait_for(
        session,
        "scrolling to the element",
        "[...document.querySelectorAll('.scroller')].every(s => s.scrollTop > 0)",
    )
    .await;
    press(session, "0").await;

    // From below, a key brings the pictures to the top: they have their room before they are there.
    value_of(session, "document.getElementById('detail').scrollTo(0, 1e6)").await;
    press(session, "2").await;
    wait_for(session, "the slider", "document.querySelector('[data-mode=slider] .ready input, .viewer[data-mode=slider] .ready')").await;
    assert_eq!(
        value_of(session, "document.querySelectorAll('.layer')[1].style.clipPath.includes('50%')")
            .await,
        true
    );
    let is_on_top = "(() => { const room = document.getElementById('detail'), \
        top = document.querySelector('.viewer').getBoundingClientRect().top - room.getBoundingClientRect().top; \
        return Math.abs(top) < 2 || room.scrollTop + room.clientHeight > room.scrollHeight - 2 })()";
    wait_for(session, "pictures on top", is_on_top).await;
    press(session, "3").await;
    wait_for(session, "onion skin", "document.querySelector('.viewer[data-mode=onion] .ready')")
        .await;
    assert_eq!(
        value_of(session, "document.querySelectorAll('.layer')[1].style.opacity").await,
        "0.5"
    );
    press(session, "4").await;
    wait_for(
        session,
        "the difference",
        "document.querySelector('.viewer[data-mode=difference] .ready canvas')",
    )
    .await;
    let pixel = |x: usize, y: usize| {
        format!(
            "[...document.querySelector('canvas').getContext('2d').getImageData({x}, {y}, 1, 1).data].slice(0, 3).some(v => v > 40)"
        )
    };
    assert_eq!(value_of(session, &pixel(5, 5)).await, false, "equal is black");
    assert_eq!(
        value_of(session, &pixel(BOX[0] + 5, BOX[1] + 5)).await,
        true,
        "different is bright"
    );
    let top = value_of(session, place).await.as_f64().unwrap();
    assert!((top - BOX[1] as f64).abs() < 3.0, "{top}");
    press(session, "5").await;
    wait_for(
        session,
        "all browsers",
        "document.querySelectorAll('.viewer[data-mode=all] .ready').length === 3",
    )
    .await;
    press(session, "1").await;
    wait_for(
        session,
        "side by side",
        "document.querySelectorAll('.viewer[data-mode=side] .ready').length === 2",
    )
    .await;
    press(session, "o").await;
    assert_eq!(value_of(session, "document.querySelector('.viewer.plain') !== null").await, true);
    press(session, "o").await;

    press(session, "j").await;
    assert_eq!(text(session, ".head h2").await, "#add is red instead of green");
    assert_eq!(value_of(session, "location.hash").await, "#x2");
    press(session, "jj").await;
    assert!(text(session, ".head").await.contains("Accepted until 2027-01-01: both are fine"));
    press(session, "kk").await;
    assert_eq!(value_of(session, "document.querySelector('.row[aria-current]').hash").await, "#x1");

    press(session, "t").await;
    let step = text(session, ".timeline [aria-current=step]").await;
    assert!(step.contains("type \"2\" into #count") && step.contains("x1"), "{step}");
    assert!(step.contains("What led here") && step.contains("addToCart ×2"), "{step}");
    let lanes = "[...document.querySelectorAll('.lane-name')].map(e => e.textContent)";
    let lanes = value_of(session, lanes).await;
    assert_eq!(lanes, json!(["Navigation", "Input", "Network", "Callbacks", "Browser", "Steps"]));
    assert_eq!(text(session, ".now-line").await, "x1");
    let script =
        "void document.querySelectorAll('.timeline details').forEach(d => { d.open = true })";
    value_of(session, script).await;
    wait_for(session, "all steps", "document.querySelectorAll('.timeline .rows').length > 2").await;
    assert!(text(session, ".timeline").await.contains("POST http://shop.localhost/cart (500"));
    let script = "void document.querySelectorAll('.timeline li:not([aria-current]) details').forEach(d => { d.open = false })";
    value_of(session, script).await;
    wait_for(
        session,
        "pictures of the step",
        "document.querySelectorAll('.timeline [aria-current] .thumbnail[src]').length === 2",
    )
    .await;
    press(session, "s").await;
    assert!(text(session, ".transitions .note.bad").await.contains("1 missing"));
    assert!(text(session, ".transitions .missing").await.contains("type \"2\" into #count"));
    assert!(text(session, ".transitions .note.good").await.contains("same states"));
    let counts = "['.node', '.way', '.way.broken', '.node.broken'].map(s => document.querySelectorAll(s).length)";
    assert_eq!(value_of(session, counts).await, json!([4, 3, 1, 1]));
    value_of(session, "document.querySelector('.node.broken').click()").await;
    let detail = text(session, ".state-detail").await;
    assert!(detail.contains("State 2") && detail.contains("Firefox leads nowhere"), "{detail}");
    value_of(session, "document.querySelector('.way-list .broken button').click()").await;
    let detail = text(session, ".state-detail").await;
    assert!(detail.contains("State 3") && detail.contains("x1Firefox: #add does"), "{detail}");
    value_of(session, "document.querySelector('.state-detail').scrollIntoView()").await;
    wait_for(
        session,
        "its pictures",
        "document.querySelectorAll('.state-detail .thumbnail[src]').length === 3",
    )
    .await;
    press(session, "f").await;

    press(session, "?").await;
    assert_eq!(value_of(session, "document.getElementById('help').open").await, true);
    press(session, "j\u{e00c}").await;
    assert_eq!(value_of(session, "document.getElementById('help').open").await, false);
    assert_eq!(value_of(session, "location.hash").await, "#x1", "keys are the dialog's");
    press(session, "c").await;
    wait_for(session, "the copy", "document.getElementById('told').textContent").await;
    assert_no_trouble(session).await;
}

async fn search_and_chips_leave_findings_out(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    open(browser, &folder, &sample::report(&shots), "Shop").await;
    press(session, "/").await;
    assert_eq!(value_of(session, "document.activeElement.id").await, "search");
    press(session, "ADD red").await;
    assert_eq!(listed(session).await, json!(["#add is red instead of green"]));
    assert_eq!(text(session, "#count").await, "1 of 3 findings");
    press(session, "\u{e00c}").await;
    assert_eq!(text(session, "#count").await, "3 findings");
    assert_eq!(value_of(session, "document.activeElement === document.body").await, true);
    for (group, value, n) in [
        ("browser", "webkit", 2),
        ("kind", "text", 1),
        ("severity", "major", 1),
        ("state", "new", 2),
    ] {
        let chip = format!("document.querySelector('[data-group={group}][data-value={value}]')");
        let script = format!("({chip}.click(), {chip}.getAttribute('aria-pressed'))");
        assert_eq!(value_of(session, &script).await, "true");
        assert_eq!(listed(session).await.as_array().unwrap().len(), n, "{group}");
        value_of(session, &format!("{chip}.click()")).await;
    }
    let script = "(s => { s.value = '1'; s.dispatchEvent(new Event('change')) })(document.querySelector('#filters select'))";
    value_of(session, script).await;
    assert_eq!(listed(session).await.as_array().unwrap().len(), 1);
    press(session, "/nothing").await;
    assert_eq!(value_of(session, "document.querySelector('.none').hidden").await, false);
    value_of(session, "document.querySelector('.none button').click()").await;
    assert_eq!(text(session, "#count").await, "3 findings");
    assert_eq!(value_of(session, "document.querySelector('.none').hidden").await, true);
    assert_no_trouble(session).await;
}

async fn hostile_content_stays_text(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    for name in ["chromium", "firefox", "webkit"] {
        sample::poison_run(&folder.path.join("runs/1").join(name));
    }
    sample::poison_trace(&folder.path);
    open(browser, &folder, &sample::hostile_report(&shots), HOSTILE[2]).await;
    assert_eq!(session.title().await.unwrap(), HOSTILE[2]);
    let n = value_of(session, "document.querySelectorAll('.row').length").await.as_u64().unwrap();
    assert_eq!(n, HOSTILE.len() as u64 + 2);
    for _ in 0..n {
        press(session, "234ftsf1cp").await;
        press(session, "j").await;
    }
    // What is invisible is seen, and nothing turns the text around it.
    let shown = value_of(session, "document.querySelector('#list').textContent").await;
    let shown = shown.as_str().unwrap();
    assert!(shown.contains("turned ⟨U+202E⟩gpj.exe⟨U+2066⟩ round"));
    assert!(shown.contains("null ␀ and bell ␇"));
    let unseen = "/[\\u0000\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)";
    assert_eq!(value_of(session, unseen).await, false);
    assert_eq!(
        value_of(session, "document.querySelector('#list').textContent.length < 20000").await,
        true
    );
    assert_eq!(value_of(session, "window.hacked ?? 'never'").await, "never");
    let strange = "document.querySelectorAll('img[onerror], svg:not(.ways), [onload], a[href^=javascript], b b').length";
    assert_eq!(value_of(session, strange).await, 0);
    assert_no_trouble(session).await;
}

async fn five_hundred_findings_are_quick(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    open(browser, &folder, &sample::many(&shots, 500), "Shop").await;
    assert_eq!(text(session, "#count").await, "500 findings");
    press(session, "/").await;
    press(session, "item-49").await;
    assert_eq!(text(session, "#count").await, "11 of 500 findings");
    // Rows are hidden, never made again.
    let script = "(() => { const s = document.getElementById('search'); let made = 0; \
        const o = new MutationObserver(r => { made += r.length }); \
        o.observe(document.getElementById('list'), { childList: true, subtree: true }); \
        const row = document.querySelector('.row'); s.value = ''; s.dispatchEvent(new Event('input')); \
        const n = o.takeRecords().filter(r => r.target.matches('ul')).length; \
        return [n, row.isConnected] })()";
    assert_eq!(value_of(session, script).await, json!([0, true]));
    press(session, "\u{e00c}").await;
    press(session, "jjjjjkk").await;
    assert_eq!(text(session, "#count").await, "500 findings");
    assert_no_trouble(session).await;
}

async fn a_report_of_nothing_says_so(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let mut report = sample::report(&shots);
    report["xbis"] = json!([]);
    open(browser, &folder, &report, "Shop").await;
    assert!(text(session, ".emptiness").await.contains("No incompatibilities"));
    assert_eq!(value_of(session, "document.getElementById('findings').hidden").await, true);
    press(session, "jk1234ts?").await;
    assert!(text(session, ".numbers").await.contains("States"));
    assert_no_trouble(session).await;
    open(browser, &folder, &json!({}), "").await;
    press(session, "jk1234ts?").await;
    assert_no_trouble(session).await;
    open(
        browser,
        &folder,
        &json!({"xbis": [{}, 4, {"element": 3, "cbds": [7], "images": []}], "tests": 1}),
        "",
    )
    .await;
    press(session, "jk1234ts").await;
    assert_eq!(text(session, "#count").await, "3 findings");
    assert_no_trouble(session).await;
}

async fn pictures_beside_the_page_are_shown(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    open(browser, &folder, &sample::report(&shots), "Shop").await;
    // The same page with its pictures beside it, as a larger report has them.
    let page = std::fs::read_to_string(folder.path.join("index.html")).unwrap();
    std::fs::create_dir(folder.path.join("pictures")).unwrap();
    for (browser, hashes) in &shots {
        for hash in hashes {
            let from = folder.path.join(format!("runs/1/{browser}/shots/{hash}.png"));
            std::fs::copy(from, folder.path.join(format!("pictures/{hash}.png"))).unwrap();
        }
    }
    let page =
        page.replace("\"inside\":[", "\"beside\":[").replacen("\"beside\":[]", "\"inside\":[]", 1);
    let page = page.replace("id=\"picture-", "id=\"elsewhere-");
    std::fs::write(folder.path.join("index.html"), page).unwrap();
    session.refresh().await.unwrap();
    wait_for(session, "both pictures", "document.querySelectorAll('.ready .outline').length === 2")
        .await;
    assert_eq!(
        value_of(
            session,
            "document.querySelector('.layer img').getAttribute('src').startsWith('pictures/')"
        )
        .await,
        true
    );
    press(session, "4").await;
    wait_for(
        session,
        "the difference",
        "document.querySelector('.viewer[data-mode=difference] .ready canvas')",
    )
    .await;
    assert_no_trouble(session).await;
}

async fn links_lead_to_findings(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let report = sample::report(&shots);
    let written = xcheck_report::write(&folder.path, &report.to_string(), "Shop").unwrap();
    session.navigate(&format!("file://{}#x3", written.path)).await.unwrap();
    wait_for(session, "the report", "document.documentElement.dataset.ready").await;
    assert!(text(session, ".head h2").await.starts_with("p says"));
    value_of(session, "document.querySelector('.row').click()").await;
    wait_for(
        session,
        "the other finding",
        "document.querySelector('.head h2').textContent.startsWith('#add does')",
    )
    .await;
    value_of(session, "document.querySelector('.sibling').click()").await;
    wait_for(
        session,
        "the sibling",
        "document.querySelector('.head h2').textContent.startsWith('#add is red')",
    )
    .await;
    assert_no_trouble(session).await;
}

async fn a_finding_is_copied_as_issue(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    open(browser, &folder, &sample::report(&shots), "Shop").await;
    let issue = copied(session, "c").await;
    for part in [
        "### Firefox: \\#add does nothing after a count was typed\n",
        "| Browser | Firefox 153.0 \\(expected as in Chromium 156.0.7000.1\\) |",
        "| ` text ` | ` Total 12.00 € ` | ` Total 0.00 € ` |",
        "**First divergence** another callback in its place at event 6 (` interval addToCart `): ` click on button \"Add to cart\" `",
        "` http://shop.localhost/app.js:2:18 `",
        "TypeError: total.toFixed is not a function (http://shop.localhost/app.js:4:3)",
        "```sh\nxcheck replay sessions/1.xct --browser firefox -o run\n```",
    ] {
        assert!(issue.contains(part), "{part}\n{issue}");
    }
    let mut report = sample::report(&shots);
    report["xbis"][0]["title"] = json!("<script> [a](b) `c` | @d\n# e");
    report["xbis"][0]["element"]["html"] = json!("```\n<img src=x>\n````");
    report["xbis"][0]["cbds"][0]["test"] = json!("a ``b`` | \u{202e}c");
    open(browser, &folder, &report, "Shop").await;
    let issue = copied(session, "c").await;
    for part in [
        "\\<script\\> \\[a\\]\\(b\\) \\`c\\` \\| \\@d \\# e\n",
        "`````html\n```\n<img src=x>\n````\n`````",
        "``` a ``b`` \\| ⟨U+202E⟩c ```",
    ] {
        assert!(issue.contains(part), "{part}\n{issue}");
    }
    assert_no_trouble(session).await;
}

async fn a_finding_is_copied_as_test(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let mut report = sample::report(&shots);
    open(browser, &folder, &report, "Shop").await;
    let test = copied(session, "p").await;
    for part in [
        "test('#add does nothing after a count was typed', async ({ page, context, browserName }) => {\n",
        "  await page.goto('http://shop.localhost/');\n",
        "getByRole",
        "  await expect(page.locator('xpath=/html[1]/body[1]/main[1]/button[1]')).toHaveText('Total 12.00 €');\n",
        "async function one(",
    ] {
        assert!(test.contains(part), "{part}\n{test}");
    }
    assert!(!test.contains("Cart'"), "what comes later is left out\n{test}");
    value_of(session, "document.querySelector('.program') ?? void [...document.querySelectorAll('details')].forEach(d => { d.open = true })").await;
    wait_for(session, "the test", "document.querySelector('.program')").await;
    value_of(session, "void (window.copied = '', [...document.querySelectorAll('.actions button')].at(-1).click())").await;
    let whole = wait_for(session, "the whole test", "window.copied").await;
    assert!(whole.as_str().unwrap().contains("await expect(page).toHaveURL("), "{whole}");
    report["xbis"][0]["title"] = json!("'); window.hacked = 1; //\n\u{202e}*/</script>");
    open(browser, &folder, &report, "Shop").await;
    let test = copied(session, "p").await;
    assert!(
        test.contains("test('\\'); window.hacked = 1; //\\n\\u202e*/</script>', async"),
        "{test}"
    );
    assert_no_trouble(session).await;
}

/// What the report puts into the clipboard at a key.
async fn copied(session: &Session, key: &str) -> String {
    let stand_in = "void Object.defineProperty(navigator, 'clipboard', \
        { configurable: true, value: { writeText: async (text) => { window.copied = text } } })";
    value_of(session, stand_in).await;
    press(session, key).await;
    wait_for(session, "the copy", "window.copied").await.as_str().unwrap().to_owned()
}
