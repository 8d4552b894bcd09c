//! Whether two pages are the same to a person, though not to the letter.

/// How many of the parts of two pages must be the same.
pub(crate) const SAME: f64 = 0.95;

/// The share of what two pages are made of that they have in common, estimated from their sketches (min-hash).
pub fn likeness(one: &[u32], other: &[u32]) -> f64 {
    if one.is_empty() || one.len() != other.len() {
        return 0.0;
    }
    let n_equal = one.iter().zip(other).filter(|(a, b)| a == b).count();
    n_equal as f64 / one.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_share_of_equal_numbers() {
        assert!((likeness(&[1, 2, 3, 4], &[1, 2, 3, 5]) - 0.75).abs() < 1e-12);
        assert!(likeness(&[], &[]).abs() < 1e-12, "nothing is known of empty sketches");
        assert!(likeness(&[1], &[1, 2]).abs() < 1e-12);
    }
}
