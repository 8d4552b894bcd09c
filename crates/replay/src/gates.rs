//! Answers that must wait: scripts behind callbacks, sheets that code asks for, and documents behind the page that they
//! replace.

use std::collections::HashMap;

use xcheck_model::event::{Entry, Event, Page, What};
use xcheck_model::exchange::{Exchange, ExchangeId};

/// What waits for a page to come to an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gates {
    /// By page: entry, and the answer that may go out when the page has come there.
    scripts: HashMap<usize, Vec<(usize, ExchangeId)>>,
    /// By page: the answer that is its document, if the page takes the place of another.
    documents: HashMap<usize, ExchangeId>,
    /// By page: whether a person asked for it, and not the page before.
    by_person: HashMap<usize, bool>,
}

impl Gates {
    /// Finds what must wait. `followed` says which page a page takes the place of.
    pub(crate) fn find(
        pages: &[Page],
        exchanges: &[Exchange],
        followed: impl Fn(&Page) -> Option<usize>,
    ) -> Self {
        let mut gates = Self::default();
        let mut used: Vec<ExchangeId> = Vec::new();
        for page in pages.iter().filter(|page| !page.hello.is_worker) {
            let url = without_fragment(&page.hello.url);
            let document = exchanges.iter().find(|exchange| {
                exchange.request.url == url && is_document(exchange) && !used.contains(&exchange.id)
            });
            used.extend(document.map(|it| it.id));
            // What was answered before its document is another page's.
            let own: Vec<&Exchange> = exchanges
                .iter()
                .filter(|it| document.is_none_or(|document| it.began_us >= document.began_us))
                .collect();
            let mut scripts = scripts(page, &own, &mut used);
            if let Some(document) = document {
                scripts.extend(sheets(page, document, &own));
                scripts.sort_unstable();
                if let Some(site) = header(document, "sec-fetch-site") {
                    gates.by_person.insert(page.number, site == "none");
                }
                if followed(page).is_some() {
                    gates.documents.insert(page.number, document.id);
                }
            }
            if !scripts.is_empty() {
                gates.scripts.insert(page.number, scripts);
            }
        }
        gates
    }

    /// Everything that is held back at first.
    pub(crate) fn held(&self) -> impl Iterator<Item = ExchangeId> {
        let scripts = self.scripts.values().flatten().map(|(_, held)| *held);
        scripts.chain(self.documents.values().copied())
    }

    /// The entries that a page must report.
    pub(crate) fn entries(&self, page: usize) -> Vec<usize> {
        let gates = self.scripts.get(&page).map(Vec::as_slice).unwrap_or_default();
        gates.iter().map(|(entry, _)| *entry).collect()
    }

    /// What may go out now that a page has come to an entry.
    pub(crate) fn scripts_upto(&self, page: usize, entry: usize) -> Vec<ExchangeId> {
        let gates = self.scripts.get(&page).map(Vec::as_slice).unwrap_or_default();
        gates.iter().filter(|(at, _)| *at <= entry).map(|(_, held)| *held).collect()
    }

    /// Whether a person went to a page, by its address, as far as the request tells.
    pub(crate) fn is_by_person(&self, page: usize) -> Option<bool> {
        self.by_person.get(&page).copied()
    }

    /// The page that an answer is the document of, if it is held back.
    pub(crate) fn page_of(&self, document: ExchangeId) -> Option<usize> {
        self.documents.iter().find(|(_, id)| **id == document).map(|(page, _)| *page)
    }

    /// The document that a page is.
    pub(crate) fn document(&self, page: usize) -> Option<ExchangeId> {
        self.documents.get(&page).copied()
    }
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

fn header<'a>(exchange: &'a Exchange, wanted: &str) -> Option<&'a str> {
    let found = exchange.request.headers.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.as_str())
}

fn is_document(exchange: &Exchange) -> bool {
    match header(exchange, "sec-fetch-dest") {
        Some(purpose) => matches!(purpose, "document" | "iframe" | "frame"),
        None => header(exchange, "accept").is_some_and(|accept| accept.contains("text/html")),
    }
}

/// Sheets that code asked for, with the entry that tells that they are there.
///
/// Elements that a sheet finds drawn without it change in front of a person's eyes, by transitions too; those that it
/// comes before do not. The parser's own sheets are left alone, because scripts wait for them.
fn sheets(page: &Page, document: &Exchange, exchanges: &[&Exchange]) -> Vec<(usize, ExchangeId)> {
    /// A page's clock and that of the exchanges begin at nearly the same time.
    const UNCERTAIN_US: i64 = 20_000;
    let since = |us: u64| us.saturating_sub(document.began_us) as i64;
    let parsed = page.entries.iter().find_map(|entry| match entry {
        Entry::Reached { at_us, name } if name == "DOMContentLoaded" => Some(*at_us),
        _ => None,
    });
    let Some(parsed_us) = parsed else { return Vec::new() };
    let is_link = |event: &Event| {
        let What::Notice { name, target, .. } = &event.what else { return false };
        name == "load" && page.target(*target).is_some_and(|it| it.name() == "link")
    };
    let entries = page.entries.iter().enumerate();
    let loads: Vec<(usize, i64)> = entries
        .filter_map(|(index, entry)| match entry {
            Entry::Event(event) if is_link(event) => Some((index, event.at_us)),
            _ => None,
        })
        .collect();
    let own = exchanges.iter().filter(|exchange| {
        header(exchange, "sec-fetch-dest") == Some("style")
            && since(exchange.began_us) > parsed_us + UNCERTAIN_US
    });
    let told = own.filter_map(|exchange| {
        let ended_us = since(exchange.ended_us) - UNCERTAIN_US;
        let (index, _) = loads.iter().find(|(_, at_us)| *at_us >= ended_us)?;
        Some((*index, exchange.id))
    });
    told.collect()
}

/// Scripts that ran after a callback or an input, and so may not come before it.
///
/// Pages that share a script each have their own answer, in order; one that had it from a cache has none.
fn scripts(
    page: &Page,
    exchanges: &[&Exchange],
    used: &mut Vec<ExchangeId>,
) -> Vec<(usize, ExchangeId)> {
    let mut found = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut is_behind = false;
    for (index, entry) in page.entries.iter().enumerate() {
        let Entry::Event(Event { what, .. }) = entry else { continue };
        match what {
            What::Callback(_) | What::Input(_) => is_behind = true,
            What::Script { name } | What::Task { name } if name.contains("://") => {
                // Only its first run needs its answer.
                if seen.contains(&name.as_str()) {
                    continue;
                }
                seen.push(name);
                let url = without_fragment(name);
                // Tasks are named by the script that their code is in; only a module runs that way by itself.
                let is_module = matches!(what, What::Task { .. });
                let own = exchanges.iter().find(|exchange| {
                    exchange.request.url == url
                        && !is_document(exchange)
                        && (!is_module || header(exchange, "sec-fetch-mode") == Some("cors"))
                        && !used.contains(&exchange.id)
                });
                let Some(own) = own else { continue };
                used.push(own.id);
                if is_behind {
                    found.push((index, own.id));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use xcheck_model::event::{Callback, Hello, Locals, Target, TargetRef};
    use xcheck_model::exchange::{Outcome, RequestHead};

    use super::*;

    fn exchange(id: u64, began_us: u64, url: &str, purpose: &str) -> Exchange {
        Exchange {
            id: ExchangeId(id),
            began_us,
            request: RequestHead {
                method: "GET".to_owned(),
                url: url.to_owned(),
                headers: vec![("sec-fetch-dest".to_owned(), purpose.to_owned())],
            },
            request_body: None,
            response: None,
            messages: Vec::new(),
            ended_us: began_us + 1_000,
            outcome: Outcome::Complete,
        }
    }

    fn page(number: usize, whats: Vec<What>) -> Page {
        let event = |(id, what): (usize, What)| {
            let at_us = 100_000 * (id as i64 + 1);
            Entry::Event(Event { id: id as u64, at_us, what, locals: Locals::default() })
        };
        let link = Target {
            paths: vec!["/html[1]/head[1]/link[1]".to_owned()],
            id: None,
            attributes: Vec::new(),
            text: None,
        };
        let parsed = Entry::Reached { at_us: 50_000, name: "DOMContentLoaded".to_owned() };
        let events = whats.into_iter().enumerate().map(event);
        Page {
            number,
            hello: Hello { url: format!("http://shop/{number}"), ..Hello::default() },
            targets: vec![link],
            functions: Vec::new(),
            entries: std::iter::once(parsed).chain(events).collect(),
            n_unheard: 0,
            gaps: Vec::new(),
            rejections: Vec::new(),
            failures: Vec::new(),
            files: Vec::new(),
            storage: Vec::new(),
            cost: None,
            is_ended: true,
        }
    }

    fn callback() -> What {
        let detail = serde_json::Value::Null;
        What::Callback(Callback { kind: "xhr".to_owned(), by: 0, index: 0, firing: 0, detail })
    }

    #[test]
    fn what_was_answered_before_a_page_is_not_its_own() {
        let script = What::Script { name: "http://shop/app.js".to_owned() };
        let pages = [page(0, vec![callback()]), page(1, vec![callback(), script])];
        let exchanges = [
            exchange(0, 0, "http://shop/0", "document"),
            exchange(1, 10_000, "http://shop/app.js", "script"),
            exchange(2, 900_000, "http://shop/1", "document"),
        ];
        // The second page had it from its cache.
        assert_eq!(Gates::find(&pages, &exchanges, |_| None).held().count(), 0);
        let later = exchange(3, 910_000, "http://shop/app.js", "script");
        let all = [&exchanges[..], &[later]].concat();
        let gates = Gates::find(&pages, &all, |_| None);
        assert_eq!(gates.scripts_upto(1, 2), [ExchangeId(3)]);
    }

    #[test]
    fn sheets_that_code_asked_for_wait_for_their_load() {
        let load =
            || What::Notice { name: "load".to_owned(), target: TargetRef::Element(0), age_us: 0 };
        let pages = [page(0, vec![callback(), load()])];
        let of_code = exchange(1, 120_000, "http://shop/late.css", "style");
        let of_parser = exchange(2, 10_000, "http://shop/page.css", "style");
        let exchanges = [exchange(0, 0, "http://shop/0", "document"), of_code, of_parser];
        let gates = Gates::find(&pages, &exchanges, |_| None);
        assert_eq!(gates.held().collect::<Vec<_>>(), [ExchangeId(1)]);
        assert_eq!(gates.scripts_upto(0, 1), []);
        assert_eq!(gates.scripts_upto(0, 2), [ExchangeId(1)]);
    }
}
