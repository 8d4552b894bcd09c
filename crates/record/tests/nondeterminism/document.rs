//! The tables in `docs/fidelity/nondeterminism.md`: what tests find, beside what the file says.

use camino::Utf8PathBuf;

/// Set to write what was found instead of comparing it.
const WRITE_VARIABLE: &str = "XCHECK_WRITE_DOCS";

fn path() -> Utf8PathBuf {
    Utf8PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity/nondeterminism.md")
}

/// Compares a part of the file, between its markers, with what was found; or writes it.
pub(crate) fn hold(part: &str, lines: &[String]) {
    let found = lines.join("\n") + "\n";
    let path = path();
    let text = std::fs::read_to_string(&path).unwrap();
    let (start, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->"));
    let from = text.find(&start).unwrap() + start.len();
    let to = from + text[from..].find(&end).unwrap();
    if text[from..to] == found {
        return;
    }
    assert!(
        std::env::var_os(WRITE_VARIABLE).is_some(),
        "docs/fidelity/nondeterminism.md says otherwise; {WRITE_VARIABLE}=1 writes it anew:\n{found}"
    );
    std::fs::write(&path, [&text[..from], &found, &text[to..]].concat()).unwrap();
}
