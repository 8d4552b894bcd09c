//! Whole files: what they mean, what is wrong with them, and that text, types and schemas agree.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use xcheck_model::engine::Engine;

use crate::*;

/// The same cases in every run.
pub(crate) fn fixed() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(7);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

fn parse(text: &str) -> Config {
    Config::parse(text, "xcheck.toml").unwrap()
}

/// The error with its hint.
fn wrong(text: &str) -> String {
    let error = Config::parse(text, "xcheck.toml").unwrap_err();
    format!("{error}\nhint: {}", error.hint())
}

fn validator(schema: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

fn json_of(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

mod files {
    use super::*;

    #[test]
    fn a_file_with_nothing_in_it() {
        assert_eq!(parse(""), Config::default());
        assert_eq!(parse("[check]\n[crawl]\n[report]"), Config::default());
    }

    #[test]
    fn a_file_with_a_bit_of_everything() {
        let config = parse(
            r##"
            [check]
            targets = ["http://a/", "dist"]
            browsers = ["webkit"]
            [crawl]
            max-states = 7
            exclude = ["/admin/*"]
            origins = ["HTTPS://Login.example.org/"]
            [crawl.values]
            city = "Ulm"
            "input.zip" = "89073"
            [login]
            steps = [{ fill = "#p", value-env = "P" }, { press = "Enter" }]
            "##,
        );
        assert_eq!(config.check.browsers, Some(vec![Engine::WebKit.into()]));
        assert_eq!(config.crawl.max_states, Some(7));
        assert_eq!(config.crawl.origins, Some(vec!["https://login.example.org".to_owned()]));
        assert!(config.crawl.is_included("http://a/b"));
        assert!(!config.crawl.is_included("http://a/admin/b"));
        assert_eq!(config.crawl.value_of("city", "<input>"), Some("Ulm"));
        assert_eq!(config.crawl.value_of("z", "<input class='zip'>"), Some("89073"));
        assert_eq!(config.crawl.value_of("z", "<input>"), None);
        let login = config.login.unwrap();
        assert_eq!(login.variables(), BTreeSet::from(["P"]));
        let LoginStep::Fill { value, .. } = &login.steps[0] else { panic!("{login:?}") };
        assert_eq!(value.reveal(|name| Some(format!("<{name}>"))), Ok("<P>".to_owned()));
        assert_eq!(value.reveal(|_| None), Err("P".to_owned()));
    }

    #[test]
    fn included_pages() {
        let crawl = parse("[crawl]\ninclude = ['/shop/*']\nexclude = ['*/pay']").crawl;
        assert!(crawl.is_included("http://a/shop/b"));
        assert!(!crawl.is_included("http://a/shop/pay"));
        assert!(!crawl.is_included("http://a/"));
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let texts = [
        "[check]\ntimeot = 5",
        "[crawl]\nmax_states = 5",
        "browsers = ['firefox']",
        "[check]\nmax-depth = 5",
        "[check]\ncolor = 5",
        "[chekc]",
        "[check]\nbrowsers = ['firefox', 'chrome']",
        "[check]\nbrowsers = []",
        "[check]\nbrowsers = ['firefox', 'firefox']",
        "[check]\ntargets = 'http://a/'",
        "[check]\n  timeout = 0",
        "[check]\ntimeout = '60'",
        "[check]\nworkers = 0",
        "[check]\nworkers = -1",
        "[crawl]\nallow-dangerous = 1",
        "[crawl]\norigins = ['example.org']",
        "[crawl.values]\na = 1",
        "[crawl]\nvalues = 1",
        "crawl = 1",
        "# ü\n[login]\nsteps = [{ click = '#a' },\n  { fill = '#ü' }]",
        "[login]\nsteps = [{ click = '#a', value = 'b' }]",
        "[login]\nsteps = [{}]",
        "[login]\nsteps = [{ click = '#a', press = 'Enter' }]",
        "[login]\nsteps = [{ clik = '#a' }]",
        "[report]\n\n[[ignore]]\nselector = 'a'",
        "[[ignore]]\nreason = 'r'",
        "[[ignore]]\nkind = 'text'\nreason = ' '",
        "[[ignore]]\nkind = 'color'\nreason = 'r'",
        "[[ignore]]\nkind = 'text'\nreason = 'r'\n[[ignore]]\nreason = 'r'",
        "[[app]]\ntarget = 'a'",
        "[[app]]\nname = 'a'",
        "[[app]]\nname = 'a'\ntarget = 'a'\n[[app]]\nname = 'a'\ntarget = 'b'",
        "[[app]]\nname = 'a'\ntarget = 'a'\n[app.crawl]\nsed = 1",
        "[report]\nreporters = ['list',\n  'html']",
        "[[app]]\nname = 'a'\ntarget = 'a'\n[app.report]\nreporters = ['list']",
        "[check\ntimeout = 1",
        "[check]\ntimeout = ",
        "[check]\ntimeout = 1\ntimeout = 2",
    ];
    let all: Vec<String> = texts.into_iter().map(wrong).collect();
    insta::assert_snapshot!(all.join("\n"), @r##"
    xcheck.toml:2:1: unknown key `timeot`
    hint: did you mean timeout?
    xcheck.toml:2:1: unknown key `max_states`
    hint: did you mean max-states?
    xcheck.toml:1:1: unknown key `browsers`
    hint: it belongs in [check] or [[app]]
    xcheck.toml:2:1: unknown key `max-depth`
    hint: it belongs in [crawl]
    xcheck.toml:2:1: unknown key `color`
    hint: known here: targets, drive, browsers, reference, workers, timeout, out
    xcheck.toml:1:2: unknown key `chekc`
    hint: did you mean check?
    xcheck.toml:2:24: unknown value `chrome`
    hint: one of chromium, firefox, webkit
    xcheck.toml:2:12: there are no browsers in the list
    hint: one or more of chromium, firefox and webkit, each once
    xcheck.toml:2:24: firefox is in the list twice
    hint: one or more of chromium, firefox and webkit, each once
    xcheck.toml:2:11: invalid type: string "http://a/"
    hint: a list in brackets, such as ["…", "…"]
    xcheck.toml:2:13: 0 is not from 1 to 3600
    hint: a number of seconds, such as 60
    xcheck.toml:2:11: invalid type: string "60"
    hint: a whole number that is not negative
    xcheck.toml:2:11: 0 is too small
    hint: a whole number from 1 up
    xcheck.toml:2:11: invalid value: integer `-1`
    hint: a whole number that is not negative
    xcheck.toml:2:19: invalid type: integer `1`
    hint: true or false
    xcheck.toml:2:12: "example.org" is no origin
    hint: such as https://example.org or http://localhost:8000
    xcheck.toml:2:5: invalid type: integer `1`
    hint: a text in quotes
    xcheck.toml:2:10: invalid type: integer `1`
    hint: a text for each name, such as name = "…"
    xcheck.toml:1:9: invalid type: integer `1`
    hint: keys with values belong here
    xcheck.toml:4:3: a step that fills needs one value
    hint: add value = "…", or value-env = "NAME" for what is in an environment variable
    xcheck.toml:2:10: only a step that fills has a value
    hint: such as { fill = "#user", value = "ada" }
    xcheck.toml:2:10: the step does nothing
    hint: one of open, click, fill, press and wait-for
    xcheck.toml:2:10: the step does more than one thing
    hint: give each thing braces of its own
    xcheck.toml:2:12: unknown key `clik`
    hint: did you mean click?
    xcheck.toml:3:1: there is no `reason`
    hint: add reason
    xcheck.toml:1:1: the rule would ignore every finding
    hint: add selector, xpath, kind, browser, page or property
    xcheck.toml:1:1: the reason is empty
    hint: say why these findings are ignored
    xcheck.toml:2:8: unknown value `color`
    hint: one of behavior, structure, text, image
    xcheck.toml:4:1: the rule would ignore every finding
    hint: add selector, xpath, kind, browser, page or property
    xcheck.toml:1:1: there is no `name`
    hint: add name
    xcheck.toml:1:1: the app "a" has nothing to check
    hint: add target or traces
    xcheck.toml:4:1: two apps have the name "a"
    hint: give each [[app]] a name of its own
    xcheck.toml:5:1: unknown key `sed`
    hint: did you mean seed?
    xcheck.toml:3:3: there is no reporter "html"
    hint: one of list, line, json, junit, github, sarif, markdown
    xcheck.toml:1:1: the app "a" has reporters of its own
    hint: put them into [report]: they are for all apps
    xcheck.toml:1:7: unclosed table
    hint: expected `]`
    xcheck.toml:2:11: string values must be quoted
    hint: expected literal string
    xcheck.toml:3:1: duplicate key
    hint: keep one of the two
    "##);
}

mod merging {
    use super::*;

    #[test]
    fn what_is_above_counts() {
        let above = parse(
            "[check]\ntimeout = 5\n[crawl]\nexclude = []\n[crawl.values]\na = '1'\n[[ignore]]\nkind = 'text'\nreason = 'above'",
        );
        let below = parse(
            "[check]\ntimeout = 6\nout = 'o'\n[crawl]\nexclude = ['/x']\nseed = 3\n[crawl.values]\na = '2'\nb = '2'\n[[ignore]]\nkind = 'text'\nreason = 'below'\n[report]\ntitle = 't'",
        );
        let expected = parse(
            "[check]\ntimeout = 5\nout = 'o'\n[crawl]\nexclude = []\nseed = 3\n[crawl.values]\na = '1'\nb = '2'\n[[ignore]]\nkind = 'text'\nreason = 'above'\n[[ignore]]\nkind = 'text'\nreason = 'below'\n[report]\ntitle = 't'",
        );
        assert_eq!(above.over(&below), expected);
    }

    #[test]
    fn apps() {
        let config = parse(
            "[check]\ntargets = ['t']\ndrive = 'd'\nworkers = 2\ntimeout = 9\n[login]\ndrive = 'l'\n\
             [[app]]\nname = 'a'\ntarget = 'x'\ntraces = ['1.xct']\ntimeout = 3\n\
             [[app]]\nname = 'b'\ntraces = ['2.xct']\n[app.login]\ndrive = 'm'",
        );
        let apps = config.per_app();
        let expected = [
            parse(
                "[check]\ntargets = ['x', '1.xct']\nworkers = 2\ntimeout = 3\n[login]\ndrive = 'l'",
            ),
            parse("[check]\ntargets = ['2.xct']\nworkers = 2\ntimeout = 9\n[login]\ndrive = 'm'"),
        ];
        assert_eq!(apps, [(Some("a"), expected[0].clone()), (Some("b"), expected[1].clone())]);
        let alone = parse("[check]\ntargets = ['t']");
        assert_eq!(alone.per_app(), [(None, alone.clone())]);
    }

    #[test]
    fn nothing_changes_nothing() {
        let all = parse(&init::with_all_keys());
        assert_eq!(all.clone().over(&Config::default()), all);
        assert_eq!(Config::default().over(&all), all);
    }
}

mod init_file {
    use super::*;

    #[test]
    fn nothing_is_in_force_at_first() {
        assert_eq!(parse(init_text()), Config::default());
    }

    #[test]
    fn defaults_are_as_it_says() {
        let all = parse(&init::with_all_keys());
        let grid = Grid { queue: all.grid.queue, ..Grid::default() };
        let mut shown = Config { check: all.check, crawl: all.crawl, grid, ..Config::default() };
        // These are examples, and the text says so.
        (shown.check.targets, shown.check.drive, shown.check.workers) = (None, None, None);
        (shown.crawl.include, shown.crawl.exclude) = (None, None);
        (shown.crawl.exclude_elements, shown.crawl.origins) = (None, None);
        shown.crawl.values.clear();
        assert_eq!(shown, Config::defaults());
    }

    /// The keys that a table may have, as told by the types.
    fn known_keys(table: &str) -> BTreeSet<String> {
        let text = format!("{table}\n'?' = 1");
        let message = toml::from_str::<Config>(&text).unwrap_err().message().to_owned();
        let (_, names) = message.split_once("expected ").unwrap();
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    fn keys(value: &Value) -> BTreeSet<String> {
        value.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn every_key_is_in_the_text_and_in_the_schema() {
        let all = json_of(&init::with_all_keys());
        let schema: Value = serde_json::from_str(CONFIG_SCHEMA).unwrap();
        let tables = [
            ("", &all, &schema),
            ("[check]", &all["check"], &schema["$defs"]["check"]),
            ("[crawl]", &all["crawl"], &schema["$defs"]["crawl"]),
            ("[login]", &all["login"], &schema["$defs"]["login"]),
            ("[[ignore]]", &all["ignore"][0], &schema["$defs"]["rule"]),
            ("[grid]", &all["grid"], &schema["$defs"]["grid"]),
            ("[report]", &all["report"], &schema["$defs"]["report"]),
            ("[[app]]", &all["app"][0], &schema["$defs"]["app"]),
        ];
        for (table, shown, schema) in tables {
            let known = known_keys(table);
            assert_eq!(known, keys(shown), "{table} in the text");
            assert_eq!(known, keys(&schema["properties"]), "{table} in the schema");
        }
        let steps = all["login"]["steps"].as_array().unwrap();
        let shown: BTreeSet<String> = steps.iter().flat_map(keys).collect();
        let known = known_keys("[[login.steps]]");
        assert_eq!(known, shown);
        assert_eq!(known, keys(&schema["$defs"]["step"]["properties"]));
    }

    #[test]
    fn defaults_in_the_schema_are_the_same() {
        let all = json_of(&init::with_all_keys());
        let schema: Value = serde_json::from_str(CONFIG_SCHEMA).unwrap();
        let mut n_defaults = 0;
        for table in ["check", "crawl", "grid"] {
            for (key, property) in schema["$defs"][table]["properties"].as_object().unwrap() {
                let name = property["$ref"].as_str().and_then(|path| path.rsplit('/').next());
                let property = name.map_or(property, |name| &schema["$defs"][name]);
                if let Some(default) = property.get("default") {
                    assert_eq!(*default, all[table][key], "{key}");
                    n_defaults += 1;
                }
            }
        }
        assert_eq!(n_defaults, 10);
    }
}

mod schemas {
    use super::*;

    #[test]
    fn the_file_to_start_with_is_as_the_schema_says() {
        let validator = validator(CONFIG_SCHEMA);
        for text in [init_text(), &init::with_all_keys()] {
            if let Err(error) = validator.validate(&json_of(text)) {
                panic!("{error}");
            }
        }
    }

    #[test]
    fn what_we_refuse_the_schema_refuses() {
        let validator = validator(CONFIG_SCHEMA);
        let texts = [
            "x = 1",
            "[check]\ntimeout = 0",
            "[check]\ntimeout = 3601",
            "[check]\nworkers = 0",
            "[check]\nworkers = 5000000000",
            "[check]\nbrowsers = []",
            "[check]\nbrowsers = ['firefox', 'firefox']",
            "[check]\nreference = 'safari'",
            "[check]\ntargets = 'a'",
            "[crawl]\nmax-depth = 0",
            "[crawl]\nseed = -1",
            "[crawl]\norigins = ['a']",
            "[crawl]\norigins = ['http://a/b']",
            "[crawl.values]\na = 1",
            "[login]\nsteps = [{}]",
            "[login]\nsteps = [{ fill = 'a' }]",
            "[login]\nsteps = [{ click = 'a', value = 'b' }]",
            "[login]\nsteps = [{ fill = 'a', value = 'b', value-env = 'C' }]",
            "[[ignore]]\nkind = 'text'",
            "[[ignore]]\nreason = 'r'",
            "[[ignore]]\nkind = 'text'\nreason = ' '",
            "[[ignore]]\nkind = 'x'\nreason = 'r'",
            "[[ignore]]\nselector = ' '\nreason = 'r'",
            "[[ignore]]\nxpath = ''\nreason = 'r'",
            "[[ignore]]\nxpath = '/'\nreason = 'r'",
            "[[ignore]]\nxpath = 'div'\nreason = 'r'",
            "[[app]]\ntarget = 'a'",
            "[[app]]\nname = 'a'",
            "[[app]]\nname = 'a'\ntraces = []",
            "[[app]]\nname = ''\ntarget = 'a'",
            "[report]\nreporters = ['html']",
            "[report]\nreporters = ['junit=']",
            "[report]\nreporters = 'junit'",
            "[[app]]\nname = 'a'\ntarget = 'a'\n[app.report]\nreporters = ['list']",
        ];
        for text in texts {
            assert!(Config::parse(text, "xcheck.toml").is_err(), "{text}");
            assert!(!validator.is_valid(&json_of(text)), "{text}");
        }
    }

    #[test]
    fn baselines_are_as_the_schema_says() {
        let validator = validator(BASELINE_SCHEMA);
        for baseline in [Baseline::default(), baselines::two()] {
            assert!(validator.is_valid(&serde_json::from_str(&baseline.to_text()).unwrap()));
        }
        for text in baselines::WRONG {
            let Ok(value) = serde_json::from_str(text) else { continue };
            // That nothing is there twice is more than a schema can say.
            assert_eq!(validator.is_valid(&value), text.contains("twice"), "{text}");
        }
    }
}

mod baselines {
    use super::*;

    pub(super) fn entry(fingerprint: &str, expires: Option<&str>) -> Entry {
        Entry {
            fingerprint: fingerprint.to_owned(),
            title: "text differs".to_owned(),
            browser: Engine::Firefox.into(),
            reason: "known".to_owned(),
            accepted: date("2024-01-31"),
            expires: expires.map(date),
        }
    }

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    pub(super) fn two() -> Baseline {
        let mut baseline = Baseline::default();
        baseline.accept(entry("bbbbbbbbbbbb", Some("2024-02-29")));
        baseline.accept(entry("aaaaaaaaaaaa", None));
        baseline
    }

    #[test]
    fn text_there_and_back() {
        let text = two().to_text();
        assert_eq!(Baseline::parse(&text, "baseline.json"), Ok(two()));
        assert!(text.ends_with("}\n"));
        insta::assert_snapshot!(text, @r#"
        {
          "version": 1,
          "accepted": [
            {
              "fingerprint": "aaaaaaaaaaaa",
              "title": "text differs",
              "browser": "firefox",
              "reason": "known",
              "accepted": "2024-01-31",
              "expires": null
            },
            {
              "fingerprint": "bbbbbbbbbbbb",
              "title": "text differs",
              "browser": "firefox",
              "reason": "known",
              "accepted": "2024-01-31",
              "expires": "2024-02-29"
            }
          ]
        }
        "#);
        insta::assert_snapshot!(Baseline::default().to_text(), @r#"
        {
          "version": 1,
          "accepted": []
        }
        "#);
    }

    #[test]
    fn what_is_accepted_and_until_when() {
        let baseline = two();
        let standing = |fingerprint, today| match baseline.is_accepted(fingerprint, date(today)) {
            Standing::Accepted(_) => "accepted",
            Standing::Expired(_) => "expired",
            Standing::Unknown => "unknown",
        };
        assert_eq!(standing("aaaaaaaaaaaa", "2999-01-01"), "accepted");
        assert_eq!(standing("bbbbbbbbbbbb", "2024-02-29"), "accepted");
        assert_eq!(standing("bbbbbbbbbbbb", "2024-03-01"), "expired");
        assert_eq!(standing("cccccccccccc", "2024-03-01"), "unknown");
    }

    #[test]
    fn accepting_again_replaces() {
        let mut baseline = two();
        let again = entry("bbbbbbbbbbbb", None);
        assert_eq!(baseline.accept(again.clone()), Some(entry("bbbbbbbbbbbb", Some("2024-02-29"))));
        assert_eq!(baseline.entries(), [entry("aaaaaaaaaaaa", None), again]);
    }

    #[test]
    fn stale_ones_are_removed_where_it_was_checked() {
        let found = BTreeSet::from(["aaaaaaaaaaaa".to_owned()]);
        let mut baseline = two();
        assert_eq!(baseline.remove_stale(&found, &[Engine::WebKit.into()]), []);
        assert_eq!(baseline, two());
        let removed = baseline.remove_stale(&found, &[Engine::Firefox.into()]);
        assert_eq!(removed, [entry("bbbbbbbbbbbb", Some("2024-02-29"))]);
        assert_eq!(baseline.entries(), [entry("aaaaaaaaaaaa", None)]);
    }

    pub(super) const WRONG: &[&str] = &[
        "",
        "[]",
        "{}",
        "{\"version\": 2, \"other\": 1}",
        "{\"version\": 1}",
        "{\"version\": 1,\n<<<<<<< HEAD\n \"accepted\": []}",
        "{\"version\": 1, \"accepted\": [], \"x\": 1}",
        "{\"version\": 1, \"accepted\": [{\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"t\", \"browser\": \"safari\", \"reason\": \"r\", \"accepted\": \"2024-01-01\"}]}",
        "{\"version\": 1, \"accepted\": [\n{\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"t\", \"browser\": \"webkit\", \"reason\": \"r\", \"accepted\": \"2024-13-01\"}]}",
        "{\"version\": 1, \"accepted\": [{\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"t\", \"browser\": \"webkit\", \"reson\": \"r\", \"accepted\": \"2024-01-01\"}]}",
        "{\"version\": 1, \"accepted\": [{\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"t\", \"browser\": \"webkit\", \"accepted\": \"2024-01-01\"}]}",
        "{\"version\": 1, \"accepted\": [{\"fingerprint\": \"x\", \"title\": \"t\", \"browser\": \"webkit\", \"reason\": \"r\", \"accepted\": \"2024-01-01\"}]}",
        "{\"version\": 1, \"accepted\": [{\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"t\", \"browser\": \"webkit\", \"reason\": \"twice\", \"accepted\": \"2024-01-01\"}, {\"fingerprint\": \"aaaaaaaaaaaa\", \"title\": \"u\", \"browser\": \"webkit\", \"reason\": \"twice\", \"accepted\": \"2024-01-01\", \"expires\": null}]}",
    ];

    #[test]
    fn errors_say_what_would_be_right() {
        let show = |text: &&str| {
            let error = Baseline::parse(text, "baseline.json").unwrap_err();
            format!("{error}\nhint: {}", error.hint())
        };
        let all: Vec<String> = WRONG.iter().map(show).collect();
        insta::assert_snapshot!(all.join("\n"), @r#"
        baseline.json: line 1, column 0: EOF while parsing a value
        hint: is it left over from a merge? it must be one JSON document
        baseline.json: line 1, column 2: invalid length 0
        hint: keys with values belong here
        baseline.json: line 1, column 2: there is no `version`
        hint: add version
        baseline.json: version 2 is not known, only version 1
        hint: a newer xcheck wrote it: update this one
        baseline.json: line 1, column 14: there is no `accepted`
        hint: add accepted
        baseline.json: line 2, column 1: key must be a string
        hint: is it left over from a merge? it must be one JSON document
        baseline.json: line 1, column 34: unknown key `x`
        hint: known here: version, accepted
        baseline.json: line 1, column 93: unknown value `safari`
        hint: one of chromium, firefox, webkit
        baseline.json: line 2, column 107: "2024-13-01" is no date such as 2030-12-31
        hint: xcheck writes it when differences are accepted
        baseline.json: line 1, column 102: unknown key `reson`
        hint: did you mean reason?
        baseline.json: line 1, column 120: there is no `reason`
        hint: add reason
        baseline.json: "x" is no fingerprint
        hint: twelve digits and letters from a to f
        baseline.json: aaaaaaaaaaaa is accepted twice
        hint: keep one of the two
        "#);
    }
}

proptest! {
    #![proptest_config(crate::tests::fixed())]

    #[test]
    fn hostile_files_never_panic(text in ".{0,100}", cut in 0_usize..5000, junk in "[\\[\\]{}\"'=#\n, :0-9a-z-]{0,6}") {
        let _ = Config::parse(&text, "a");
        let _ = Baseline::parse(&text, "a");
        for (mut text, is_toml) in [(init::with_all_keys(), true), (baselines::two().to_text(), false)] {
            let mut at = cut % text.len();
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, &junk);
            if is_toml {
                let _ = Config::parse(&text, "a");
            } else {
                let _ = Baseline::parse(&text, "a");
            }
        }
    }

    #[test]
    fn baselines_do_not_depend_on_the_order_of_accepting(numbers in proptest::collection::vec(0_u64..50, 0..20)) {
        let fill = |numbers: &mut dyn Iterator<Item = &u64>| {
            let mut baseline = Baseline::default();
            numbers.for_each(|n| _ = baseline.accept(baselines::entry(&format!("{n:012x}"), None)));
            baseline.to_text()
        };
        let text = fill(&mut numbers.iter());
        prop_assert_eq!(&text, &fill(&mut numbers.iter().rev()));
        prop_assert_eq!(Baseline::parse(&text, "a").unwrap().to_text(), text);
    }
}
