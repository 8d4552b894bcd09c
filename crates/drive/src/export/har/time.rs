//! Times as archives write them.

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Microseconds since 1970 as an ISO 8601 time, to the millisecond.
pub(super) fn iso(at_us: u64) -> String {
    let ms = at_us / 1000;
    let (days, ms) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = date(days);
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// A time of HTTP, such as `Wed, 21 Oct 2015 07:28:00 GMT`, in the same form.
pub(super) fn iso_of_http(text: &str) -> Option<String> {
    let (_, text) = text.split_once(',')?;
    let mut parts = text.split([' ', '-']).filter(|part| !part.is_empty());
    let day: u8 = parts.next()?.parse().ok()?;
    let name = parts.next()?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    let year: u16 = parts.next()?.parse().ok()?;
    let year = match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    };
    let mut clock = parts.next()?.split(':').map(str::parse::<u8>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z"))
}

/// Year, month and day of a day since 1970, counted in years that begin in March, so that leap days come last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + u64::from(month <= 2), month, day)
}
