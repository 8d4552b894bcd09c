//! `xcheck demo`: a check of the built-in apps.

use camino::Utf8PathBuf;
use include_dir::{Dir, include_dir};

use crate::args::DemoArgs;
use crate::check_args::{CheckArgs, ExploreArgs};
use crate::commands::check;
use crate::exit::{Exit, Failure};
use crate::grid::GridArgs;
use crate::project::Project;
use crate::reporters::ReporterArgs;
use crate::terminal::Terminal;

static APPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../demo");

pub(crate) async fn run(args: &DemoArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let dir = tempfile::tempdir()
        .map_err(|error| Failure::environment(error, "cannot make a temporary folder"))?;
    APPS.extract(dir.path())
        .map_err(|error| Failure::environment(error, "cannot unpack the demo apps"))?;
    let apps = Utf8PathBuf::try_from(dir.path().to_owned())
        .map_err(|error| Failure::environment(error, "the temporary folder has an odd name"))?;
    let check = CheckArgs {
        grid: GridArgs::default(),
        targets: ["books", "restaurant"].map(|app| apps.join(app).into_string()).to_vec(),
        drive: None,
        browsers: args.browsers.clone(),
        reference: args.browsers.first().copied(),
        out: Some(args.out.clone()),
        workers: None,
        timeout: Some(args.timeout),
        // Enough to see everything, and a person looks on.
        explore: ExploreArgs { time: Some(30), max_states: Some(8), ..ExploreArgs::default() },
        config: None,
        baseline: None,
        shard: None,
        fresh: false,
        reporters: ReporterArgs::default(),
    };
    match check::run(&check, Project::called("xcheck's demo apps"), terminal).await? {
        // What it finds is what it is there to show.
        Exit::Found => Ok(Exit::Clean),
        exit => Ok(exit),
    }
}
