//! Values of fields: what they are like, and that pages take them.

use std::time::Instant;

use proptest::prelude::*;
use serde_json::json;

use super::pattern::Pattern;
use super::*;

fn field(kind: &str, name: &str) -> Field {
    Field { kind: kind.to_owned(), name: name.to_owned(), ..Field::default() }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// One line per field, for two seeds.
fn show(fields: &[Field]) -> String {
    let line = |field: &Field| {
        let text =
            [&field.kind, &field.name, &field.autocomplete, &field.label].map(String::as_str);
        format!("{}: {} | {}\n", text.join(" ").trim(), value_for(field, 1), value_for(field, 2))
    };
    fields.iter().map(line).collect()
}

/// What a regular expression engine that is not ours says of the value.
fn is_match(pattern: &str, value: &str) -> bool {
    let schema = json!({"type": "string", "pattern": format!("^(?:{pattern})$")});
    jsonschema::validator_for(&schema).unwrap().is_valid(&json!(value))
}

#[test]
fn by_type() {
    let kinds = [
        "text",
        "email",
        "tel",
        "url",
        "password",
        "search",
        "textarea",
        "number",
        "range",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "color",
        "checkbox",
        "file",
        "select",
        "",
        "EMAIL",
        "unheard-of",
    ];
    insta::assert_snapshot!(show(&kinds.map(|kind| field(kind, "x"))), @"
    text x: warm harbor | blue meadow
    email x: maria.8761@example.org | linus.6649@example.org
    tel x: 2025550187 | 2025550166
    url x: https://example.org/harbor | https://example.org/meadow
    password x: Qx7!harbor8761 | Qx7!meadow6649
    search x: harbor | meadow
    textarea x: The warm harbor is open today. | The blue meadow is open today.
    number x: 1 | 1
    range x: 59 | 56
    date x: 2030-04-24 | 2030-10-04
    month x: 2030-06 | 2030-11
    week x: 2030-W29 | 2030-W27
    time x: 12:56 | 11:27
    datetime-local x: 2030-01-07T12:56 | 2030-01-07T11:27
    color x: #025cc1 | #9756ce
    checkbox x: on | on
    file x:  | 
    select x:  | 
    x: warm harbor | blue meadow
    EMAIL x: maria.8761@example.org | linus.6649@example.org
    unheard-of x: warm harbor | blue meadow
    ");
}

#[test]
fn by_name() {
    let names = [
        "email",
        "userEmail",
        "e-mail",
        "user[mail]",
        "phone_number",
        "zip",
        "postalCode",
        "firstName",
        "last-name",
        "fullname",
        "name",
        "username",
        "companyName",
        "street",
        "city",
        "state",
        "country",
        "cardNumber",
        "cvc",
        "birthday",
        "start_date",
        "start_time",
        "favoriteColor",
        "qty",
        "q",
        "comment",
        "website",
        "password2",
        "package",
        "coverage",
    ];
    insta::assert_snapshot!(show(&names.map(|name| field("text", name))), @"
    text email: maria.8761@example.org | linus.6649@example.org
    text userEmail: maria.8761@example.org | linus.6649@example.org
    text e-mail: maria.8761@example.org | linus.6649@example.org
    text user[mail]: maria.8761@example.org | linus.6649@example.org
    text phone_number: 2025550187 | 2025550166
    text zip: 94103 | 94103
    text postalCode: 94103 | 94103
    text firstName: Maria | Linus
    text last-name: Hopper | Turing
    text fullname: Maria Hopper | Linus Turing
    text name: Maria Hopper | Linus Turing
    text username: maria8761 | linus6649
    text companyName: Example Works | Example Works
    text street: 12 Garden Street | 12 Garden Street
    text city: Springfield | Springfield
    text state: California | California
    text country: Germany | Germany
    text cardNumber: 4111111111111111 | 4111111111111111
    text cvc: 123 | 123
    text birthday: 1990-01-15 | 1990-01-15
    text start_date: 2030-01-15 | 2030-01-15
    text start_time: 10:30 | 10:30
    text favoriteColor: #3366cc | #3366cc
    text qty: 2 | 3
    text q: harbor | meadow
    text comment: The warm harbor is open today. | The blue meadow is open today.
    text website: https://example.org/harbor | https://example.org/meadow
    text password2: Qx7!harbor8761 | Qx7!meadow6649
    text package: warm harbor | blue meadow
    text coverage: warm harbor | blue meadow
    ");
}

#[test]
fn by_autocomplete_and_label() {
    let of = |autocomplete: &str, label: &str| Field {
        autocomplete: autocomplete.to_owned(),
        label: label.to_owned(),
        ..field("text", "f1")
    };
    let fields = [
        of("email", "Name"),
        of("section-a shipping postal-code", ""),
        of("home tel", ""),
        of("cc-number", ""),
        of("one-time-code", ""),
        of("off", "Your e-mail"),
        of("on", "First name *"),
    ];
    insta::assert_snapshot!(show(&fields), @"
    text f1 email Name: maria.8761@example.org | linus.6649@example.org
    text f1 section-a shipping postal-code: 94103 | 94103
    text f1 home tel: 2025550187 | 2025550166
    text f1 cc-number: 4111111111111111 | 4111111111111111
    text f1 one-time-code: 123456 | 123456
    text f1 off Your e-mail: maria.8761@example.org | linus.6649@example.org
    text f1 on First name *: Maria | Linus
    ");
}

#[test]
fn what_is_repeated_is_the_same() {
    for (one, other) in [("password", "confirmPassword"), ("pwd", "pwd_again")] {
        for seed in 0..20 {
            assert_eq!(
                value_for(&field("password", one), seed),
                value_for(&field("password", other), seed)
            );
        }
    }
    assert_eq!(value_for(&field("email", "a"), 5), value_for(&field("text", "email_repeat"), 5));
}

#[test]
fn passwords_satisfy_usual_rules() {
    for max_length in [None, Some(8), Some(10), Some(16)] {
        for seed in 0..50 {
            let password = value_for(&Field { max_length, ..field("password", "p") }, seed);
            for rule in [".{8,}", ".*[a-z].*", ".*[A-Z].*", ".*[0-9].*", ".*[^a-zA-Z0-9].*"] {
                assert!(is_match(rule, &password), "{password}");
            }
        }
    }
}

#[test]
fn numbers_keep_limits_and_steps() {
    let number = |min: Option<&str>, max: Option<&str>, step: Option<&str>, seed| {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let field = Field { min: own(min), max: own(max), step: own(step), ..field("number", "n") };
        value_for(&field, seed).parse::<f64>().unwrap()
    };
    for seed in 0..50 {
        assert!((1.0..=5.0).contains(&number(None, None, None, seed)));
        assert!((10.0..=20.0).contains(&number(Some("10"), Some("20"), None, seed)));
        assert!(number(None, Some("-7"), None, seed) <= -7.0);
        assert_eq!(number(Some("3"), Some("3"), None, seed), 3.0);
        assert_eq!((number(Some("1"), None, Some("5"), seed) - 1.0) % 5.0, 0.0);
        let tenths = number(Some("0.1"), Some("0.9"), Some("0.2"), seed) * 10.0;
        assert!((tenths.round() - tenths).abs() < 1e-9 && tenths.round() % 2.0 == 1.0, "{tenths}");
        number(Some("x"), Some(""), Some("any"), seed);
        assert_eq!(number(Some("9"), Some("1"), None, seed).rem_euclid(1.0), 0.0);
        number(Some("-9e300"), Some("9e300"), Some("1e-9"), seed);
    }
    assert_eq!(value_for(&field("number", "age"), 0).parse::<u32>().unwrap() / 10, 3);
}

#[test]
fn dates_and_times_keep_limits_and_steps() {
    let limited = |kind: &str, min: &str, max: &str, step: Option<&str>| {
        let field = Field {
            min: some(min),
            max: some(max),
            step: step.map(str::to_owned),
            ..field(kind, "d")
        };
        for seed in 0..100 {
            let value = value_for(&field, seed);
            assert!(*min <= *value && *value <= *max && value.len() == min.len(), "{kind} {value}");
        }
        value_for(&field, 3)
    };
    let values = [
        limited("date", "2024-02-28", "2024-03-01", None),
        limited("date", "2031-01-01", "2031-12-31", Some("7")),
        limited("month", "1999-11", "2000-02", None),
        limited("week", "2020-W52", "2021-W01", None),
        limited("week", "2026-W50", "2027-W02", Some("3")),
        limited("time", "08:00", "09:30", Some("900")),
        limited("datetime-local", "2024-12-31T23:00", "2025-01-01T01:00", Some("1800")),
    ];
    insta::assert_snapshot!(values.join("\n"), @"
    2024-03-01
    2031-04-23
    2000-02
    2021-W01
    2026-W53
    09:30
    2025-01-01T01:00
    ");
    assert!(value_for(&field("date", "birth_date"), 1).starts_with("1990-"));
    // A night that ends before it begins.
    let night = Field { min: some("22:00"), max: some("06:00"), ..field("time", "t") };
    for seed in 0..50 {
        assert!(is_match("(2[23]|0[0-5]):[0-5][0-9]|06:00", &value_for(&night, seed)));
    }
    // The next step after ten would be tomorrow.
    let late = Field { step: some("70000"), ..field("time", "t") };
    assert_eq!(value_for(&late, 1), "19:26:40");
}

#[test]
fn options_come_first() {
    let options = ["", "Mercury", "Mars"].map(str::to_owned).to_vec();
    let planet = Field { options, ..field("text", "email") };
    let values: std::collections::BTreeSet<String> =
        (0..20).map(|seed| value_for(&planet, seed)).collect();
    assert_eq!(values.into_iter().collect::<Vec<_>>(), ["Mars", "Mercury"]);
    let short = Field { max_length: Some(4), ..planet.clone() };
    assert!((0..20).all(|seed| value_for(&short, seed) == "Mars"));
    let only = Field { options: vec!["de".to_owned()], ..field("select", "country") };
    assert_eq!(value_for(&only, 7), "de");
}

const PATTERNS: &[&str] = &[
    "[0-9]{5}",
    "[0-9]{5}(-[0-9]{4})?",
    "[A-Za-z]{3}",
    "[A-Z]{2}\\d{2} ?\\w{4}",
    "\\d{3}-\\d{3}-\\d{4}",
    "(foo|bar|ba[a-z]z)+",
    "[^a-z]{2,3}",
    "#[0-9a-fA-F]{6}",
    "\\+?[\\d\\s\\-]{7,15}",
    "(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])",
    "https?://.+",
    "[a-z]+@[a-z]+\\.[a-z]{2,}",
    "^[a-z_][a-z0-9_-]*$",
    "(?<year>\\d{4})/\\x41\\u00df",
    "\\S\\W\\D.",
    "a{0}b*?c+?",
    "[\\]\\\\a-c-]{4}",
];

#[test]
fn patterns_are_kept() {
    for pattern in PATTERNS {
        let field = Field { pattern: some(pattern), ..field("text", "code") };
        for seed in 0..30 {
            let value = value_for(&field, seed);
            assert!(is_match(pattern, &value), "{pattern}: {value}");
            assert!(Pattern::parse(pattern).unwrap().matches(&value), "{pattern}: {value}");
        }
    }
}

#[test]
fn natural_values_are_kept_where_a_pattern_allows_them() {
    let value =
        |name, pattern| value_for(&Field { pattern: some(pattern), ..field("text", name) }, 1);
    assert_eq!(value("firstName", "[A-Za-z]+"), value_for(&field("text", "firstName"), 1));
    assert_eq!(value("zip", "[A-Z0-9]{4} [A-Z0-9]{3}"), "SW1A 1AA");
    assert_eq!(value("birthday", "\\d\\d/\\d\\d/\\d{4}"), "01/15/1990");
}

#[test]
fn patterns_that_are_not_understood_change_nothing() {
    let patterns = [
        "(?=.*\\d)(?=.*[a-z]).{8,}",
        "(a)\\1",
        "\\bword",
        "\\p{L}+",
        "[a",
        "(a",
        "a)",
        "*a",
        "a{2,1}",
        "^a|b$",
        "[[a]&&[b]]",
        "[\\w-.]",
        "a{99999}",
        "\\u{1F600}",
        "a**",
    ];
    for pattern in patterns {
        assert!(Pattern::parse(pattern).is_none(), "{pattern}");
        let with = Field { pattern: some(pattern), ..field("password", "p") };
        assert_eq!(value_for(&with, 1), value_for(&field("password", "p"), 1), "{pattern}");
    }
}

#[test]
fn patterns_that_are_made_to_be_slow_are_not() {
    let start = Instant::now();
    let nested = format!("{}a{}", "(".repeat(15), "{1,900})".repeat(15));
    for pattern in
        ["(((a?){900}){900}){900}", "((()*)*)*", "(a*)*(a*)*b", "(((){900}){900}){900}", &nested]
    {
        let field = Field { pattern: some(pattern), ..field("text", "x") };
        value_for(&field, 1);
    }
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn long_enough() {
    let long = |kind, min_length| {
        value_for(&Field { min_length: Some(min_length), ..field(kind, "x") }, 1)
    };
    assert_eq!(long("textarea", 100).len(), 100);
    assert_eq!(long("password", 40).len(), 40);
    assert!(is_match("[a-z.0-9]+@example\\.org", &long("email", 60)));
    let digits = Field { pattern: some("\\d+"), min_length: Some(9), ..field("text", "x") };
    assert!(is_match("\\d{9,}", &value_for(&digits, 1)));
}

proptest! {
    #![proptest_config(crate::tests::fixed())]

    #[test]
    fn never_too_long_and_always_the_same(
        kind in "text|email|tel|url|password|search|textarea",
        name in "[a-zA-Z_]{0,10}|email|phone|zip|card number|date|ü",
        pattern in proptest::option::of("[a-c(|)?*+\\[\\]{}1,^\\\\-]{0,12}|\\\\d\\{1,9\\}|[a-z]{1,30}|ß+"),
        min_length in proptest::option::of(0_usize..50),
        max_length in proptest::option::of(0_usize..30),
        seed in any::<u64>(),
    ) {
        let field = Field { pattern, min_length, max_length, ..field(&kind, &name) };
        let value = value_for(&field, seed);
        prop_assert!(fits(&value, max_length), "{}", value);
        prop_assert_eq!(&value, &value_for(&field, seed));
        prop_assert!(!value.is_empty() || max_length == Some(0));
    }

    #[test]
    fn hostile_limits_never_panic(
        kind in "number|range|date|month|week|time|datetime-local",
        min in "[-0-9eE.:TW]{0,20}|9999-12-31|0000-01-01|0000-W01|9999-W53",
        max in "[-0-9eE.:TW]{0,20}|9999-12-31|0000-01|99:99",
        step in "[-0-9eE.]{0,12}|any",
        seed in any::<u64>(),
    ) {
        let field = Field { min: Some(min), max: Some(max), step: Some(step), ..field(&kind, "x") };
        let value = value_for(&field, seed);
        let right = match kind.as_str() {
            "date" => "\\d{4}-\\d\\d-\\d\\d",
            "month" => "\\d{4}-\\d\\d",
            "week" => "\\d{4}-W\\d\\d",
            "time" => "\\d\\d:\\d\\d(:\\d\\d)?",
            "datetime-local" => "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?",
            _ => "-?\\d+(\\.\\d+)?",
        };
        prop_assert!(Pattern::parse(right).unwrap().matches(&value), "{}", value);
    }
}
