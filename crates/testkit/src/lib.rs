//! What tests share: browsers by engine, servers that behave as told, a scripted driver.

pub mod fake_driver;
pub mod grid;
pub mod matrix;
pub mod page_server;
pub mod site;
