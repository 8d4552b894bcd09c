//! Days of the calendar as `YYYY-MM-DD`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A day. Days are in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no date such as 2030-12-31")]
pub struct DateError(pub String);

impl Date {
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_known = year <= 9999 && (1..=12).contains(&month);
        (is_known && (1..=days_of_month(year, month)).contains(&day)).then_some(Self {
            year,
            month,
            day,
        })
    }

    /// How many days after 1970-01-01 it is.
    pub fn days(self) -> i64 {
        // Years that begin in March have their leap day at the end.
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_years =
            year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        of_years + (153 * month + 2) / 5 + i64::from(self.day) - 1 - 719_468
    }

    /// The day that is so many days after 1970-01-01, if its year has four digits.
    pub fn from_days(days: i64) -> Option<Self> {
        if !(-719_528..=2_932_896).contains(&days) {
            return None;
        }
        // Counted from a first of March at which 400 years begin.
        let (cycle, day) =
            ((days + 719_468).div_euclid(146_097), (days + 719_468).rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = (cycle * 400 + year, month + 3);
        let (year, month) = if month > 12 { (year + 1, month - 12) } else { (year, month) };
        Self::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }
}

fn days_of_month(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let is_date = text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
            if text.len() != 10 || !is_date {
                return None;
            }
            Self::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?)
        };
        read().ok_or_else(|| DateError(text.to_owned()))
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_are_and_are_not() {
        for text in ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        let wrong = [
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-01",
            "2024-01-00",
            "2024-4-1",
            "",
            "2024-01-011",
            "２024-1-1",
        ];
        for text in wrong {
            assert_eq!(text.parse::<Date>(), Err(DateError(text.to_owned())));
        }
        assert!("2024-02-29".parse::<Date>().unwrap() < "2024-03-01".parse().unwrap());
    }

    #[test]
    fn every_day_there_and_back() {
        let first = Date::new(0, 1, 1).unwrap().days();
        assert_eq!(Date::new(1970, 1, 1).unwrap().days(), 0);
        assert_eq!(Date::new(2000, 3, 1).unwrap().days(), 11_017);
        let mut before = None;
        for days in (first..=Date::new(9999, 12, 31).unwrap().days()).step_by(13) {
            let date = Date::from_days(days).unwrap();
            assert_eq!(date.days(), days);
            assert!(before < Some(date));
            before = Some(date);
        }
        assert_eq!(Date::from_days(first - 1), None);
        assert_eq!(Date::from_days(2_932_897), None);
    }
}
