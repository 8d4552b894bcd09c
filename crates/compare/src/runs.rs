//! From runs to a report.

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::run::ShotHash;
use xcheck_trace::run::{RunHead, RunOpenError, RunReader};

use crate::cluster::{Answer, Cluster, cluster};
use crate::diagnose::{Diagnosis, Evidence};
use crate::difference::{Aspect, Kind};
use crate::noise::Noise;
use crate::page::{LETTERS, SCROLL, Scope};
use crate::report::{
    Cause, CauseKind, Cbd, Element, Images, NoiseCount, Report, Severity, TestBrowser, Xbi,
};
use crate::stray::strays;
use crate::walk::{Sighting, Walked, walk};

/// Runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error(transparent)]
    Open(#[from] RunOpenError),
    #[error("{path} is a run of another trace than {reference}")]
    OtherTrace { path: Utf8PathBuf, reference: Utf8PathBuf },
    #[error("nothing to compare {0} with")]
    Alone(Utf8PathBuf),
}

/// Compares runs of one trace; the first is the reference. Further runs in a browser say what is noise there, unless
/// all are of one browser: then it is compared with itself.
pub fn compare(dirs: &[Utf8PathBuf], scope: Scope) -> Result<Report, CompareError> {
    let (reference, groups) = open(dirs)?;
    let mut report = Report {
        version: 1,
        reference: browser(reference.head()),
        tests: Vec::new(),
        steps: reference.totals().n_steps,
        events: reference.end().n_events_replayed,
        noise: Vec::new(),
        strays: strays(&reference).into_values().collect(),
        graphs: Vec::new(),
        xbis: Vec::new(),
    };
    let mut own_noise = Noise::default();
    for again in &groups.reference {
        own_noise.add(&reference, again, scope);
    }
    if own_noise.len() > 0 {
        let browser = reference.head().browser.name;
        report.noise.push(NoiseCount { browser, count: 0, known: own_noise.len() });
    }
    for (test, again) in &groups.tests {
        let mut noise = own_noise.clone();
        for again in again {
            noise.add(test, again, scope);
        }
        let mut walked = walk(&reference, test, scope);
        let n_before = walked.sightings.len();
        walked.sightings.retain(|it| !noise.covers(it));
        let count = n_before - walked.sightings.len();
        report.noise.push(NoiseCount {
            browser: test.head().browser.name,
            count,
            known: noise.len(),
        });
        report.tests.push(browser(test.head()));
        report.graphs.push(std::mem::take(&mut walked.graphs).report(test.head().browser.name));
        let diagnosis = Diagnosis::new(&reference, test);
        report.xbis.extend(findings(&walked, test, &diagnosis));
    }
    report.xbis.sort_by(|a, b| {
        let key = |it: &Xbi| (it.severity, it.step, it.browser, it.element.xpath.clone());
        key(a).cmp(&key(b))
    });
    for (at, xbi) in report.xbis.iter_mut().enumerate() {
        xbi.id = format!("x{}", at + 1);
    }
    Ok(report)
}

/// Runs that are compared, each with those that were made again in the same browser.
pub(crate) struct Groups {
    pub(crate) reference: Vec<RunReader>,
    pub(crate) tests: Vec<(RunReader, Vec<RunReader>)>,
}

/// Opens the reference, and what is compared with it.
pub(crate) fn open(dirs: &[Utf8PathBuf]) -> Result<(RunReader, Groups), CompareError> {
    let Some((first, rest)) = dirs.split_first() else {
        return Err(CompareError::Alone(Utf8PathBuf::new()));
    };
    if rest.is_empty() {
        return Err(CompareError::Alone(first.clone()));
    }
    let reference = RunReader::open(first)?;
    let mut others = Vec::new();
    for dir in rest {
        let run = RunReader::open(dir)?;
        check_trace(&reference, first, &run, dir)?;
        others.push(run);
    }
    let groups = group(&reference, others);
    Ok((reference, groups))
}

fn group(reference: &RunReader, others: Vec<RunReader>) -> Groups {
    let browser = |run: &RunReader| (run.head().browser.name, run.head().browser.version.clone());
    let is_alone = others.iter().all(|run| browser(run) == browser(reference));
    let mut groups = Groups { reference: Vec::new(), tests: Vec::new() };
    for run in others {
        if is_alone {
            groups.tests.push((run, Vec::new()));
        } else if browser(&run) == browser(reference) {
            groups.reference.push(run);
        } else if let Some((_, again)) =
            groups.tests.iter_mut().find(|(known, _)| browser(known) == browser(&run))
        {
            again.push(run);
        } else {
            groups.tests.push((run, Vec::new()));
        }
    }
    groups
}

fn browser(head: &RunHead) -> TestBrowser {
    TestBrowser {
        platform: head.browser.platform.clone(),
        surroundings: head.browser.surroundings.clone(),
        ..TestBrowser::new(head.browser.name, &head.browser.version)
    }
}

fn check_trace(
    reference: &RunReader,
    first: &Utf8Path,
    test: &RunReader,
    dir: &Utf8Path,
) -> Result<(), CompareError> {
    if reference.head().trace.sha256 == test.head().trace.sha256 {
        return Ok(());
    }
    Err(CompareError::OtherTrace { path: dir.to_owned(), reference: first.to_owned() })
}

/// All findings of a pair of runs. What came again for no other reason is no finding of its own.
fn findings(walked: &Walked, test: &RunReader, diagnosis: &Diagnosis) -> Vec<Xbi> {
    let thrown = thrown(walked, diagnosis);
    let why = |one: &Cluster| {
        let evidence = evidence(walked, &thrown, one);
        match diagnosis.sure(&evidence) {
            Some(cause) => Answer { cause, is_sure: true },
            None => Answer { cause: diagnosis.cause(&evidence), is_sure: false },
        }
    };
    let clusters = cluster(walked, &why);
    let cause = |one: &Cluster| one.cause.clone().unwrap_or_else(|| why(one).cause);
    let all: Vec<Xbi> = clusters.iter().map(|one| finding(walked, one, test, cause(one))).collect();
    let is_own = |one: &Cluster, xbi: &Xbi| {
        let is_known = xbi.cause.kind != CauseKind::Unknown;
        one.earlier.is_none_or(|earlier| is_known && all[earlier].cause.name != xbi.cause.name)
    };
    let own = clusters.iter().zip(&all).filter(|(one, xbi)| is_own(one, xbi));
    own.map(|(_, xbi)| xbi.clone()).collect()
}

/// What errors of the other browser name, by their place among them.
fn thrown(walked: &Walked, diagnosis: &Diagnosis) -> Vec<Option<String>> {
    walked.troubles.iter().map(|it| diagnosis.named_by(&it.error)).collect()
}

fn finding(walked: &Walked, cluster: &Cluster, test: &RunReader, cause: Cause) -> Xbi {
    let members: Vec<&Sighting> = cluster.members.iter().map(|at| &walked.sightings[*at]).collect();
    let lead = members[0];
    // What came of it later does not say what it is.
    let mut now = members.iter().filter(|it| it.step == lead.step);
    let is_done = now.any(|it| it.kind() == Kind::Behavior);
    let kind = if is_done { Kind::Behavior } else { lead.kind() };
    let shot = |hash: &Option<ShotHash>| hash.as_ref().map(|hash| hash.as_str().to_owned());
    Xbi {
        id: String::new(),
        browser: test.head().browser.name,
        kind,
        severity: severity(kind, &members),
        title: title(lead),
        page: lead.url.clone(),
        step: lead.step,
        event: lead.event,
        element: Element {
            xpath: lead.place.xpath.clone(),
            selector: lead.place.selector.clone(),
            html: lead.place.html.clone(),
            boxes: lead.place.boxes,
        },
        cause,
        occurrences: occurrences(&members),
        cbds: members.iter().map(|it| cbd(it)).collect(),
        images: Images { reference: shot(&lead.shots.0), test: shot(&lead.shots.1) },
    }
}

/// All that may say why.
fn evidence<'a>(
    walked: &'a Walked,
    thrown: &'a [Option<String>],
    cluster: &Cluster,
) -> Evidence<'a> {
    /// So many steps later an error still shows.
    const LONGEST: u64 = 2;
    let members = cluster.members.iter().map(|at| &walked.sightings[*at]);
    let lead = &walked.sightings[cluster.members[0]];
    let is_here = |step: u64, page: usize| page == lead.page && step == lead.step;
    let mut evidence = Evidence {
        step: lead.step,
        errors: cluster.trouble.iter().map(|at| &walked.troubles[*at].error).collect(),
        texts: (&lead.difference.reference, &lead.difference.test),
        ..Evidence::default()
    };
    for (trouble, name) in walked.troubles.iter().zip(thrown) {
        let Some(name) = name else { continue };
        let is_shown = trouble.page == lead.page
            && trouble.step <= lead.step
            && (trouble.is_first || lead.step - trouble.step <= LONGEST);
        evidence.thrown.push((name, is_shown));
    }
    for (step, divergence) in &walked.divergences {
        if is_here(*step, divergence.page) {
            evidence.divergences.push(divergence);
        }
    }
    for member in members.filter(|it| it.step == lead.step) {
        evidence.aspects.push(member.difference.aspect);
        evidence.properties.push(&member.difference.property);
        evidence.elements.extend(member.place.marks.iter().cloned());
        evidence.styles.extend(&member.place.styles);
    }
    evidence
}

fn cbd(one: &Sighting) -> Cbd {
    let difference = &one.difference;
    Cbd {
        property: difference.property.clone(),
        reference: difference.reference.clone(),
        test: difference.test.clone(),
        xpath: one.place.xpath.clone(),
    }
}

fn severity(kind: Kind, members: &[&Sighting]) -> Severity {
    let is_lost = members.iter().any(|it| it.difference.aspect == Aspect::Missing);
    match kind {
        Kind::Behavior => Severity::Critical,
        Kind::Structure if is_lost => Severity::Critical,
        Kind::Structure | Kind::Text => Severity::Major,
        Kind::Image => Severity::Minor,
    }
}

fn title(lead: &Sighting) -> String {
    let what = &lead.place.selector;
    let difference = &lead.difference;
    match difference.aspect {
        Aspect::Missing => format!("{what} is missing"),
        Aspect::Surplus => format!("{what} is here only"),
        Aspect::Text => {
            format!("{what} says \"{}\" instead of \"{}\"", difference.test, difference.reference)
        }
        Aspect::State => format!(
            "{what}: {} is {} instead of {}",
            difference.property, difference.test, difference.reference
        ),
        Aspect::Place if difference.property == SCROLL => {
            format!("{what} is scrolled to {} instead of {}", difference.test, difference.reference)
        }
        Aspect::Size | Aspect::Place => {
            format!(
                "{what}: {} is {} instead of {}",
                difference.property, difference.test, difference.reference
            )
        }
        Aspect::Style if difference.property == LETTERS => {
            format!("{what}: its words look different")
        }
        Aspect::Style => format!(
            "{what}: {} is {} instead of {}",
            difference.property, difference.test, difference.reference
        ),
        Aspect::Pixels | Aspect::Drawing => format!("{what} looks different"),
    }
}

/// Steps at which it was there, on each of its pages.
fn occurrences(members: &[&Sighting]) -> u64 {
    let mut pages: std::collections::BTreeMap<usize, u64> = std::collections::BTreeMap::new();
    for one in members {
        let most = pages.entry(one.page).or_default();
        *most = one.n_steps.max(*most);
    }
    pages.values().sum()
}
