//! What a project has decided about findings: rules leave some out, and some are accepted for a while.

use xcheck_compare::Xbi;
use xcheck_config::{Baseline, Date, Rules, Standing, fingerprint};

use crate::report::{Accepted, Finding};

/// The decisions of a project.
pub struct Judgement<'a> {
    pub rules: &'a Rules,
    pub baseline: &'a Baseline,
    pub today: Date,
}

impl Judgement<'_> {
    /// Findings that are left, with what was decided about them, and how many rules left out.
    pub fn pass(
        &self,
        xbis: Vec<(usize, Xbi)>,
        repro: &dyn Fn(usize, &Xbi) -> String,
    ) -> (Vec<Finding>, usize) {
        let n_all = xbis.len();
        let mut kept = Vec::new();
        for (session, xbi) in xbis {
            let properties: Vec<&str> = xbi.cbds.iter().map(|cbd| cbd.property.as_str()).collect();
            let kind = xbi.kind.to_string();
            let finding = xcheck_config::Finding {
                browser: xbi.browser,
                kind: &kind,
                page: &xbi.page,
                selector: &xbi.element.selector,
                xpath: &xbi.element.xpath,
                html: &xbi.element.html,
                properties: &properties,
            };
            if self.rules.matches(&finding).is_some() {
                continue;
            }
            let fingerprint = fingerprint(&finding);
            let accepted = match self.baseline.is_accepted(&fingerprint, self.today) {
                Standing::Accepted(entry) => Some(Accepted {
                    reason: entry.reason.clone(),
                    expires: entry.expires.map(|date| date.to_string()),
                }),
                Standing::Expired(_) | Standing::Unknown => None,
            };
            let repro = repro(session, &xbi);
            kept.push(Finding { xbi, session, fingerprint, accepted, repro });
        }
        let n_ignored = n_all - kept.len();
        for (at, finding) in kept.iter_mut().enumerate() {
            finding.xbi.id = format!("x{}", at + 1);
        }
        (kept, n_ignored)
    }
}
