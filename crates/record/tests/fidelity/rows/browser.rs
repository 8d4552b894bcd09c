//! The browser around the page: dialogs, history, windows.

use crate::hand::Do;
use crate::row::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "alert",
        pages: &[("", "<button id=b onclick=\"alert('now')\">b</button>")],
        does: &[Do::Click(150, 125), Do::Accept],
        told: &["click #b 150,125", "dialog alert 'now' yes"],
        limits: &[],
    },
    Row {
        name: "confirm: yes",
        pages: &[("", "<button id=b onclick=\"confirm('sure?')\">b</button>")],
        does: &[Do::Click(150, 125), Do::Accept],
        told: &["click #b 150,125", "dialog confirm 'sure?' yes"],
        limits: &[],
    },
    Row {
        name: "confirm: no",
        pages: &[("", "<button id=b onclick=\"confirm('sure?')\">b</button>")],
        does: &[Do::Click(150, 125), Do::Dismiss],
        told: &["click #b 150,125", "dialog confirm 'sure?' no"],
        limits: &[],
    },
    Row {
        name: "prompt: a text",
        pages: &[("", "<button id=b onclick=\"prompt('name?')\">b</button>")],
        does: &[Do::Click(150, 125), Do::Answer("me")],
        told: &["click #b 150,125", "dialog prompt 'name?' yes 'me'"],
        limits: &[],
    },
    Row {
        name: "prompt: canceled",
        pages: &[("", "<button id=b onclick=\"prompt('name?')\">b</button>")],
        does: &[Do::Click(150, 125), Do::Dismiss],
        told: &["click #b 150,125", "dialog prompt 'name?' no"],
        limits: &[],
    },
    Row {
        name: "back and forward within a page",
        pages: &[("", "<button id=b onclick=\"history.pushState(1, '', '#one')\">b</button>")],
        does: &[
            Do::Click(150, 125),
            Do::Until("location.hash"),
            Do::Back,
            Do::Until("!location.hash"),
            Do::Forward,
            Do::Until("location.hash"),
        ],
        told: &["click #b 150,125", "back", "forward"],
        limits: &[],
    },
    Row {
        name: "back and forward between parts of a page",
        pages: &[("", "<a id=b href=#one>b</a>")],
        does: &[
            Do::Click(150, 125),
            Do::Until("location.hash"),
            Do::Back,
            Do::Until("!location.hash"),
            Do::Forward,
            Do::Until("location.hash"),
        ],
        told: &["click #b 150,125", "back", "forward"],
        limits: &[],
    },
    Row {
        name: "back and forward between pages",
        pages: &[("", "<a id=b href=next>b</a>"), ("next", "<p>next")],
        does: &[
            Do::Click(150, 125),
            Do::Until("location.pathname.endsWith('next')"),
            Do::Back,
            Do::Until("document.getElementById('b')"),
            Do::Forward,
            Do::Until("location.pathname.endsWith('next')"),
        ],
        told: &["click #b 150,125", "back", "next: forward"],
        limits: &[],
    },
    Row {
        name: "reload",
        pages: &[("", "<button id=b>b</button>")],
        does: &[Do::Reload, Do::Click(150, 125)],
        told: &["reload", "click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "new window",
        pages: &[
            ("", "<a id=b href=next target=_blank>b</a>"),
            ("next", "<button id=c>c</button>"),
        ],
        does: &[
            Do::Click(150, 125),
            Do::EnterWindow,
            Do::Until("document.getElementById('c')"),
            Do::Click(150, 225),
            Do::CloseWindow,
        ],
        told: &["click #b 150,125", "next: click #c 150,225"],
        limits: &[],
    },
    Row {
        name: "resize",
        pages: &[("", "<a id=b href=next>b</a>"), ("next", "<p>next")],
        does: &[
            Do::Resize(-100.0, 0.0),
            Do::Until("innerWidth === 1180"),
            Do::Drawn,
            Do::Click(150, 125),
            Do::Until("location.pathname.endsWith('next')"),
            Do::Resize(100.0, 0.0),
            Do::Until("innerWidth === 1280"),
            Do::Drawn,
        ],
        told: &["resize to 1180,720", "click #b 150,125", "next: resize to 1280,720"],
        limits: &[],
    },
];
