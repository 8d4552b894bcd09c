//! Rules for telling actions that are easy to get wrong.
