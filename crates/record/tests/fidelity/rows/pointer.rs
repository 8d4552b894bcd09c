//! Mouse and touch.

use xcheck_model::engine::Engine;

use crate::hand::Do;
use crate::inputs::REFUSED;
use crate::row::{Limit, Row};

const NO_BUTTON: &str = "the driver would never let go of this button";
const NO_TOUCH: &str = "the driver sends a mouse";

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
        pages: &[(
            "",
            "<style>div { overflow: visible !important }</style><div id=a></div><div id=c></div>",
        )],
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
        limits: &[
            Limit {
                engine: Engine::Firefox,
                why: "the driver drops nothing",
                told: &["dragdrop #a 150,25 to nothing"],
            },
            Limit {
                engine: Engine::WebKit,
                why: "the driver drops nothing",
                told: &["dragdrop #a 150,25 to nothing"],
            },
        ],
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
        name: "resting where the page was drawn under the pointer",
        pages: &[
            ("", "<div id=c>c</div><a id=b href=next>b</a>"),
            ("next", "<div id=b>b</div><div id=c>c</div>"),
        ],
        does: &[
            Do::Click(150, 125),
            Do::Until("location.pathname.endsWith('next')"),
            Do::Click(150, 225),
        ],
        told: &["click #b 150,125", "next: click #c 150,225"],
        limits: &[],
    },
    Row {
        name: "click with Shift",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::ShiftClick(150, 125)],
        told: &["click #b Shift+150,125"],
        limits: &[],
    },
    Row {
        name: "click on a part of a button",
        pages: &[(
            "",
            "<button id=b><span id=s style='display:block;height:50px'>s</span></button>",
        )],
        does: &[Do::Click(150, 125)],
        told: &["click #s 150,125"],
        limits: &[],
    },
    Row {
        name: "scroll bar",
        // A bar with a look of its own shows always, not only to a pointer that comes near.
        pages: &[(
            "",
            "<style>::-webkit-scrollbar { width: 15px; background: silver } ::-webkit-scrollbar-thumb { background: gray }</style>\
             <div id=d style='width:200px;height:200px;overflow-y:scroll'><div id=e style='height:2000px'></div></div>",
        )],
        does: &[
            Do::Drag(&[(193, 10), (193, 100), (193, 250)]),
            Do::Until("d.scrollTop === 1800 || d.clientWidth === 200"),
            Do::Drawn,
        ],
        told: &["scroll #d to 0,1800"],
        limits: &[Limit {
            engine: Engine::Chromium,
            why: "draws no scroll bars without a display",
            told: &["drag #e 193,10 to body 193,250"],
        }],
    },
    Row {
        name: "tap",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::Tap(150, 125)],
        told: &["tap #b 150,125"],
        limits: &[Limit { engine: Engine::WebKit, why: NO_TOUCH, told: &["click #b 150,125"] }],
    },
    Row {
        name: "swipe",
        pages: &[("", "<div id=b style='height:400px;touch-action:none'>b</div>")],
        does: &[Do::Swipe(&[(150, 400), (150, 300), (150, 200)])],
        told: &["swipe #b 150,400 to 150,200"],
        limits: &[Limit {
            engine: Engine::WebKit,
            why: NO_TOUCH,
            told: &["drag #b 150,400 to #b 150,200"],
        }],
    },
];
