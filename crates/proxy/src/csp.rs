//! Lets the agent's script run under a page's content security policy without weakening the policy.
//!
//! The page's own nonce is used where there is one; otherwise the script's hash is added.
//! A policy that already allows all inline scripts is left as it is: a hash would switch that off.

/// What a script element must carry, and the policies to send instead of the page's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) nonce: Option<String>,
    /// One for each given, in their order.
    pub(crate) policies: Vec<String>,
}

/// Whether a policy allows scripts at all.
pub(crate) fn forbids_scripts(policy_header: &str) -> bool {
    policies(policy_header).any(|policy| {
        directives(policy).any(|directive| {
            directive.name == "sandbox"
                && !directive.sources().any(|token| token.eq_ignore_ascii_case("allow-scripts"))
        })
    })
}

/// Admits a script with the hash source `hash`, and its connections to `channel`, under all of the given header values.
pub(crate) fn admit(headers: &[&str], hash: &str, channel: &[String]) -> Admission {
    let nonce = headers
        .iter()
        .flat_map(|header| policies(header))
        .filter_map(script_directive)
        .flat_map(|directive| directive.sources().filter_map(nonce).collect::<Vec<_>>())
        .next()
        .map(str::to_owned);
    let policies = headers
        .iter()
        .map(|header| {
            let edited: Vec<String> = policies(header)
                .map(|policy| {
                    let connected = connect(policy, channel);
                    edit(&connected, nonce.as_deref(), hash)
                })
                .collect();
            edited.join(",")
        })
        .collect();
    Admission { nonce, policies }
}

struct Directive<'a> {
    /// Lower case.
    name: String,
    text: &'a str,
}

impl<'a> Directive<'a> {
    fn sources(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.text.split_ascii_whitespace().skip(1)
    }
}

fn policies(header: &str) -> impl Iterator<Item = &str> {
    header.split(',')
}

fn directives(policy: &str) -> impl Iterator<Item = Directive<'_>> {
    policy.split(';').filter_map(|text| {
        let name = text.split_ascii_whitespace().next()?.to_ascii_lowercase();
        Some(Directive { name, text })
    })
}

/// The directive that decides on inline script elements; a repeated directive does not count.
fn script_directive(policy: &str) -> Option<Directive<'_>> {
    ["script-src-elem", "script-src", "default-src"]
        .iter()
        .find_map(|name| directives(policy).find(|directive| directive.name == *name))
}

/// Lets the channel through a policy that says what a page may connect to.
pub(crate) fn connect(policy: &str, channel: &[String]) -> String {
    let find = |name| directives(policy).find(|directive| directive.name == name);
    if channel.is_empty() {
        return policy.to_owned();
    }
    match (find("connect-src"), find("default-src")) {
        (Some(directive), _) => with_sources(policy, &directive, channel),
        (None, Some(default)) => {
            let sources = listed(&default).chain(channel.iter().map(String::as_str));
            let sources: Vec<&str> = sources.collect();
            format!("{}; connect-src {}", policy.trim_ascii_end(), sources.join(" "))
        }
        (None, None) => policy.to_owned(),
    }
}

fn listed<'a>(directive: &Directive<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    directive.sources().filter(|source| !source.eq_ignore_ascii_case("'none'"))
}

/// The policy with more sources in one of its directives; all others keep their text and order.
fn with_sources(policy: &str, directive: &Directive<'_>, more: &[String]) -> String {
    let name = directive.text.split_ascii_whitespace().take(1);
    let more = more.iter().map(String::as_str);
    let edited: Vec<&str> = name.chain(listed(directive)).chain(more).collect();
    let text = directive.text.trim_ascii();
    let start = text.as_ptr() as usize - policy.as_ptr() as usize;
    let end = start + text.len();
    format!("{}{}{}", &policy[..start], edited.join(" "), &policy[end..])
}

fn edit(policy: &str, page_nonce: Option<&str>, hash: &str) -> String {
    let Some(directive) = script_directive(policy) else { return policy.to_owned() };
    if allows(&directive, page_nonce) {
        return policy.to_owned();
    }
    with_sources(policy, &directive, &[hash.to_owned()])
}

fn allows(directive: &Directive<'_>, page_nonce: Option<&str>) -> bool {
    let is_strict = |source: &str| {
        let source = source.to_ascii_lowercase();
        source == "'strict-dynamic'"
            || ["'nonce-", "'sha256-", "'sha384-", "'sha512-"]
                .iter()
                .any(|prefix| source.starts_with(prefix))
    };
    let has_nonce = page_nonce
        .is_some_and(|wanted| directive.sources().filter_map(nonce).any(|found| found == wanted));
    let is_open = directive.sources().any(|source| source.eq_ignore_ascii_case("'unsafe-inline'"))
        && !directive.sources().any(is_strict);
    has_nonce || is_open
}

/// The value of a nonce source, if it can stand in an attribute as it is.
fn nonce(source: &str) -> Option<&str> {
    let (start, rest) = source.split_at_checked(7)?;
    let value = rest.strip_suffix('\'')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_=".contains(&byte);
    (start.eq_ignore_ascii_case("'nonce-") && !value.is_empty() && value.bytes().all(is_plain))
        .then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{admit, forbids_scripts};

    fn check(headers: &[&str], nonce: Option<&str>, expected: &[&str]) {
        let admission = admit(headers, "'sha256-X='", &[]);
        assert_eq!(admission.nonce.as_deref(), nonce, "{headers:?}");
        assert_eq!(admission.policies, expected, "{headers:?}");
    }

    #[test]
    fn hash_is_added_where_inline_is_blocked() {
        check(&["script-src 'self'"], None, &["script-src 'self' 'sha256-X='"]);
        check(&["default-src 'none'; img-src *"], None, &["default-src 'sha256-X='; img-src *"]);
        check(
            &["default-src 'self'; script-src a.test; script-src-elem 'sha512-Y='"],
            None,
            &["default-src 'self'; script-src a.test; script-src-elem 'sha512-Y=' 'sha256-X='"],
        );
    }

    #[test]
    fn open_policies_stay_as_they_are() {
        for policy in [
            "script-src 'self' 'unsafe-inline'",
            "img-src 'none'",
            "default-src 'none'; script-src 'UNSAFE-INLINE'",
            "",
        ] {
            check(&[policy], None, &[policy]);
        }
    }

    #[test]
    fn unsafe_inline_that_something_stricter_switches_off() {
        check(
            &["script-src 'unsafe-inline' 'sha256-Y='"],
            None,
            &["script-src 'unsafe-inline' 'sha256-Y=' 'sha256-X='"],
        );
        check(
            &["script-src 'unsafe-inline' 'strict-dynamic'"],
            None,
            &["script-src 'unsafe-inline' 'strict-dynamic' 'sha256-X='"],
        );
    }

    #[test]
    fn the_pages_nonce_is_used() {
        let strict = "script-src 'nonce-aB+/3=' 'strict-dynamic'";
        check(&[strict], Some("aB+/3="), &[strict]);
        check(
            &[strict, "script-src 'nonce-other', default-src 'self'"],
            Some("aB+/3="),
            &[strict, "script-src 'nonce-other' 'sha256-X=', default-src 'self' 'sha256-X='"],
        );
        check(&["script-src 'nonce-\"><img>'"], None, &["script-src 'nonce-\"><img>' 'sha256-X='"]);
    }

    #[test]
    fn the_channel_is_let_through() {
        let channel = ["ws://a/x".to_owned()];
        let policies = |policy| admit(&[policy], "H", &channel).policies.concat();
        assert_eq!(policies("connect-src 'none'; img-src *"), "connect-src ws://a/x; img-src *");
        assert_eq!(policies("script-src 'unsafe-inline'"), "script-src 'unsafe-inline'");
        assert_eq!(policies("default-src 'none'"), "default-src H; connect-src ws://a/x");
        assert_eq!(
            policies("default-src b.test"),
            "default-src b.test H; connect-src b.test ws://a/x"
        );
    }

    #[test]
    fn sandbox_without_scripts() {
        assert!(forbids_scripts("default-src 'self'; sandbox allow-forms"));
        assert!(!forbids_scripts("sandbox allow-forms allow-scripts"));
        assert!(!forbids_scripts("default-src 'none'"));
    }
}
