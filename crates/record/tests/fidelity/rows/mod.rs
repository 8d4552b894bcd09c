//! The rows of the table.

mod browser;
mod fields;
mod keyboard;
mod places;
mod pointer;

use crate::row::Row;

/// The parts of the table, with their headings.
pub(crate) const PARTS: &[(&str, &[Row])] = &[
    ("Mouse and touch", pointer::ROWS),
    ("Keyboard", keyboard::ROWS),
    ("Form fields", fields::ROWS),
    ("The browser itself", browser::ROWS),
    ("Places and manners", places::ROWS),
];

pub(crate) fn all() -> impl Iterator<Item = &'static Row> {
    PARTS.iter().flat_map(|(_, rows)| *rows)
}
