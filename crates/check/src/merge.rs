//! Makes one list of the findings of several sessions: what was met in many is one finding.

use std::collections::BTreeMap;

use xcheck_compare::{NoiseCount, Report, StateGraph, Stray, TestBrowser, Xbi};

use crate::report::SessionsGraph;

/// What all sessions found.
#[derive(Debug, Default)]
pub struct Merged {
    pub reference: Option<TestBrowser>,
    pub tests: Vec<TestBrowser>,
    pub steps: u64,
    pub events: u64,
    pub noise: Vec<NoiseCount>,
    /// With the number of the session.
    pub strays: Vec<(usize, Stray)>,
    pub graphs: Vec<SessionsGraph>,
    /// With the number of the session that showed each first.
    pub xbis: Vec<(usize, Xbi)>,
}

/// Merges the reports of sessions, given with their numbers.
pub fn merge(reports: Vec<(usize, Report)>) -> Merged {
    let mut merged = Merged::default();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (session, report) in reports {
        merged.reference.get_or_insert(report.reference);
        for test in report.tests {
            if !merged.tests.contains(&test) {
                merged.tests.push(test);
            }
        }
        merged.steps += report.steps;
        merged.events += report.events;
        merged.strays.extend(report.strays.into_iter().map(|it| (session, it)));
        add_noise(&mut merged.noise, report.noise);
        add_graphs(&mut merged.graphs, session, report.graphs);
        for xbi in report.xbis {
            let keys = keys(&xbi);
            let first = keys.iter().find_map(|key| known.get(key)).copied();
            let at = match first {
                Some(at) => {
                    join(&mut merged.xbis[at], session, xbi);
                    at
                }
                None => {
                    merged.xbis.push((session, xbi));
                    merged.xbis.len() - 1
                }
            };
            for key in keys {
                known.entry(key).or_insert(at);
            }
        }
    }
    let key = |(session, it): &(usize, Xbi)| {
        (it.severity, *session, it.step, it.browser, it.element.xpath.clone())
    };
    merged.xbis.sort_by_key(key);
    for (at, (_, xbi)) in merged.xbis.iter_mut().enumerate() {
        xbi.id = format!("x{}", at + 1);
    }
    merged
}

/// Makes one finding of two; what is around the other leads.
fn join(known: &mut (usize, Xbi), session: usize, xbi: Xbi) {
    let occurrences = known.1.occurrences + xbi.occurrences;
    let severity = known.1.severity.min(xbi.severity);
    let inner = known.1.element.xpath.strip_prefix(&xbi.element.xpath);
    if inner.is_some_and(|rest| rest.starts_with('/')) {
        *known = (session, xbi);
    }
    known.1.occurrences = occurrences;
    known.1.severity = severity;
}

/// What makes two findings of different sessions one: the same differences at the same element, or the same element
/// for the same known reason, be it one of many.
fn keys(xbi: &Xbi) -> Vec<String> {
    let place = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let lead = xbi.cbds.first().map_or("", |cbd| cbd.property.as_str());
    let browser = xbi.browser.name();
    let mut keys = vec![
        format!("{browser} {} {} {lead}", place(&xbi.page), xbi.element.xpath),
        format!("{browser} {} {} {lead}", place(&xbi.page), xbi.element.selector),
    ];
    if !xbi.cause.name.is_empty() {
        keys.push(format!("{browser} {} {}", xbi.element.selector, xbi.cause.name));
        keys.push(format!("{browser} {} {} {}", xbi.kind, xbi.title, xbi.cause.name));
        let all = xbi.cbds.iter().filter(|it| !it.xpath.is_empty());
        keys.extend(all.map(|it| {
            let (page, reason) = (place(&xbi.page), &xbi.cause.name);
            format!("{browser} {} {page} {} {} {reason}", xbi.kind, it.property, it.xpath)
        }));
    }
    keys
}

fn add_noise(all: &mut Vec<NoiseCount>, more: Vec<NoiseCount>) {
    for one in more {
        match all.iter_mut().find(|it| it.browser == one.browser) {
            Some(known) => {
                known.count += one.count;
                known.known += one.known;
            }
            None => all.push(one),
        }
    }
}

fn add_graphs(all: &mut Vec<SessionsGraph>, session: usize, more: Vec<StateGraph>) {
    for one in more {
        let at = all.iter().position(|it| it.browser == one.browser).unwrap_or_else(|| {
            all.push(SessionsGraph::new(one.browser));
            all.len() - 1
        });
        all[at].add(session, one);
    }
}

#[cfg(test)]
mod tests {
    use xcheck_compare::{
        Boxes, Cause, CauseKind, Cbd, Element, Images, Kind, Severity, Transition,
    };
    use xcheck_model::engine::Engine;

    use super::*;

    fn xbi(selector: &str, property: &str, cause: &str) -> Xbi {
        Xbi {
            id: String::new(),
            browser: Engine::Firefox.into(),
            kind: Kind::Text,
            severity: Severity::Major,
            title: format!("{selector} is wrong"),
            page: "http://app/?x=1".to_owned(),
            step: 3,
            event: None,
            element: Element {
                xpath: format!("/html[1]/{selector}"),
                selector: selector.to_owned(),
                html: String::new(),
                boxes: Boxes::default(),
            },
            cause: Cause {
                kind: CauseKind::Unknown,
                name: cause.to_owned(),
                support: String::new(),
            },
            occurrences: 2,
            cbds: vec![Cbd {
                property: property.to_owned(),
                reference: String::new(),
                test: String::new(),
                xpath: String::new(),
            }],
            images: Images { reference: None, test: None },
        }
    }

    #[test]
    fn what_has_elements_and_a_reason_in_common_is_one_and_the_outermost_leads() {
        let cbd = |xpath: &str| Cbd {
            property: "presence".to_owned(),
            reference: String::new(),
            test: String::new(),
            xpath: xpath.to_owned(),
        };
        let inner = Xbi { cbds: vec![cbd("/list/item")], ..xbi("list/item", "presence", "api") };
        let cbds = vec![cbd("/list"), cbd("/list/item")];
        let outer = Xbi { cbds, ..xbi("list", "visibility", "api") };
        for order in [[&inner, &outer], [&outer, &inner]] {
            let reports = order.map(|it| report(vec![it.clone()]));
            let merged = merge(reports.into_iter().enumerate().collect());
            assert_eq!(merged.xbis.len(), 1);
            assert_eq!(merged.xbis[0].1.element.selector, "list");
            assert_eq!(merged.xbis[0].1.occurrences, 4);
        }
        let other = Xbi { cause: xbi("list", "visibility", "css").cause, ..outer };
        let merged = merge(vec![(0, report(vec![inner])), (1, report(vec![other]))]);
        assert_eq!(merged.xbis.len(), 2);
    }

    fn report(xbis: Vec<Xbi>) -> Report {
        let browser = |browser| TestBrowser::new(browser, "1");
        Report {
            version: 1,
            reference: browser(Engine::Chromium.into()),
            tests: vec![browser(Engine::Firefox.into())],
            steps: 4,
            events: 5,
            noise: Vec::new(),
            strays: Vec::new(),
            graphs: Vec::new(),
            xbis,
        }
    }

    #[test]
    fn transitions_say_which_session_they_are_of() {
        let graph = || StateGraph {
            browser: Engine::Firefox.into(),
            reference_states: 3,
            states: 2,
            reference_transitions: 2,
            transitions: 1,
            missing: vec![Transition { page: 0, step: 1, event: None, after: "click".to_owned() }],
            surplus: Vec::new(),
            different: Vec::new(),
        };
        let with = || Report { graphs: vec![graph()], ..report(Vec::new()) };
        let merged = merge(vec![(0, with()), (2, with())]);
        let [all] = merged.graphs.as_slice() else { panic!("one browser") };
        assert_eq!((all.reference_states, all.transitions), (6, 2));
        let json = serde_json::to_value(&all.missing).unwrap();
        let expected = |session: usize| serde_json::json!({"session": session, "page": 0, "step": 1, "event": null, "after": "click"});
        assert_eq!(json, serde_json::json!([expected(0), expected(2)]));
    }

    #[test]
    fn what_two_sessions_show_is_one_finding() {
        let merged = merge(vec![
            (0, report(vec![xbi("p", "text", ""), xbi("b", "width", "gap")])),
            (1, report(vec![xbi("p", "text", ""), xbi("b", "left", "gap"), xbi("p", "color", "")])),
        ]);
        let found: Vec<(usize, &str, u64)> = merged
            .xbis
            .iter()
            .map(|(session, it)| (*session, it.element.selector.as_str(), it.occurrences))
            .collect();
        assert_eq!(found, [(0, "b", 4), (0, "p", 4), (1, "p", 2)]);
        assert_eq!((merged.steps, merged.events, merged.tests.len()), (8, 10, 1));
        assert_eq!(merged.xbis[2].1.id, "x3");
    }
}
