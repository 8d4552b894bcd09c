//! The whole job: sessions of an app, replayed in every browser, compared and reported.
