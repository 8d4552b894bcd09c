//! What `xcheck crawl --each` finds, as a report: ways that are broken in one of the browsers.

use camino::Utf8PathBuf;
use xcheck_check::{CheckReport, Judgement, ReportSession, Timings};
use xcheck_compare::{
    Boxes, Cause, CauseKind, Cbd, Element, Images, Kind, Severity, TestBrowser, Xbi,
};
use xcheck_config::{Baseline, Config};
use xcheck_crawl::{Edge, Graph, Lost, compare_graphs, describe};
use xcheck_model::browser_name::BrowserName;

use crate::exit::Failure;
use crate::project::today;

/// Compares the graphs of all browsers with the first one.
pub(crate) fn report(
    target: &str,
    graphs: &[(BrowserName, Graph)],
    config: &Config,
    baseline: &Baseline,
) -> Result<Option<CheckReport>, Failure> {
    let Some(((leading, reference), others)) = graphs.split_first() else { return Ok(None) };
    let lost = others.iter().flat_map(|(browser, graph)| {
        let all = compare_graphs(reference, graph);
        all.into_iter().map(|lost| (session_of(&lost), finding(*browser, reference, &lost)))
    });
    let folder = Utf8PathBuf::from(leading.folder());
    let trace = |session: usize| {
        let name = reference.sessions.get(session).map_or("", |it| it.trace.as_str());
        folder.join(name).into_string()
    };
    let repro = |session: usize, xbi: &Xbi| {
        let browser = xbi.browser.name();
        format!("xcheck replay {} --browser {browser} -o xcheck-run", trace(session))
    };
    let judgement = Judgement { rules: &config.ignore, baseline, today: today()? };
    let (xbis, n_ignored) = judgement.pass(lost.collect(), &repro);
    let sessions = reference.sessions.iter().enumerate().map(|(number, _)| ReportSession {
        name: (number + 1).to_string(),
        trace: trace(number),
        start_url: reference.states.first().map(|it| it.url.clone()).unwrap_or_default(),
        runs: [].into(),
        failures: [].into(),
    });
    let browser = |browser: BrowserName| TestBrowser::new(browser, "");
    Ok(Some(CheckReport {
        version: 1,
        title: target.to_owned(),
        targets: vec![target.to_owned()],
        reference: Some(browser(*leading)),
        tests: others.iter().map(|(other, _)| browser(*other)).collect(),
        steps: 0,
        events: 0,
        timings: Timings::default(),
        noise: Vec::new(),
        sessions: sessions.collect(),
        graphs: Vec::new(),
        xbis,
        partial: None,
        n_ignored,
    }))
}

fn edge_of(lost: &Lost) -> (&Edge, &'static str) {
    match lost {
        Lost::Missing(edge) => (edge, "leads nowhere"),
        Lost::Different(edge) => (edge, "leads elsewhere"),
    }
}

fn session_of(lost: &Lost) -> usize {
    edge_of(lost).0.session
}

/// A broken way is a finding about behavior, at the element that was used.
fn finding(browser: BrowserName, reference: &Graph, lost: &Lost) -> Xbi {
    let (edge, word) = edge_of(lost);
    let place = |state: usize| {
        let it = &reference.states[state];
        format!("{} ({})", it.title, it.url)
    };
    Xbi {
        id: String::new(),
        browser,
        kind: Kind::Behavior,
        severity: Severity::Critical,
        title: format!("{} {word}", describe(&edge.steps)),
        page: reference.states[edge.from].url.clone(),
        step: 0,
        event: None,
        element: Element {
            xpath: String::new(),
            selector: edge.steps.last().map(|it| it.selector.clone()).unwrap_or_default(),
            html: String::new(),
            boxes: Boxes::default(),
        },
        cause: Cause { kind: CauseKind::Unknown, name: String::new(), support: String::new() },
        occurrences: 1,
        cbds: vec![Cbd {
            property: "transition".to_owned(),
            reference: place(edge.to),
            test: match lost {
                Lost::Missing(_) => place(edge.from),
                Lost::Different(_) => "another page".to_owned(),
            },
            xpath: String::new(),
        }],
        images: Images { reference: None, test: None },
    }
}

#[cfg(test)]
mod tests {
    use xcheck_crawl::{Act, Deed, State};
    use xcheck_model::engine::Engine;

    use super::*;

    #[test]
    fn a_way_that_one_browser_does_not_have_is_a_finding() {
        let state = |id: &str| State {
            id: id.to_owned(),
            url: format!("http://app/{id}"),
            title: id.to_owned(),
            depth: 0,
            picture: None,
            shape: String::new(),
            sketch: Vec::new(),
        };
        let graph = |to: usize| {
            let step = Deed {
                action: Act::Click,
                selector: "#menu".to_owned(),
                label: "Menu".to_owned(),
                value: None,
            };
            let edge = Edge { from: 0, to, steps: vec![step], session: 0, action: 1 };
            Graph { states: vec![state("a"), state("b")], edges: vec![edge], ..Graph::default() }
        };
        let graphs = [(Engine::Chromium.into(), graph(1)), (Engine::WebKit.into(), graph(0))];
        let baseline = Baseline::default();
        let report = report("app", &graphs, &Config::default(), &baseline).unwrap().unwrap();
        let found: Vec<(&str, &str)> = report
            .xbis
            .iter()
            .map(|it| (it.xbi.title.as_str(), it.xbi.element.selector.as_str()))
            .collect();
        assert_eq!(found, [("click Menu leads nowhere", "#menu")]);
        assert_eq!(report.xbis[0].xbi.browser, Engine::WebKit.into());
    }
}
