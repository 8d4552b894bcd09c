//! Mouse and touch.

use xcheck_model::engine::Engine;

use crate::hand::Do;
use crate::inputs::REFUSED;
use crate::row::{Limit, Row};

const NO_BUTTON: &str = "the driver would never let go of this button";

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "click",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::Click(150, 125)],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "double click",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::DoubleClick(150, 125)],
        told: &["doubleclick #b 150,125"],
        limits: &[],
    },
    Row {
        name: "two clicks, slowly",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::SlowClicks(150, 125)],
        told: &["click #b 150,125", "click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "two clicks, far apart",
        pages: &[("", "<button id=a>a</button><button id=c>c</button>")],
        does: &[Do::Click(150, 25), Do::Click(150, 225)],
        told: &["click #a 150,25", "click #c 150,225"],
        limits: &[],
    },
    Row {
        name: "right click",
        pages: &[("", "<div id=b>b</div>")],
        does: &[Do::RightClick(150, 125)],
        told: &["rightclick #b 150,125"],
        limits: &[Limit { engine: Engine::WebKit, why: NO_BUTTON, told: &[REFUSED] }],
    },
    Row {
        name: "middle click",
        pages: &[("", "<div id=b>b</div>")],
        does: &[Do::MiddleClick(150, 125)],
        told: &["middleclick #b 150,125"],
        limits: &[Limit { engine: Engine::WebKit, why: NO_BUTTON, told: &[REFUSED] }],
    },
    Row {
        name: "mouse drag",
        pages: &[("", "<div id=a></div><div id=c></div>")],
        does: &[Do::Drag(&[(150, 25), (150, 80), (150, 150), (150, 225)])],
        told: &["drag #a 150,25 to #c 150,225"],
        limits: &[],
    },
    Row {
        name: "drag and drop",
        pages: &[(
            "",
            "<div id=a draggable=true>a</div><div id=c ondragover='event.preventDefault()'>c</div>",
        )],
        does: &[Do::Drag(&[(150, 25), (155, 40), (150, 120), (150, 220), (155, 225)])],
        told: &["dragdrop #a 150,25 to #c 155,225"],
        limits: &[],
    },
    Row {
        name: "wheel",
        pages: &[("", "<div id=d style='height:5000px'></div>")],
        does: &[Do::Wheel((300, 300), (0, 100)), Do::Until("scrollY === 100")],
        told: &["wheel #d 300,300 by 0,100"],
        limits: &[],
    },
    Row {
        name: "hover",
        pages: &[("", "<style>#b:hover { background: red }</style><div id=b>b</div>")],
        does: &[Do::Rest(150, 125), Do::Click(400, 400)],
        told: &["hover #b 150,125", "click body 400,400"],
        limits: &[],
    },
    Row {
        name: "moving without a rest",
        pages: &[("", "<div id=b>b</div><div id=c>c</div>")],
        does: &[Do::Drag(&[(150, 125)]), Do::Click(150, 225)],
        told: &["click #b 150,125", "click #c 150,225"],
        limits: &[],
    },
    Row {
        name: "tap",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::Tap(150, 125)],
        told: &["tap #b 150,125"],
        limits: &[],
    },
    Row {
        name: "swipe",
        pages: &[("", "<div id=b style='height:400px;touch-action:none'>b</div>")],
        does: &[Do::Swipe(&[(150, 400), (150, 300), (150, 200)])],
        told: &["swipe #b 150,400 to 150,200"],
        limits: &[],
    },
];
