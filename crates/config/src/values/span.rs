//! Values of fields with limits and steps: numbers, dates and times.

use super::Field;
use super::lattice::Lattice;
use super::random::Random;
use crate::date::Date;

/// None if a field of this kind has no limits.
pub(super) fn value(kind: &str, field: &Field, random: &mut Random) -> Option<String> {
    let words = format!("{} {} {}", field.name, field.autocomplete, field.label).to_lowercase();
    // Appointments lie ahead; people were born a while ago.
    let is_birth = words.contains("birth") || words.contains("bday") || words.contains("dob");
    let year = if is_birth { 1990 } else { 2030 };
    let first_day = Date::new(year, 1, 7)?.days();
    match kind {
        "number" => Some(number(field, guess_of_number(&words), 4, random)),
        "range" => {
            let field = Field {
                min: field.min.clone().or(Some("0".to_owned())),
                max: field.max.clone().or(Some("100".to_owned())),
                ..field.clone()
            };
            Some(number(&field, 50, 10, random))
        }
        // Limits beyond the calendar are as good as none.
        "date" => {
            let days = Unit { read: read_date, step: 1 }.pick(field, first_day, 300, random);
            show_date(days).or_else(|| show_date(first_day))
        }
        "month" => {
            let first_month = i64::from(year - 1970) * 12;
            let months = Unit { read: read_month, step: 1 }.pick(field, first_month, 11, random);
            Some(show_month(months))
        }
        "week" => {
            let first_week = (first_day + 3).div_euclid(7);
            let weeks = Unit { read: read_week, step: 1 }.pick(field, first_week, 40, random);
            show_week(weeks).or_else(|| show_week(first_week))
        }
        "time" => {
            let lattice = Unit { read: read_time, step: 60 }.lattice(field);
            let (min, max) = (lattice.min.unwrap_or(0), lattice.max.unwrap_or(DAY - 1));
            // From 22:00 to 06:00 goes over midnight.
            let max = if max < min { max + DAY } else { max };
            let seconds = Lattice { max: Some(max), ..lattice }.pick(10 * 3600, 240, random);
            Some(show_time(seconds.rem_euclid(DAY)))
        }
        "datetime-local" => {
            let first = first_day * DAY + 10 * 3600;
            let found = Unit { read: read_moment, step: 60 }.pick(field, first, 240, random);
            show_moment(found).or_else(|| show_moment(first))
        }
        _ => None,
    }
}

const DAY: i64 = 86_400;

/// What a kind of field counts, and how many make a step if the page does not say.
struct Unit {
    read: fn(&str) -> Option<i64>,
    step: i64,
}

impl Unit {
    fn lattice(&self, field: &Field) -> Lattice {
        let read = |limit: &Option<String>| limit.as_deref().and_then(self.read);
        let step = field.step.as_deref().and_then(|step| step.parse::<f64>().ok());
        // The attribute counts seconds for times and units for all others; "any" is no number.
        let step = step.filter(|step| *step >= 1.0).map_or(self.step, |step| step as i64);
        Lattice { min: read(&field.min), max: read(&field.max), step }
    }

    fn pick(&self, field: &Field, wanted: i64, spread: usize, random: &mut Random) -> i64 {
        self.lattice(field).pick(wanted, spread, random)
    }
}

fn guess_of_number(words: &str) -> i64 {
    let guesses = [("age", 30), ("year", 2024), ("zip", 10_115), ("postal", 10_115)];
    // A page has no age.
    let is_word = |wanted: &str| words.split(|c: char| !c.is_alphanumeric()).any(|it| it == wanted);
    guesses.into_iter().find(|(word, _)| is_word(word)).map_or(1, |(_, guess)| guess)
}

/// Decimals are counted in the smallest unit that limits and step need.
fn number(field: &Field, wanted: i64, spread: usize, random: &mut Random) -> String {
    let texts = [&field.min, &field.max, &field.step];
    let n_decimals = texts.into_iter().flatten().map(|text| decimals(text)).max().unwrap_or(0);
    let scale = 10_f64.powi(i32::try_from(n_decimals).unwrap_or(0));
    let read = |text: &Option<String>| {
        let number = text.as_deref()?.trim().parse::<f64>().ok().filter(|it| it.is_finite())?;
        Some((number * scale).round() as i64)
    };
    let step = read(&field.step).filter(|step| *step > 0).unwrap_or(scale as i64);
    let lattice = Lattice { min: read(&field.min), max: read(&field.max), step };
    let found = lattice.pick(wanted.saturating_mul(scale as i64), spread, random);
    match n_decimals {
        0 => found.to_string(),
        _ => {
            let text = format!("{:.n_decimals$}", found as f64 / scale);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

fn decimals(text: &str) -> usize {
    match text.trim().split_once(['e', 'E']) {
        Some(_) => 6,
        None => text.trim().split_once('.').map_or(0, |(_, after)| after.len().min(6)),
    }
}

fn read_date(text: &str) -> Option<i64> {
    text.trim().parse::<Date>().ok().map(Date::days)
}

fn show_date(days: i64) -> Option<String> {
    Date::from_days(days).map(|date| date.to_string())
}

/// Months since 1970.
fn read_month(text: &str) -> Option<i64> {
    let (year, month) = text.trim().split_once('-')?;
    let (year, month): (i64, i64) = (year.parse().ok()?, month.parse().ok()?);
    ((0..=9999).contains(&year) && (1..=12).contains(&month))
        .then(|| (year - 1970) * 12 + month - 1)
}

fn show_month(months: i64) -> String {
    format!("{:04}-{:02}", 1970 + months.div_euclid(12), months.rem_euclid(12) + 1)
}

/// The Monday of week 1, which has January 4 in it, in weeks since that of 1970.
fn first_week_of(year: i64) -> Option<i64> {
    let date = Date::new(u16::try_from(year).ok()?, 1, 4)?;
    // Thursdays are 0, so a Monday is 4: three days before 1970 began.
    Some((date.days() + 3).div_euclid(7))
}

fn read_week(text: &str) -> Option<i64> {
    let (year, week) = text.trim().split_once("-W")?;
    let (year, week): (i64, i64) = (year.parse().ok()?, week.parse().ok()?);
    (1..=53).contains(&week).then_some(first_week_of(year)? + week - 1)
}

fn show_week(weeks: i64) -> Option<String> {
    // A week belongs to the year of its Thursday.
    let thursday = show_date(weeks.checked_mul(7)?)?;
    let year: i64 = thursday[..4].parse().ok()?;
    Some(format!("{year:04}-W{:02}", weeks - first_week_of(year)? + 1))
}

fn read_time(text: &str) -> Option<i64> {
    let mut parts = text.trim().split(':');
    let hours: i64 = parts.next()?.parse().ok()?;
    let minutes: i64 = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next().unwrap_or("0").parse().ok()?;
    let is_time =
        (0..24).contains(&hours) && (0..60).contains(&minutes) && (0.0..60.0).contains(&seconds);
    is_time.then_some(hours * 3600 + minutes * 60 + seconds as i64)
}

fn show_time(seconds: i64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match seconds {
        0 => format!("{hours:02}:{minutes:02}"),
        _ => format!("{hours:02}:{minutes:02}:{seconds:02}"),
    }
}

fn read_moment(text: &str) -> Option<i64> {
    let (date, time) = text.trim().split_once(['T', ' '])?;
    Some(read_date(date)? * DAY + read_time(time)?)
}

fn show_moment(seconds: i64) -> Option<String> {
    let date = show_date(seconds.div_euclid(DAY))?;
    Some(format!("{date}T{}", show_time(seconds.rem_euclid(DAY))))
}
