//! Form fields.

use xcheck_browser::webdriver::Key;
use xcheck_model::engine::Engine;

use crate::hand::Do;
use crate::row::{Limit, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "select by keys",
        pages: &[("", "<select id=b autofocus><option>one<option>two<option>three</select>")],
        does: &[Do::Press(Key::ArrowDown), Do::Until("b.value === 'two'")],
        told: &["select #b two"],
        limits: &[],
    },
    Row {
        name: "select in a list",
        pages: &[(
            "",
            "<select id=b size=3 style='height:90px;font:16px/30px sans-serif'><option id=o style='height:30px;padding:0'>one<option>two</select>",
        )],
        does: &[Do::Click(120, 110), Do::Until("b.value === 'one'")],
        told: &["select #b one"],
        limits: &[],
    },
    Row {
        name: "checkbox",
        pages: &[("", "<input id=b type=checkbox>")],
        does: &[Do::Click(150, 125), Do::Until("b.checked")],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "checkbox by Space",
        pages: &[("", "<input id=b type=checkbox autofocus>")],
        does: &[Do::Type(" "), Do::Until("b.checked")],
        told: &["press #b Space"],
        limits: &[],
    },
    Row {
        name: "radio",
        pages: &[("", "<input id=b type=radio name=r><input id=c type=radio name=r checked>")],
        does: &[Do::Click(150, 125), Do::Until("b.checked")],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "radio by arrow keys",
        pages: &[(
            "",
            "<input id=b type=radio name=r checked autofocus><input id=c type=radio name=r>",
        )],
        does: &[Do::Press(Key::ArrowDown), Do::Until("c.checked")],
        told: &["press #b ArrowDown"],
        limits: &[],
    },
    Row {
        name: "label",
        pages: &[("", "<label id=a for=b>text</label><input id=b type=checkbox>")],
        does: &[Do::Click(150, 25), Do::Until("b.checked")],
        told: &["click #a 150,25"],
        limits: &[],
    },
    Row {
        name: "label around its field",
        pages: &[("", "<label id=a>text <input id=d type=checkbox></label>")],
        does: &[Do::Click(190, 40), Do::Until("d.checked")],
        told: &["click #a 190,40"],
        limits: &[],
    },
    Row {
        name: "range by mouse",
        pages: &[("", "<input id=b type=range min=0 max=100 value=0>")],
        does: &[Do::Drag(&[(108, 125), (130, 125), (150, 125)]), Do::Until("b.value > 20")],
        told: &["drag #b 108,125 to #b 150,125"],
        limits: &[],
    },
    Row {
        name: "range by keys",
        pages: &[("", "<input id=b type=range min=0 max=100 value=0 autofocus>")],
        does: &[Do::Press(Key::ArrowRight), Do::Press(Key::ArrowRight), Do::Until("b.value > 1")],
        told: &["fill #b 2"],
        limits: &[],
    },
    Row {
        name: "date",
        pages: &[("", "<input id=b type=date style='width:200px'>")],
        does: &[Do::Click(115, 125), Do::Type("01022024")],
        told: &["fill #b 2024-01-02"],
        limits: &[Limit {
            engine: Engine::WebKit,
            why: "the field takes no keys",
            told: &["click #b 115,125", "type #b '01022024'"],
        }],
    },
    Row {
        name: "file",
        pages: &[("", "<input id=b type=file>")],
        does: &[Do::Choose("#b", "notes.txt")],
        told: &["upload #b notes.txt"],
        limits: &[],
    },
];
