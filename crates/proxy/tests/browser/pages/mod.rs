//! The pages, by topic.

mod scripts;
