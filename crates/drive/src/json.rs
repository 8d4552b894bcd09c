//! Reads members of JSON objects and says what is wrong with them.

use serde_json::{Map, Value};

use crate::error::Problem;

/// The members of an object. A member that is null counts as absent.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(crate) fn new(value: &'a Value, what: &str) -> Result<Self, Problem> {
        let wrong = || Problem::new(format!("{what} is not an object"), "an object in braces");
        value.as_object().map(Self).ok_or_else(wrong)
    }

    pub(crate) fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn read<T>(
        self,
        name: &str,
        wanted: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| {
            Problem::new(format!("{name:?} is not {wanted}"), format!("{name:?} must be {wanted}"))
        })
    }

    pub(crate) fn text(self, name: &str) -> Result<Option<&'a str>, Problem> {
        self.read(name, "a text", Value::as_str)
    }

    pub(crate) fn number(self, name: &str) -> Result<Option<f64>, Problem> {
        self.read(name, "a number", Value::as_f64)
    }

    /// A whole number that is not negative; fractions are cut off.
    pub(crate) fn count(self, name: &str) -> Result<Option<u64>, Problem> {
        self.read(name, "a number from 0 up", |value| {
            value.as_f64().filter(|number| *number >= 0.0).map(|number| number as u64)
        })
    }

    /// A number of pixels.
    pub(crate) fn size(self, name: &str) -> Result<Option<u32>, Problem> {
        let count = self.count(name)?;
        Ok(count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
    }

    pub(crate) fn flag(self, name: &str) -> Result<Option<bool>, Problem> {
        self.read(name, "true or false", Value::as_bool)
    }

    pub(crate) fn list(self, name: &str) -> Result<Option<&'a [Value]>, Problem> {
        self.read(name, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    pub(crate) fn object(self, name: &str) -> Result<Option<&'a Map<String, Value>>, Problem> {
        self.read(name, "an object", Value::as_object)
    }
}

/// Fails for an absent member.
pub(crate) fn needed<T>(name: &str, value: Option<T>) -> Result<T, Problem> {
    value.ok_or_else(|| Problem::new(format!("{name:?} is missing"), format!("add {name:?}")))
}
