//! The report that people look at: one page made of findings and pictures.
