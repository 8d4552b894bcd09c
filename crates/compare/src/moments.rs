//! The moments of two runs, side by side.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use xcheck_model::run::{ShotHash, Step};
use xcheck_trace::run::RunReader;

use crate::image::Picture;
use crate::page::{PagePair, Scope, Side};
use crate::stray::strays;

pub(crate) type Shots = (Option<ShotHash>, Option<ShotHash>);

/// A moment of a page in two browsers.
pub(crate) struct Moment<'a> {
    /// The last step of the reference run.
    pub(crate) step: &'a Step,
    /// What each run saw just then; nothing if nothing changed.
    pub(crate) one: Option<&'a Step>,
    pub(crate) other: Option<&'a Step>,
    pub(crate) pages: &'a PagePair,
    pub(crate) shots: &'a Shots,
    pub(crate) pictures: (Option<Arc<Picture>>, Option<Arc<Picture>>),
}

/// How far the log of a page is, and the steps that the two runs have there.
type Places<'a> = BTreeMap<Option<usize>, (Option<&'a Step>, Option<&'a Step>)>;

fn places<'a>(ours: &'a [Step], theirs: &'a [Step]) -> BTreeMap<usize, Places<'a>> {
    let mut pages: BTreeMap<usize, Places<'a>> = BTreeMap::new();
    for step in ours {
        pages.entry(step.page).or_default().entry(step.entry).or_default().0 = Some(step);
    }
    for step in theirs {
        if let Some(page) = pages.get_mut(&step.page) {
            page.entry(step.entry).or_default().1 = Some(step);
        }
    }
    pages
}

/// Goes through the moments of all pages that both runs have, page by page.
pub(crate) fn each_moment(
    reference: &RunReader,
    test: &RunReader,
    scope: Scope,
    visit: &mut dyn FnMut(&Moment<'_>),
) {
    let ours: Vec<Step> = reference.steps().flatten().collect();
    let theirs: Vec<Step> = test.steps().flatten().collect();
    let mut pictures = Pictures::new(reference);
    let mut other_pictures = Pictures::new(test);
    let strays = strays(reference);
    let sees_frames = |steps: &[Step]| steps.iter().any(|it| !it.frame.is_empty());
    let are_frames_seen = sees_frames(&ours) && sees_frames(&theirs);
    for (page, places) in places(&ours, &theirs) {
        let Some(last) = theirs.iter().filter(|it| it.page == page).map(|it| it.entry).max() else {
            continue;
        };
        let mut pair = PagePair::new(are_frames_seen);
        let mut shots: Shots = (None, None);
        let mut told: Option<&Step> = None;
        for (entry, (one, other)) in places {
            // A run that was cut off says nothing about what comes after.
            if !test.end().outcome.is_complete && entry > last {
                break;
            }
            // What one browser saw before the other did counts later.
            let step = one.or(told);
            if step.is_some_and(|it| strays.get(&page).is_some_and(|stray| it.event >= stray.event))
            {
                break;
            }
            told = step;
            for (shot, side) in [(&mut shots.0, one), (&mut shots.1, other)] {
                if let Some(hash) = side.and_then(|it| it.screenshot.as_ref()) {
                    *shot = Some(hash.clone());
                }
            }
            let both = (pictures.get(shots.0.as_ref()), other_pictures.get(shots.1.as_ref()));
            let sides = (
                Side { step: one, picture: both.0.clone() },
                Side { step: other, picture: both.1.clone() },
            );
            pair.step(&sides.0, &sides.1, scope);
            let Some(step) = step else { continue };
            visit(&Moment { step, one, other, pages: &pair, shots: &shots, pictures: both });
        }
    }
}

/// The pictures of a run, decoded once as long as they are needed.
struct Pictures<'a> {
    run: &'a RunReader,
    known: HashMap<ShotHash, Option<Arc<Picture>>>,
}

impl<'a> Pictures<'a> {
    fn new(run: &'a RunReader) -> Self {
        Self { run, known: HashMap::new() }
    }

    fn get(&mut self, hash: Option<&ShotHash>) -> Option<Arc<Picture>> {
        const MOST_KEPT: usize = 4;
        let hash = hash?;
        if let Some(known) = self.known.get(hash) {
            return known.clone();
        }
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        let png = self.run.shot(hash).ok();
        let picture = png.and_then(|png| Picture::from_png(&png).ok()).map(Arc::new);
        self.known.insert(hash.clone(), picture.clone());
        picture
    }
}
