//! Puts one configuration over another: flags over the file, an app over what all apps share.

use crate::config::{App, Check, Config, Crawl, Report};
use crate::grid::Grid;
use crate::rules::Rules;

impl Config {
    /// What `self` says, and what `below` says where `self` is silent.
    ///
    /// Lists replace each other. Rules and values for forms add up, with those of `self` in front.
    /// Apps are those of `self` if it has any.
    pub fn over(self, below: &Self) -> Self {
        Self {
            check: self.check.over(&below.check),
            crawl: self.crawl.over(&below.crawl),
            login: self.login.or_else(|| below.login.clone()),
            grid: self.grid.over(&below.grid),
            ignore: self.ignore.over(&below.ignore),
            report: self.report.over(&below.report),
            app: if self.app.is_empty() { below.app.clone() } else { self.app },
        }
    }

    /// One configuration for each app, by name; without `[[app]]` tables a single one without a name.
    pub fn per_app(&self) -> Vec<(Option<&str>, Self)> {
        if self.app.is_empty() {
            return vec![(None, self.clone())];
        }
        self.app.iter().map(|app| (Some(app.name.as_str()), app.over(self))).collect()
    }
}

impl App {
    /// The configuration of this app alone. Targets and drives of `common` are not its own.
    pub fn over(&self, common: &Config) -> Config {
        let targets = self.target.iter().chain(&self.traces).cloned().collect();
        let own = Config {
            check: Check {
                targets: Some(targets),
                drive: self.drive.clone(),
                browsers: self.browsers.clone(),
                reference: self.reference,
                workers: None,
                timeout: self.timeout,
                out: self.out.clone(),
            },
            crawl: self.crawl.clone(),
            login: self.login.clone(),
            grid: Grid::default(),
            ignore: self.ignore.clone(),
            report: self.report.clone(),
            app: Vec::new(),
        };
        let check = Check { drive: None, ..common.check.clone() };
        own.over(&Config { check, app: Vec::new(), ..common.clone() })
    }
}

impl Check {
    fn over(self, below: &Self) -> Self {
        Self {
            targets: self.targets.or_else(|| below.targets.clone()),
            drive: self.drive.or_else(|| below.drive.clone()),
            browsers: self.browsers.or_else(|| below.browsers.clone()),
            reference: self.reference.or(below.reference),
            workers: self.workers.or(below.workers),
            timeout: self.timeout.or(below.timeout),
            out: self.out.or_else(|| below.out.clone()),
        }
    }
}

impl Crawl {
    fn over(self, below: &Self) -> Self {
        let mut values = below.values.clone();
        values.extend(self.values);
        Self {
            max_states: self.max_states.or(below.max_states),
            max_depth: self.max_depth.or(below.max_depth),
            time: self.time.or(below.time),
            seed: self.seed.or(below.seed),
            include: self.include.or_else(|| below.include.clone()),
            exclude: self.exclude.or_else(|| below.exclude.clone()),
            exclude_elements: self.exclude_elements.or_else(|| below.exclude_elements.clone()),
            origins: self.origins.or_else(|| below.origins.clone()),
            allow_dangerous: self.allow_dangerous.or(below.allow_dangerous),
            values,
        }
    }
}

impl Rules {
    fn over(mut self, below: &Self) -> Self {
        self.0.extend_from_slice(&below.0);
        self
    }
}

impl Report {
    fn over(self, below: &Self) -> Self {
        Self {
            title: self.title.or_else(|| below.title.clone()),
            reporters: self.reporters.or_else(|| below.reporters.clone()),
        }
    }
}
