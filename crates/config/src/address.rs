//! Takes addresses of pages apart, whatever they look like.

/// `scheme://host:port`, or nothing if the address has none, and the rest.
pub(crate) fn split_origin(address: &str) -> (&str, &str) {
    let Some(scheme_end) = address.find("://") else { return ("", address) };
    let host_at = scheme_end + 3;
    let host_len = address[host_at..].find(['/', '?', '#']);
    address.split_at(host_len.map_or(address.len(), |len| host_at + len))
}

/// The part before query and fragment.
pub(crate) fn without_query(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        assert_eq!(split_origin("http://a:8/b?c#d"), ("http://a:8", "/b?c#d"));
        assert_eq!(split_origin("http://a"), ("http://a", ""));
        assert_eq!(split_origin("http://a?b"), ("http://a", "?b"));
        assert_eq!(split_origin("about:blank"), ("", "about:blank"));
        assert_eq!(split_origin("/b"), ("", "/b"));
    }

    #[test]
    fn queries() {
        assert_eq!(without_query("/b?c#d"), "/b");
        assert_eq!(without_query("/b#d?c"), "/b");
        assert_eq!(without_query(""), "");
    }
}
