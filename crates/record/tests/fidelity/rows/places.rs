//! Where elements are and what pages do to events.

use crate::hand::Do;
use crate::row::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "frame of the same origin",
        pages: &[
            (
                "",
                "<iframe src=frame style='position:absolute;left:0;top:0;border:0;width:400px;height:300px'></iframe>",
            ),
            ("frame", "<input id=b>"),
        ],
        does: &[
            Do::EnterFrame,
            Do::Click(150, 125),
            Do::Type("x"),
            Do::Until("b.value === 'x'"),
            Do::LeaveFrame,
        ],
        told: &["frame: click #b 150,125", "frame: type #b 'x'"],
        limits: &[],
    },
    Row {
        name: "frame of another origin",
        pages: &[
            (
                "",
                "<iframe src='OTHER/frame' style='position:absolute;left:0;top:0;border:0;width:400px;height:300px'></iframe>",
            ),
            ("frame", "<input id=b>"),
        ],
        does: &[
            Do::EnterFrame,
            Do::Click(150, 125),
            Do::Type("x"),
            Do::Until("b.value === 'x'"),
            Do::LeaveFrame,
        ],
        told: &["frame: click #b 150,125", "frame: type #b 'x'"],
        limits: &[],
    },
    Row {
        name: "shadow root",
        pages: &[(
            "",
            "<div id=a style='overflow:visible'></div><script>a.attachShadow({ mode: 'open' }).innerHTML = \
             \"<button id=s style='position:fixed;left:100px;top:100px;width:100px;height:50px'>s</button>\"</script>",
        )],
        does: &[Do::Click(150, 125)],
        told: &["click host >> #s 150,125"],
        limits: &[],
    },
    Row {
        name: "typing in a shadow root",
        pages: &[(
            "",
            "<div id=a style='overflow:visible'></div><script>a.attachShadow({ mode: 'open' }).innerHTML = \
             \"<input id=s style='position:fixed;left:100px;top:100px;width:100px;height:50px'>\"</script>",
        )],
        does: &[
            Do::Click(150, 125),
            Do::Type("x"),
            Do::Until("a.shadowRoot.getElementById('s').value === 'x'"),
        ],
        told: &["click host >> #s 150,125", "type host >> #s 'x'"],
        limits: &[],
    },
    Row {
        name: "listener that lets nothing pass",
        pages: &[(
            "",
            "<input id=b><script>for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'input']) \
             addEventListener(type, e => e.stopImmediatePropagation(), true)</script>",
        )],
        does: &[Do::Click(150, 125), Do::Type("x"), Do::Until("b.value === 'x'")],
        told: &["click #b 150,125", "type #b 'x'"],
        limits: &[],
    },
    Row {
        name: "element that nobody listens to",
        pages: &[("", "<p id=b>text</p>")],
        does: &[Do::Click(150, 125)],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "element that its click removes",
        pages: &[("", "<button id=b onclick='this.remove()'>b</button>")],
        does: &[Do::Click(150, 125), Do::Until("!document.getElementById('b')")],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "element that its press removes",
        pages: &[("", "<button id=b onmousedown='this.remove()'>b</button>")],
        does: &[Do::Click(150, 125), Do::Until("!document.getElementById('b')")],
        told: &["click #b 150,125"],
        limits: &[],
    },
    Row {
        name: "click that clicks another",
        pages: &[(
            "",
            "<button id=b onclick='c.click()'>b</button><button id=c onclick='this.title = 1'>c</button>",
        )],
        does: &[Do::Click(150, 125), Do::Until("c.title")],
        told: &["click #b 150,125"],
        limits: &[],
    },
];
