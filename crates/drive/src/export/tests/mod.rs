//! What recordings become.
