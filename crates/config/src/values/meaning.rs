//! What a text field asks for, told by its type, its autocomplete token and its names.

use super::Field;
use super::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Email,
    Phone,
    Url,
    Password,
    Username,
    FirstName,
    LastName,
    FullName,
    Company,
    Street,
    City,
    Region,
    PostalCode,
    Country,
    CountryCode,
    CardNumber,
    CardExpiry,
    CardCode,
    OneTimeCode,
    Date,
    Birthday,
    Time,
    Color,
    Number,
    Search,
    Message,
    Words,
}

/// Tokens of the autocomplete attribute; those that say no more than the name are not here.
const TOKENS: &[(&str, Meaning)] = &[
    ("email", Meaning::Email),
    ("tel", Meaning::Phone),
    ("tel-national", Meaning::Phone),
    ("url", Meaning::Url),
    ("new-password", Meaning::Password),
    ("current-password", Meaning::Password),
    ("username", Meaning::Username),
    ("nickname", Meaning::Username),
    ("given-name", Meaning::FirstName),
    ("additional-name", Meaning::FirstName),
    ("family-name", Meaning::LastName),
    ("name", Meaning::FullName),
    ("cc-name", Meaning::FullName),
    ("organization", Meaning::Company),
    ("street-address", Meaning::Street),
    ("address-line1", Meaning::Street),
    ("address-level2", Meaning::City),
    ("address-level1", Meaning::Region),
    ("postal-code", Meaning::PostalCode),
    ("country", Meaning::CountryCode),
    ("country-name", Meaning::Country),
    ("cc-number", Meaning::CardNumber),
    ("cc-exp", Meaning::CardExpiry),
    ("cc-csc", Meaning::CardCode),
    ("one-time-code", Meaning::OneTimeCode),
    ("bday", Meaning::Birthday),
];

/// Words in names of fields, the telling ones first: a first name is a name too.
const WORDS: &[(&str, Meaning)] = &[
    ("email", Meaning::Email),
    ("mail", Meaning::Email),
    ("password", Meaning::Password),
    ("passwd", Meaning::Password),
    ("pwd", Meaning::Password),
    ("passphrase", Meaning::Password),
    ("phone", Meaning::Phone),
    ("telephone", Meaning::Phone),
    ("tel", Meaning::Phone),
    ("mobile", Meaning::Phone),
    ("fax", Meaning::Phone),
    ("card number", Meaning::CardNumber),
    ("cardnumber", Meaning::CardNumber),
    ("cvc", Meaning::CardCode),
    ("cvv", Meaning::CardCode),
    ("expiry", Meaning::CardExpiry),
    ("otp", Meaning::OneTimeCode),
    ("zip", Meaning::PostalCode),
    ("zipcode", Meaning::PostalCode),
    ("postal", Meaning::PostalCode),
    ("postcode", Meaning::PostalCode),
    ("plz", Meaning::PostalCode),
    ("url", Meaning::Url),
    ("website", Meaning::Url),
    ("homepage", Meaning::Url),
    ("link", Meaning::Url),
    ("user name", Meaning::Username),
    ("username", Meaning::Username),
    ("user", Meaning::Username),
    ("login", Meaning::Username),
    ("nick", Meaning::Username),
    ("nickname", Meaning::Username),
    ("first name", Meaning::FirstName),
    ("firstname", Meaning::FirstName),
    ("given name", Meaning::FirstName),
    ("vorname", Meaning::FirstName),
    ("last name", Meaning::LastName),
    ("lastname", Meaning::LastName),
    ("surname", Meaning::LastName),
    ("family name", Meaning::LastName),
    ("nachname", Meaning::LastName),
    ("company", Meaning::Company),
    ("organization", Meaning::Company),
    ("organisation", Meaning::Company),
    ("street", Meaning::Street),
    ("address", Meaning::Street),
    ("city", Meaning::City),
    ("town", Meaning::City),
    ("state", Meaning::Region),
    ("province", Meaning::Region),
    ("region", Meaning::Region),
    ("country", Meaning::Country),
    ("birthday", Meaning::Birthday),
    ("birthdate", Meaning::Birthday),
    ("birth", Meaning::Birthday),
    ("dob", Meaning::Birthday),
    ("date", Meaning::Date),
    ("time", Meaning::Time),
    ("color", Meaning::Color),
    ("colour", Meaning::Color),
    ("number", Meaning::Number),
    ("quantity", Meaning::Number),
    ("qty", Meaning::Number),
    ("amount", Meaning::Number),
    ("price", Meaning::Number),
    ("count", Meaning::Number),
    ("age", Meaning::Number),
    ("search", Meaning::Search),
    ("query", Meaning::Search),
    ("q", Meaning::Search),
    ("message", Meaning::Message),
    ("comment", Meaning::Message),
    ("comments", Meaning::Message),
    ("description", Meaning::Message),
    ("fullname", Meaning::FullName),
    ("name", Meaning::FullName),
];

impl Meaning {
    pub(super) fn of(kind: &str, field: &Field) -> Self {
        match kind {
            "email" => return Self::Email,
            "tel" => return Self::Phone,
            "url" => return Self::Url,
            "password" => return Self::Password,
            _ => {}
        }
        let tokens = field.autocomplete.to_ascii_lowercase();
        let by_token = |token| TOKENS.iter().find(|(name, _)| *name == token);
        if let Some((_, meaning)) = tokens.split_ascii_whitespace().rev().find_map(by_token) {
            return *meaning;
        }
        for text in [&field.name, &field.label, &field.placeholder] {
            let words = format!(" {} ", words(text));
            let by_word = |(word, _): &&(&str, Self)| words.contains(&format!(" {word} "));
            if let Some((_, meaning)) = WORDS.iter().find(by_word) {
                return *meaning;
            }
        }
        match kind {
            "textarea" => Self::Message,
            "search" => Self::Search,
            _ => Self::Words,
        }
    }

    /// Values that suit, the most natural one first and shorter ones after it.
    pub(super) fn guesses(self, seed: u64) -> Vec<String> {
        let mut random = Random::new(seed);
        let mut pick = |list: &[&'static str]| random.pick(list).unwrap_or_default();
        let first = pick(&["Ada", "Grace", "Alan", "Edith", "Linus", "Maria"]);
        let last = pick(&["Lovelace", "Hopper", "Turing", "Clarke", "Noether", "Curie"]);
        let noun = pick(&["harbor", "garden", "lantern", "meadow", "violin", "orange"]);
        let word = pick(&["blue", "calm", "early", "green", "quick", "warm"]);
        let digits = format!("{:04}", random.below(10_000));
        let lower = first.to_lowercase();
        let guesses: &[&str] = match self {
            Self::Email => &[
                &format!("{lower}.{digits}@example.org"),
                &format!("{lower}@example.org"),
                "a@b.co",
            ],
            // Numbers from 0100 to 0199 after 555 belong to nobody.
            Self::Phone => &[
                &format!("20255501{}", &digits[..2]),
                &format!("+120255501{}", &digits[..2]),
                &format!("202-555-01{}", &digits[..2]),
                "5550147",
            ],
            Self::Url => {
                &[&format!("https://example.org/{noun}"), "https://example.org/", "http://a.co"]
            }
            // Every class that rules ask for is in the first four characters.
            Self::Password => &[
                &format!("Qx7!{noun}{digits}"),
                &format!("Qx7!{digits}"),
                &format!("Qx7a{digits}"),
                "Qx7!a",
                "1234",
            ],
            Self::Username => &[&format!("{lower}{digits}"), &lower],
            Self::FirstName => &[first],
            Self::LastName => &[last],
            Self::FullName => &[&format!("{first} {last}"), first],
            Self::Company => &["Example Works", "Example"],
            Self::Street => &["12 Garden Street", "12 Elm St"],
            Self::City => &["Springfield", "Paris", "Ulm"],
            Self::Region => &["California", "CA"],
            Self::PostalCode => &["94103", "SW1A 1AA", "94103-1234", "K1A 0B1", "1010"],
            Self::Country => &["Germany", "Peru", "DE"],
            Self::CountryCode => &["DE"],
            // The number that all payment sandboxes take.
            Self::CardNumber => &["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111"],
            Self::CardExpiry => &["12/30", "12/2030", "1230"],
            Self::CardCode => &["123", "1234"],
            Self::OneTimeCode => &["123456", "1234"],
            Self::Date => &["2030-01-15", "01/15/2030", "15.01.2030", "15/01/2030", "01/15/30"],
            Self::Birthday => &["1990-01-15", "01/15/1990", "15.01.1990", "15/01/1990", "01/15/90"],
            Self::Time => &["10:30", "10:30 AM"],
            Self::Color => &["#3366cc", "red"],
            Self::Number => &[&(1 + seed % 5).to_string()],
            Self::Search => &[noun],
            Self::Message => {
                &[&format!("The {word} {noun} is open today."), &format!("A {word} {noun}"), noun]
            }
            Self::Words => &[&format!("{word} {noun}"), noun, &digits, &noun.to_uppercase()],
        };
        guesses.iter().map(|guess| (*guess).to_owned()).collect()
    }
}

/// `shippingAddress[first_name]` as `shipping address first name`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut was_lower = false;
    for char in name.chars() {
        if char.is_uppercase() && was_lower {
            words.push(' ');
        }
        was_lower = char.is_lowercase();
        if char.is_alphabetic() {
            words.extend(char.to_lowercase());
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    // So that it says the same with and without a hyphen.
    words.replace("e mail", "email").trim().to_owned()
}
