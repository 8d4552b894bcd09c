//! The pages, by topic.

mod background;
mod errors;
mod live;
mod markup;
mod network;
mod policies;
mod recorded;
mod scripts;
mod text;
mod untrusted;
