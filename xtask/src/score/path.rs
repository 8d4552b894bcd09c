//! How two elements are related, told from their paths alone.

/// An element further above says nothing about the labelled one.
const FARTHEST_ABOVE: usize = 3;

/// How far a finding's element is from a labelled one, if they belong together. Smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Distance {
    levels: usize,
    is_above: bool,
}

/// The distance of `found` from `place`: the same element, one below it, or one a little above it.
///
/// The page itself is above everything, so a finding there is about nothing.
pub(crate) fn distance(found: &str, place: &str) -> Option<Distance> {
    let (found, place) = (segments(found), segments(place));
    if found.starts_with(&place) {
        return Some(Distance { levels: found.len() - place.len(), is_above: false });
    }
    let levels = place.len().checked_sub(found.len())?;
    let is_page = matches!(found.as_slice(), [] | ["html[1]"] | ["html[1]", "body[1]"]);
    let is_near = place.starts_with(&found) && levels <= FARTHEST_ABOVE && !is_page;
    is_near.then_some(Distance { levels, is_above: true })
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').map(str::trim).filter(|segment| !segment.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::distance;

    /// Levels as text, negative above.
    fn text(found: &str, place: &str) -> String {
        match distance(found, place) {
            None => "none".to_owned(),
            Some(distance) if distance.is_above => format!("-{}", distance.levels),
            Some(distance) => distance.levels.to_string(),
        }
    }

    #[test]
    fn relations() {
        let place = "/html[1]/body[1]/main[1]/ul[1]/li[2]/b[1]";
        let main = "/html[1]/body[1]/main[1]";
        assert_eq!(text(place, place), "0");
        assert_eq!(text(&format!("{place}/i[1]/text()[1]"), place), "2");
        assert_eq!(text("/html[1]/body[1]/main[1]/ul[1]", place), "-2");
        assert_eq!(text(main, place), "-3");
        assert_eq!(text(main, &format!("{place}/i[1]")), "none");
        assert_eq!(text("/html[1]/body[1]/main[1]/ul[1]/li[2]/b[10]", place), "none");
        assert_eq!(text("/html[1]/body[1]/main[1]/ul[1]/li[1]", place), "none");
    }

    #[test]
    fn the_page_is_above_nothing() {
        for page in ["/html[1]/body[1]", "/html[1]", "/", ""] {
            assert_eq!(text(page, "/html[1]/body[1]/p[1]"), "none", "{page:?}");
        }
    }
}
