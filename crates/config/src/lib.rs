//! What a project says about its checks: `xcheck.toml`, and differences that it has accepted.
