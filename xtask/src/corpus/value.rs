//! Compares values of pages with expected ones.

use serde_json::Value;

/// Whether two values are the same; numbers may be `near` apart.
pub(crate) fn is_same(left: &Value, right: &Value, near: f64) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => match (left.as_f64(), right.as_f64()) {
            (Some(left), Some(right)) => (left - right).abs() <= near,
            _ => left == right,
        },
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| is_same(left, right, near))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| {
                    right.get(name).is_some_and(|other| is_same(value, other, near))
                })
        }
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_same;

    #[test]
    fn numbers_may_be_near() {
        assert!(is_same(&json!([1, {"a": 10.0}]), &json!([1.0, {"a": 11.5}]), 2.0));
        assert!(!is_same(&json!([1, {"a": 10.0}]), &json!([1.0, {"a": 12.5}]), 2.0));
        assert!(is_same(&json!(1), &json!(1.0), 0.0));
    }

    #[test]
    fn shapes_must_be_equal() {
        for (left, right) in [
            (json!("1"), json!(1)),
            (json!([1]), json!([1, 2])),
            (json!({"a": 1}), json!({"b": 1})),
            (json!(null), json!("")),
        ] {
            assert!(!is_same(&left, &right, 9.0), "{left} {right}");
        }
    }
}
