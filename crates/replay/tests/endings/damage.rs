//! Traces that are cut off, scribbled over, or of another version of the app.

use std::fs;
use std::io::Read as _;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::engine::Engine;
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::DivergenceKind;
use xcheck_model::tape::{Note, Recording as _, Sink as _};
use xcheck_proxy::{Trust, Upstream};
use xcheck_replay::{Network, ReplayError, Subject};
use xcheck_testkit::matrix;
use xcheck_trace::{Masks, TraceReader, TraceWriter};

use crate::support::{ALL_OF_IT, CLICK, CLICKED, Marked, Numbers, PATIENCE, is_all, record, site};

/// Replays what may be nonsense: a run that can be read, or one clear error.
async fn hold(marked: &Marked, player: Engine, trace: &Utf8Path, words: &str) {
    if let Err(error) = Subject::open(trace) {
        println!("{words}: {}", matrix::chain(&error));
        return;
    }
    let replay = marked.bench.try_replay(player, trace, "run");
    let outcome = tokio::time::timeout(ALL_OF_IT, replay).await;
    match outcome.unwrap_or_else(|_| panic!("{words}: no end")) {
        Err(error @ (ReplayError::NothingRecorded | ReplayError::NoFirstPage)) => {
            println!("{words}: {error}");
        }
        Err(error) => panic!("{words}: {}", matrix::chain(&error)),
        Ok(played) => {
            let outcome = &played.replayed.outcome;
            println!("{words}: {} divergences, {:?}", played.divergences().len(), outcome.reason);
            assert!(outcome.is_complete || outcome.reason.is_some(), "{words}");
        }
    }
}

#[test]
fn a_trace_that_was_cut_off() {
    if !matrix::is_wanted(Engine::Chromium) {
        return;
    }
    matrix::block_on(async {
        let site = site(CLICKED).await;
        let marked = Marked::new();
        let whole = fs::read(record(&marked.bench, &site, CLICK).await).unwrap();
        let cut = marked.bench.path("cut.xct");
        let hundredths: &[usize] =
            if is_all() { &[0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 99] } else { &[1, 40, 80] };
        for part in hundredths {
            fs::write(&cut, &whole[..whole.len() * part / 100]).unwrap();
            hold(&marked, Engine::Chromium, &cut, &format!("{part} % of the trace")).await;
        }
        marked.end().await;
    });
}

#[test]
fn a_log_that_was_scribbled_over() {
    if !matrix::is_wanted(Engine::Chromium) {
        return;
    }
    matrix::block_on(async {
        let site = site(CLICKED).await;
        let marked = Marked::new();
        let trace = record(&marked.bench, &site, CLICK).await;
        let reader = TraceReader::open(&trace).unwrap();
        let lines: Vec<String> =
            reader.log_lines().unwrap().map(|line| text(line.unwrap())).collect();
        let n_rounds = if is_all() { 60 } else { 6 };
        let mut numbers = Numbers(0x5ca1_ab1e);
        let engines = matrix::engines();
        for round in 0..n_rounds {
            let scribbled = scribble(&lines, round % 6, &mut numbers);
            let other = marked.bench.path("other.xct");
            write(&reader, &other, &scribbled);
            let player = engines[round % engines.len()];
            hold(&marked, player, &other, &format!("round {round} in {player}: {scribbled:#?}"))
                .await;
        }
        marked.end().await;
    });
}

fn scribble(lines: &[String], how: usize, numbers: &mut Numbers) -> Vec<String> {
    let mut lines = lines.to_vec();
    let n_lines = lines.len() as u64;
    let any = |numbers: &mut Numbers| usize::try_from(numbers.below(n_lines)).unwrap();
    for _ in 0..1 + lines.len() / 8 {
        let at = any(numbers);
        match how {
            0 => lines[at] = "\u{fffd}{]\"".to_owned(),
            1 => lines[at].clear(),
            2 => lines[at] = lines[any(numbers)].clone(),
            3 => lines.swap(at, usize::try_from(numbers.below(n_lines)).unwrap()),
            // Numbers that lead nowhere.
            4 => {
                let huge = ["-7", "4294967296", "1e300", "null"][at % 4];
                let digits = |letter: char| letter.is_ascii_digit();
                if let Some(found) = lines[at].find(digits) {
                    let rest = lines[at][found..].trim_start_matches(digits).to_owned();
                    lines[at] = format!("{}{huge}{rest}", &lines[at][..found]);
                }
            }
            _ => {
                let middle =
                    (0..=lines[at].len() / 2).rev().find(|cut| lines[at].is_char_boundary(*cut));
                lines[at].truncate(middle.unwrap_or_default());
            }
        }
    }
    lines
}

fn text(line: impl AsRef<[u8]>) -> String {
    String::from_utf8_lossy(line.as_ref()).into_owned()
}

/// A trace like another, with another log.
fn write(reader: &TraceReader, path: &Utf8PathBuf, lines: &[String]) {
    let writer = TraceWriter::create(path, reader.manifest(), Masks::default()).unwrap();
    for line in lines {
        writer.line(line);
    }
    for exchange in reader.exchanges() {
        let (id, at_us) = (exchange.id, exchange.began_us);
        let body = |hash: &BodyHash| {
            let mut bytes = Vec::new();
            reader.open(hash).unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        };
        writer.note(id, at_us, Note::Request(&exchange.request));
        if let Some(sent) = &exchange.request_body {
            writer.note(id, at_us, Note::RequestData(&body(&sent.hash)));
        }
        if let Some(response) = &exchange.response {
            writer.note(id, response.at_us, Note::Response(&response.head));
            writer.note(id, response.at_us, Note::Data(&body(&response.body.hash)));
        }
        writer.note(id, exchange.ended_us, Note::End(exchange.outcome.clone()));
    }
    writer.finish().unwrap();
}

/// The button that was clicked is not in the app any more, nor is what it did.
#[test]
fn a_trace_of_another_version_of_the_app() {
    if !matrix::is_wanted(Engine::Chromium) {
        return;
    }
    matrix::block_on(async {
        let old = site(CLICKED).await;
        let marked = Marked::new();
        let trace = record(&marked.bench, &old, CLICK).await;
        let address = old.http;
        drop(old);
        let new = new_version(address).await;
        let upstream = std::sync::Arc::new(Upstream::new(Trust::All, PATIENCE).unwrap());
        for player in matrix::engines() {
            let network = Network::Live { upstream: upstream.clone(), folders: Vec::new() };
            let replay = marked.bench.replay_over(player, &trace, "run", network);
            let played = tokio::time::timeout(ALL_OF_IT, replay).await.unwrap().unwrap();
            let told = played.divergences();
            let kinds: Vec<DivergenceKind> =
                played.replayed.divergences.iter().map(|found| found.kind).collect();
            assert!(played.replayed.outcome.is_complete, "{player}: {told:#?}");
            assert!(kinds.contains(&DivergenceKind::TargetNotFound), "{player}: {told:#?}");
            assert!(kinds.contains(&DivergenceKind::CallbackMissing), "{player}: {told:#?}");
        }
        drop(new);
        marked.end().await;
    });
}

/// Another server at the same address.
async fn new_version(address: std::net::SocketAddr) -> tokio::task::JoinHandle<()> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let listener = loop {
        // The old one may still be closing.
        match tokio::net::TcpListener::bind(address).await {
            Ok(listener) => break listener,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut asked = [0; 4096];
                let _ = stream.read(&mut asked).await;
                let body = "<!doctype html><title>new</title><p>another version";
                let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close";
                let whole = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                let _ = stream.write_all(whole.as_bytes()).await;
            });
        }
    })
}
