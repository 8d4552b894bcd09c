//! `xcheck demo`: the built-in apps in each browser, side by side.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use camino::{Utf8Path, Utf8PathBuf};
use include_dir::{Dir, include_dir};
use xcheck_browser::Session;
use xcheck_browser::webdriver::By;
use xcheck_model::engine::Engine;
use xcheck_proxy::{Fallback, Folder};

use crate::args::DemoArgs;
use crate::exit::{Exit, Failure};
use crate::stage::Stage;
use crate::terminal::{Terminal, table};

static APPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../demo");

/// What a visitor of an app sees.
struct Sight {
    what: &'static str,
    text: String,
    picture: Vec<u8>,
}

pub(crate) async fn run(args: &DemoArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let stage = Stage::new(&args.browsers)?;
    let dir = tempfile::tempdir()
        .map_err(|error| Failure::environment(error, "cannot make a temporary folder"))?;
    APPS.extract(dir.path())
        .map_err(|error| Failure::environment(error, "cannot unpack the demo apps"))?;
    let apps = Utf8PathBuf::try_from(dir.path().to_owned())
        .map_err(|error| Failure::environment(error, "the temporary folder has an odd name"))?;
    fs::create_dir_all(&args.out).map_err(|error| cannot_write(&args.out, error))?;

    let mut rows = vec![["app", "browser", "what", "shows"].map(str::to_owned).to_vec()];
    for app in ["books", "restaurant"] {
        for engine in &args.browsers.browsers {
            terminal.progress(&format!("opening {app} in {} ...", engine.title()));
            for sight in visit(&stage, *engine, app, &apps).await? {
                let file = args.out.join(format!("{app}-{}-{engine}.png", sight.what));
                fs::write(&file, &sight.picture).map_err(|error| cannot_write(&file, error))?;
                let cells = [app, engine.title(), sight.what, sight.text.as_str()];
                rows.push(cells.map(str::to_owned).to_vec());
            }
        }
    }
    stage.end().await?;
    print!("{}", table(&rows));
    terminal.progress(&format!("screenshots are in {}", args.out));
    Ok(Exit::Clean)
}

fn cannot_write(path: &Utf8Path, error: std::io::Error) -> Failure {
    let error = anyhow::Error::from(error).context(format!("cannot write {path}"));
    let hint = "choose another place with --out DIR".to_owned();
    Failure { exit: Exit::Environment, error, hint: Some(hint) }
}

async fn visit(
    stage: &Stage,
    engine: Engine,
    app: &str,
    apps: &Utf8Path,
) -> Result<Vec<Sight>, Failure> {
    let folder = Folder::new(&apps.join(app), Fallback::NotFound)
        .map_err(|error| Failure::environment(error, "cannot serve the demo app"))?;
    let host = format!("{app}.localhost");
    let actor = stage.enter(engine, (&host, folder), None).await?;
    let session = actor.session();
    let walked = match app {
        "books" => walk_books(session).await,
        _ => walk_restaurant(session).await,
    };
    actor.leave().await?;
    walked.map_err(|error| {
        let error = error.context(format!("the demo got stuck in {}", engine.title()));
        Failure { exit: Exit::Environment, error, hint: None }
    })
}

async fn walk_books(session: &Session) -> anyhow::Result<Vec<Sight>> {
    session.navigate("http://books.localhost/").await?;
    let user = session.find(By::Css("#user")).await?;
    session.send_keys(&user, "Maria").await?;
    click(session, "#signin").await?;
    wait_until(session, "document.querySelector('#hint').matches(':popover-open')").await?;
    Ok(vec![look(session, "reminder", "#hint").await?])
}

async fn walk_restaurant(session: &Session) -> anyhow::Result<Vec<Sight>> {
    session.navigate("http://restaurant.localhost/").await?;
    wait_until(session, "document.readyState === 'complete'").await?;
    click(session, "#lunch-button").await?;
    // In one of the browsers nothing happens, and that is the point.
    let is_shown = "document.querySelectorAll('#items li').length > 0";
    happens_within(Duration::from_secs(1), session, is_shown).await?;
    let mut sights = vec![look(session, "picture-clicked", "#title").await?];
    click(session, "#choice-button").await?;
    click(session, "#choice [data-value=dinner]").await?;
    wait_until(session, "document.querySelectorAll('#items li').length === 8").await?;
    sights.push(look(session, "count", "#stats").await?);
    Ok(sights)
}

async fn click(session: &Session, selector: &str) -> anyhow::Result<()> {
    let element = session.find(By::Css(selector)).await?;
    session.click(&element).await.with_context(|| format!("cannot click {selector}"))
}

/// Two frames later, so that what the last step caused is on the screen.
async fn look(session: &Session, what: &'static str, selector: &str) -> anyhow::Result<Sight> {
    let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))";
    let _: bool = session.execute_async(frames, &[]).await?;
    let read = "return document.querySelector(arguments[0]).textContent";
    let text: String = session.execute(read, &[selector.into()]).await?;
    Ok(Sight { what, text, picture: session.screenshot().await? })
}

/// Waits for something that must happen.
async fn wait_until(session: &Session, condition: &str) -> anyhow::Result<()> {
    const LIMIT: Duration = Duration::from_secs(15);
    if !happens_within(LIMIT, session, condition).await? {
        bail!("this did not happen within {} s: {condition}", LIMIT.as_secs());
    }
    Ok(())
}

async fn happens_within(
    limit: Duration,
    session: &Session,
    condition: &str,
) -> anyhow::Result<bool> {
    let began = Instant::now();
    while !session.execute::<bool>(&format!("return {condition}"), &[]).await? {
        if began.elapsed() > limit {
            return Ok(false);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(true)
}
