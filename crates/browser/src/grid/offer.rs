//! What a hub says about its nodes: which browsers they offer, and how many more at once.

use serde_json::Value;

/// The nodes of a grid, if the hub tells about them. Clouds do not.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    uri: String,
    is_up: bool,
    most_sessions: usize,
    slots: Vec<Slot>,
}

#[derive(Clone, Debug, PartialEq)]
struct Slot {
    /// What sessions it can have.
    stereotype: Value,
    /// The session that is in it.
    session: Option<Session>,
}

#[derive(Clone, Debug, PartialEq)]
struct Session {
    id: String,
    /// What whoever asked for it called it.
    name: String,
}

/// How many sessions of one kind there can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) n_all: usize,
    pub(super) n_free: usize,
}

impl Offer {
    /// Reads the answer to the status command.
    pub(super) fn read(status: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let session = |value: &Value| {
            let id = value["sessionId"].as_str()?.to_owned();
            Some(Session { id, name: text(&value["capabilities"]["se:name"]) })
        };
        let slot = |value: &Value| Slot {
            stereotype: value["stereotype"].clone(),
            session: session(&value["session"]),
        };
        let node = |value: &Value| {
            let slots: Vec<Slot> = value["slots"].as_array()?.iter().map(slot).collect();
            let most = value["maxSessions"].as_u64().and_then(|most| usize::try_from(most).ok());
            Some(Node {
                uri: text(value.get("externalUri").unwrap_or(&value["uri"])),
                is_up: value["availability"] == "UP",
                most_sessions: most.unwrap_or(slots.len()),
                slots,
            })
        };
        Some(Self { nodes: status["nodes"].as_array()?.iter().filter_map(node).collect() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many sessions with these capabilities there can be.
    pub(super) fn room(&self, wanted: &Value) -> Room {
        let mut room = Room::default();
        for node in &self.nodes {
            let slots = || node.slots.iter().filter(|slot| is_match(&slot.stereotype, wanted));
            let n_taken = node.slots.iter().filter(|slot| slot.session.is_some()).count();
            room.n_all += slots().count().min(node.most_sessions);
            if node.is_up {
                let n_free = slots().filter(|slot| slot.session.is_none()).count();
                room.n_free += n_free.min(node.most_sessions.saturating_sub(n_taken));
            }
        }
        room
    }

    /// The node that a session is on.
    pub(super) fn node_of(&self, session: &str) -> Option<&str> {
        let has_it = |slot: &Slot| slot.session.as_ref().is_some_and(|it| it.id == session);
        let node = self.nodes.iter().find(|node| node.slots.iter().any(has_it))?;
        Some(&node.uri)
    }

    /// Sessions by name, each with its node.
    pub(super) fn named<'a>(&'a self, name: &str) -> Vec<(&'a str, &'a str)> {
        let of_node = |node: &'a Node| {
            node.slots.iter().filter_map(move |slot| Some((slot.session.as_ref()?, node)))
        };
        let all = self.nodes.iter().flat_map(of_node).filter(|(session, _)| session.name == name);
        all.map(|(session, node)| (session.id.as_str(), node.uri.as_str())).collect()
    }

    /// What there is, for people.
    pub(super) fn told(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        for slot in self.nodes.iter().flat_map(|node| &node.slots) {
            let told = told(&slot.stereotype);
            if !all.contains(&told) {
                all.push(told);
            }
        }
        all.sort();
        match all.is_empty() {
            true => "nothing".to_owned(),
            false => all.join(", "),
        }
    }
}

/// A kind of browser, for people.
pub(super) fn told(capabilities: &Value) -> String {
    let words = ["browserName", "browserVersion", "platformName"].map(|key| &capabilities[key]);
    let words: Vec<&str> = words.iter().filter_map(|word| word.as_str()).collect();
    words.join(" ")
}

/// Whether a slot can have such a session, as far as can be told. In doubt it can: the hub has the last word.
fn is_match(stereotype: &Value, wanted: &Value) -> bool {
    let pair = |key: &str| (stereotype[key].as_str(), wanted[key].as_str());
    let is_name = match pair("browserName") {
        (Some(there), Some(here)) => there.eq_ignore_ascii_case(here),
        (there, here) => there.is_some() || here.is_none(),
    };
    let is_version = match pair("browserVersion") {
        (_, None | Some("" | "stable")) => true,
        (Some(there), Some(here)) => there.starts_with(here) || here.starts_with(there),
        (None, Some(_)) => false,
    };
    let is_platform = match pair("platformName") {
        (Some(there), Some(here)) => {
            // Families: "mac" and "macOS 14", "windows" and "WIN11".
            let family = |name: &str| name.get(..3).unwrap_or(name).to_ascii_lowercase();
            family(there) == family(here)
                || [there, here].iter().any(|it| it.eq_ignore_ascii_case("any"))
        }
        _ => true,
    };
    is_name && is_version && is_platform
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn slot(browser: &str, version: &str, session: Option<(&str, &str)>) -> Value {
        let session =
            session.map(|(id, name)| json!({"sessionId": id, "capabilities": {"se:name": name}}));
        let stereotype =
            json!({"browserName": browser, "browserVersion": version, "platformName": "linux"});
        json!({"stereotype": stereotype, "session": session})
    }

    fn offer() -> Offer {
        let first = json!({"uri": "http://one", "availability": "UP", "maxSessions": 2, "slots": [
            slot("chrome", "156.0", Some(("s1", "mine"))), slot("chrome", "156.0", None), slot("firefox", "153.0", None),
        ]});
        let second = json!({"uri": "http://two", "availability": "DOWN", "maxSessions": 1, "slots": [slot("firefox", "140.2", None)]});
        Offer::read(&json!({"ready": true, "nodes": [first, second]})).unwrap()
    }

    #[test]
    fn room_is_what_slots_and_nodes_allow() {
        let room = |wanted: Value| {
            let Room { n_all, n_free } = offer().room(&wanted);
            (n_all, n_free)
        };
        assert_eq!(room(json!({"browserName": "chrome"})), (2, 1));
        assert_eq!(room(json!({"browserName": "firefox"})), (2, 1));
        assert_eq!(room(json!({"browserName": "firefox", "browserVersion": "140"})), (1, 0));
        assert_eq!(room(json!({"browserName": "firefox", "browserVersion": "99"})), (0, 0));
        assert_eq!(room(json!({"browserName": "firefox", "platformName": "mac"})), (0, 0));
        assert_eq!(room(json!({"browserName": "safari"})), (0, 0));
    }

    #[test]
    fn sessions_are_found_by_id_and_by_name() {
        assert_eq!(offer().node_of("s1"), Some("http://one"));
        assert_eq!(offer().node_of("s2"), None);
        assert_eq!(offer().named("mine"), [("s1", "http://one")]);
        assert_eq!(offer().told(), "chrome 156.0 linux, firefox 140.2 linux, firefox 153.0 linux");
    }

    #[test]
    fn a_cloud_tells_nothing() {
        assert_eq!(Offer::read(&json!({"ready": true})), None);
        assert!(Offer::read(&json!({"nodes": []})).unwrap().is_empty());
    }
}
