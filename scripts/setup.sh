#!/bin/sh
# Puts in what building xcheck needs and is not here yet: a C compiler, Rust and, with --test, cargo-nextest.
# Debian and Ubuntu, as root or with sudo. Browsers are the business of `xcheck install`.
set -eu

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    echo "installing $* with apt"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" >/dev/null
}

missing=
command -v cc >/dev/null && command -v c++ >/dev/null || missing="$missing build-essential"
command -v curl >/dev/null || missing="$missing curl ca-certificates"
if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null; then
        echo "error: these are missing and apt-get is not here to install them:$missing" >&2
        echo "hint: install a C and C++ compiler and curl with your system's package manager" >&2
        exit 3
    fi
    # shellcheck disable=SC2086
    apt_install $missing
fi

PATH="$HOME/.cargo/bin:$PATH"
if ! command -v cargo >/dev/null; then
    echo "installing Rust with rustup"
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
fi

if [ "${1:-}" = --test ] && ! command -v cargo-nextest >/dev/null; then
    echo "building cargo-nextest, once"
    cargo install cargo-nextest --locked --quiet
fi
