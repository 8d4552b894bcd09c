//! The pages, by topic.

mod markup;
mod policies;
mod scripts;
mod text;
