//! Keys.

use xcheck_browser::webdriver::Key;

use crate::hand::Do;
use crate::row::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "typing into an input",
        pages: &[("", "<input id=b>")],
        does: &[Do::Click(150, 125), Do::Type("some text"), Do::Until("b.value === 'some text'")],
        told: &["click #b 150,125", "type #b 'some text'"],
        limits: &[],
    },
    Row {
        name: "typing into a textarea",
        pages: &[("", "<textarea id=b></textarea>")],
        does: &[
            Do::Click(150, 125),
            Do::Type("one"),
            Do::Press(Key::Enter),
            Do::Type("two"),
            Do::Until("b.value === 'one\\ntwo'"),
        ],
        told: &["click #b 150,125", "type #b 'one'", "press #b Enter", "type #b 'two'"],
        limits: &[],
    },
    Row {
        name: "typing into editable content",
        pages: &[("", "<div id=b contenteditable></div>")],
        does: &[Do::Click(150, 125), Do::Type("text"), Do::Until("b.textContent === 'text'")],
        told: &["click #b 150,125", "type #b 'text'"],
        limits: &[],
    },
    Row {
        name: "capitals",
        pages: &[("", "<input id=b autofocus>")],
        does: &[Do::Type("Hi You"), Do::Until("b.value === 'Hi You'")],
        told: &["type #b 'Hi You'"],
        limits: &[],
    },
    Row {
        name: "correcting",
        pages: &[("", "<input id=b autofocus>")],
        does: &[Do::Type("ab"), Do::Press(Key::Backspace), Do::Until("b.value === 'a'")],
        told: &["type #b 'ab'", "press #b Backspace"],
        limits: &[],
    },
    Row {
        name: "shortcut",
        pages: &[("", "<input id=b autofocus value=old>")],
        does: &[Do::Chord(&[Key::Control], 'a'), Do::Type("n"), Do::Until("b.value === 'n'")],
        told: &["press #b Control+a", "type #b 'n'"],
        limits: &[],
    },
    Row {
        name: "copy and paste by keys",
        pages: &[("", "<input id=b autofocus value=old><input id=c>")],
        does: &[
            Do::Chord(&[Key::Control], 'a'),
            Do::Chord(&[Key::Control], 'c'),
            Do::Press(Key::Tab),
            Do::Chord(&[Key::Control], 'v'),
            Do::Until("c.value === 'old'"),
        ],
        told: &["press #b Control+a", "press #b Control+c", "press #b Tab", "press #c Control+v"],
        limits: &[],
    },
    Row {
        name: "cut by keys",
        pages: &[("", "<input id=b autofocus value=old>")],
        does: &[
            Do::Chord(&[Key::Control], 'a'),
            Do::Chord(&[Key::Control], 'x'),
            Do::Until("b.value === ''"),
        ],
        told: &["press #b Control+a", "press #b Control+x"],
        limits: &[],
    },
    Row {
        name: "Enter submits",
        pages: &[
            ("", "<form action=done><input id=b name=q autofocus><button id=c>go</button></form>"),
            ("done", "<p>done"),
        ],
        does: &[
            Do::Type("q"),
            Do::Press(Key::Enter),
            Do::Until("location.pathname.endsWith('done')"),
        ],
        told: &["type #b 'q'", "press #b Enter"],
        limits: &[],
    },
    Row {
        name: "Tab",
        pages: &[("", "<input id=b autofocus><input id=c>")],
        does: &[Do::Press(Key::Tab), Do::Type("x"), Do::Until("c.value === 'x'")],
        told: &["press #b Tab", "type #c 'x'"],
        limits: &[],
    },
    Row {
        name: "Space on a button",
        pages: &[("", "<button id=b autofocus onclick='this.title = 1'>b</button>")],
        does: &[Do::Type(" "), Do::Until("b.title")],
        told: &["press #b Space"],
        limits: &[],
    },
    Row {
        name: "Enter on a link",
        pages: &[("", "<a id=b autofocus href=next>b</a>"), ("next", "<p>next")],
        does: &[Do::Press(Key::Enter), Do::Until("location.pathname.endsWith('next')")],
        told: &["press #b Enter"],
        limits: &[],
    },
    Row {
        name: "letter for the page",
        pages: &[(
            "",
            "<script>addEventListener('keydown', e => { document.title = e.key });</script>",
        )],
        does: &[Do::Type("j"), Do::Until("document.title === 'j'")],
        told: &["press body j"],
        limits: &[],
    },
    Row {
        name: "scrolling by keys",
        pages: &[("", "<div id=d style='height:5000px'></div>")],
        does: &[Do::Press(Key::PageDown), Do::Until("scrollY > 100")],
        told: &["press body PageDown"],
        limits: &[],
    },
];
