//! Explores an app in a browser whose every page is recorded.
