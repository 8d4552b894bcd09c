//! The pages, by topic.

mod policies;
mod scripts;
