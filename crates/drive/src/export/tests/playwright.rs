//! Tests for Playwright.

use super::*;
use crate::export::playwright;
use xcheck_model::event::{Registration, UncaughtError};

/// The body of the test, without what is the same in all.
fn body(actions: &[Action], pages: &[Page]) -> String {
    let text = playwright(&session(), actions, pages, None);
    let begin = text.find("let element").unwrap();
    let end = text.find("\n});\n").unwrap();
    text[begin..end].to_owned()
}

#[test]
fn every_kind_is_a_statement() {
    let mut page = page(0, "http://shop.test/", 0.0);
    page.files = vec![file("a.txt", "hello")];
    insta::assert_snapshot!(body(&every_kind(), &[page]), @r##"
    let element, onto;
      answerDialogs(context, [
        { type: 'confirm', accept: false },
        { type: 'prompt', accept: true, text: 'me' },
      ]);
      await page.goto('http://shop.test/');
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5, { modifiers: ['Control'] }));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5, { button: 'middle' }));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5, { button: 'right' }));
      // sideclick is left out: Playwright has no such button.
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.dblclick(await at(element, 82, 44.5));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.hover(await at(element, 82, 44.5));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await dragBy(page, element, 82, 44.5, 10, -20);
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      onto = await one(page.locator('xpath=/html/body/div[2]'));
      await dragTo(element, 82, 44.5, onto, 92, 24.5);
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await dragBy(page, element, 82, 44.5, 10, -20);
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.hover(await at(element, 82, 44.5));
      await page.mouse.wheel(0, -120);
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.tap(await at(element, 82, 44.5));
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await swipeBy(page, element, 82, 44.5, 10, -20);
      element = await one(
        page.locator('input[name="q"]'),
        page.locator('xpath=/html/body/input[1]'),
      );
      await element.pressSequentially('Hi!');
      await page.keyboard.type('x');
      await element.press('Enter');
      await element.press('Control+a');
      await element.press('Shift+Tab');
      // press is left out: no keyboard has the key 'Unidentified'.
      await page.keyboard.press('ControlOrMeta+c');
      await page.keyboard.press('ControlOrMeta+x');
      await paste(page, element, 'ab');
      element = await one(page.locator('xpath=/html/body/select[1]'));
      await element.selectOption([{ value: '1' }]);
      await element.selectOption([{ value: '1' }, { value: '2' }]);
      element = await one(
        page.locator('input[name="q"]'),
        page.locator('xpath=/html/body/input[1]'),
      );
      await element.fill('2026-01-02');
      await element.setInputFiles([
        { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('aGVsbG8=', 'base64') },
        // The content of this file is not in the recording.
        { name: 'big.iso', mimeType: 'application/octet-stream', buffer: Buffer.from('', 'base64') },
      ]);
      element = await one(page.locator(':root'));
      await element.evaluate((element, [x, y]) => element.scrollTo(x, y), [0, 300]);
      element = await one(page.locator('xpath=/html/body/div[1]'));
      await element.evaluate((element, [x, y]) => element.scrollTo(x, y), [1, 2]);
      await page.setViewportSize({ width: 640, height: 480 });
      // Here came the dialog 'confirm' 'Sure?'.
      // Here came the dialog 'prompt' 'Sure?'.
      await page.goBack();
      await page.goForward();
      await page.reload();
      await expect(page).toHaveURL(sameUrl('http://shop.test/', 'all'));
      // Engines word errors differently and have their own, so only Chromium is held to their number.
      if (browserName === 'chromium') {
        expect(errors.size, [...errors].join('\n')).toBeLessThanOrEqual(0);
      }
    "##);
}

#[test]
fn windows_frames_and_ends() {
    let mut pages = super::story::pages();
    let error = |message: &str| UncaughtError {
        name: "Error".to_owned(),
        message: message.to_owned(),
        url: String::new(),
        line: 1,
        column: 1,
    };
    let errors = vec![error("a"), error("a"), error("b")];
    let detail = vec![json!("pushState"), json!("?page=2")];
    let registrations = vec![Registration { kind: "history".to_owned(), detail }];
    pages[4].entries = vec![event(
        What::Task { name: String::new() },
        Locals { errors, registrations, ..Locals::default() },
    )];
    insta::assert_snapshot!(body(&super::story::actions(), &pages), @r##"
    let element;
      await page.goto('http://shop.test/');
      await pause(500);
      element = await one(
        page.frameLocator('iframe, frame').nth(1).frameLocator('iframe, frame').nth(2).getByRole('button', { name: 'Save', exact: true }),
        page.frameLocator('iframe, frame').nth(1).frameLocator('iframe, frame').nth(2).getByText('Save', { exact: true }),
        page.frameLocator('iframe, frame').nth(1).frameLocator('iframe, frame').nth(2).locator('#save'),
        page.frameLocator('iframe, frame').nth(1).frameLocator('iframe, frame').nth(2).locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5));
      const opening1 = context.waitForEvent('page');
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5));
      const page1 = await opening1;
      await pause(510);
      element = await one(
        page1.getByRole('button', { name: 'Save', exact: true }),
        page1.getByText('Save', { exact: true }),
        page1.locator('#save'),
        page1.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5));
      await pause(1400);
      element = await one(
        page.getByRole('button', { name: 'Save', exact: true }),
        page.getByText('Save', { exact: true }),
        page.locator('#save'),
        page.locator('xpath=/html/body/button[1]'),
      );
      await element.click(await at(element, 82, 44.5));
      await page.waitForURL(sameUrl('http://shop.test/cart', 'path'));
      await page.goto('http://shop.test/typed');
      await expect(page).toHaveURL(sameUrl('http://shop.test/typed?page=2', 'all'));
      // Engines word errors differently and have their own, so only Chromium is held to their number.
      if (browserName === 'chromium') {
        expect(errors.size, [...errors].join('\n')).toBeLessThanOrEqual(2);
      }
    "##);
}

#[test]
fn shortcuts_that_paste_bring_their_text() {
    let mut page = page(0, "http://shop.test/", 0.0);
    page.entries =
        vec![unheard("keydown", 0, 0, json!(["v"])), unheard("paste", 0, 0, json!(["a 'b'"]))];
    let kind =
        ActionKind::Press { key: "v".to_owned(), code: "KeyV".to_owned(), modifiers: CONTROL };
    let action = Action { entries: vec![0, 1], ..act(kind, field()) };
    assert!(body(&[action], &[page]).contains("await paste(page, element, \"a 'b'\");"));
}

#[test]
fn a_har_stands_in_for_the_server() {
    let text = playwright(&session(), &[], &[], Some("it's.har"));
    assert!(text.contains(
        "routeFromHAR(path.join(path.dirname(fileURLToPath(import.meta.url)), \"it's.har\"), { notFound: 'abort' })"
    ));
    assert!(text.contains("serviceWorkers: 'block'"));
    let text = playwright(&Session { has_folder: true, ..session() }, &[], &[], None);
    assert!(!text.contains("routeFromHAR"));
    assert!(text.contains("// The app was a folder"));
}

/// What is left of JavaScript when literals and line comments are taken out.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\'' | '"' | '`' => {
                loop {
                    match chars.next().expect("literals end") {
                        '\\' => _ = chars.next(),
                        '\n' | '\r' | '\u{2028}' | '\u{2029}' => panic!("a line ends in {bare}"),
                        other if other == char => break,
                        _ => {}
                    }
                }
                bare.push('_');
            }
            '/' if chars.peek() == Some(&'/') => {
                for char in chars.by_ref() {
                    assert!(!matches!(char, '\r' | '\u{2028}' | '\u{2029}'));
                    if char == '\n' {
                        break;
                    }
                }
                bare.push('\n');
            }
            char => bare.push(char),
        }
    }
    bare
}

#[test]
fn hostile_text_cannot_leave_its_literals() {
    let mut page = page(0, HOSTILE, 0.0);
    page.files = vec![file(HOSTILE, HOSTILE)];
    let text = playwright(&hostile_session(), &hostile_actions(), &[page], Some(HOSTILE));
    let end = text.find("\n/** The element that one").unwrap();
    for char in text[..end].chars() {
        let is_plain = char == '\n' || !char.is_control();
        assert!(is_plain && !matches!(char, '\u{2028}' | '\u{2029}' | '\u{202e}'), "{char:?}");
    }
    assert!(!text[..end].contains("*/") && !text.contains("</script") && !text.contains("<!--"));
    let bare = bare(&text[..end]);
    for char in ['$', '`', '\\', '<', 'é', '😀'] {
        assert!(!bare.contains(char), "{char} in {bare}");
    }
}
