//! What the proxy costs: page loads, many requests at once, a very large body.
//!
//! The proxy runs in a process of its own, as it is the proxy's memory and time that count.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use xcheck_browser::find::Overrides;
use xcheck_browser::guard::{self, GuardCommand};
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::engine::Engine;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{CertificateAuthority, Door, Proxy, ProxyConfig, Source, Trust, Upstream};
use xcheck_testkit::site::{Act, Asked, Site, answer, head};

const PROXY_ARGUMENT: &str = "proxy-process";
const N_LOADS: usize = 25;
const STREAM_LEN: u64 = 1 << 30;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some(guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let outcome = match argument.as_deref() {
        Some(PROXY_ARGUMENT) => runtime.block_on(be_proxy()),
        _ => runtime.block_on(measure()),
    };
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn be_proxy() -> Result<()> {
    // About what a real agent weighs.
    let agent = format!("(function(){{var text=\"{}\"}})()", "x".repeat(60_000));
    let proxy = Proxy::start(ProxyConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        door: Door::Open,
        authority: Arc::new(CertificateAuthority::new()?),
        agent: Some(AgentScript::new(&agent)?),
        channel: None,
        source: Source::Live {
            upstream: Arc::new(Upstream::new(Trust::System, Duration::from_secs(30))?),
            sink: None,
        },
        folders: Vec::new(),
    })
    .await?;
    println!("{}", proxy.address());
    // Ends with the parent, which holds the other end.
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await?;
    Ok(())
}

struct ProxyProcess {
    child: Child,
    address: SocketAddr,
}

impl ProxyProcess {
    fn start() -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(PROXY_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("piped")?).read_line(&mut line)?;
        Ok(Self { child, address: line.trim().parse()? })
    }

    /// The most memory it ever had.
    fn peak_bytes(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).context("a peak")?;
        Ok(line.split_whitespace().nth(1).context("a number")?.parse::<u64>()? * 1024)
    }
}

impl Drop for ProxyProcess {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

async fn measure() -> Result<()> {
    let site = Site::start(serve).await;
    page_loads(&site).await?;
    many_at_once(&site).await?;
    large_body(&site).await
}

/// The pages of the bench: name, and how many things it loads.
const PAGES: [(&str, usize); 5] =
    [("plain", 0), ("scripts", 30), ("frames", 8), ("images", 60), ("long", 4)];

fn serve(asked: &Asked) -> Vec<Act> {
    let kind = |content_type| [("content-type", content_type), ("cache-control", "no-store")];
    let path = asked.path.split('?').next().unwrap_or_default();
    if path == "/stream" {
        let length = STREAM_LEN.to_string();
        return vec![
            Act::Send(head(200, &[("content-length", &length)]).into_bytes()),
            Act::SendFiller(STREAM_LEN),
        ];
    }
    if path.ends_with(".js") {
        let code = format!("window.n = (window.n || 0) + 1; /* {} */", "x".repeat(20_000));
        return answer(200, &kind("text/javascript"), code);
    }
    if path.ends_with(".svg") {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><rect width='9' height='9'/></svg>";
        return answer(200, &kind("image/svg+xml"), text);
    }
    let page =
        |name: &str| PAGES.iter().find(|(page, _)| path == format!("/{name}") && *page == name);
    let items =
        |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let body = if let Some((_, count)) = page("scripts") {
        items(*count, &|n| format!("<script src=/{n}.js></script>"))
    } else if let Some((_, count)) = page("frames") {
        items(*count, &|n| format!("<iframe src=/inner?{n}></iframe>"))
    } else if let Some((_, count)) = page("images") {
        items(*count, &|n| format!("<img src=/{n}.svg>"))
    } else if let Some((_, count)) = page("long") {
        let rows = items(8_000, &|n| format!("<tr><td>{n}<td>some text in a cell<td>more of it"));
        items(*count, &|n| format!("<script src=/{n}.js></script>")) + "<table>" + &rows
    } else {
        "<p>Hello".to_owned()
    };
    let html = format!(
        "<!doctype html><html><head><meta charset=utf-8><title>t</title></head><body>{body}"
    );
    answer(200, &kind("text/html"), html)
}

async fn page_loads(site: &Site) -> Result<()> {
    let proxy = ProxyProcess::start()?;
    let launcher = Launcher::new(LauncherConfig {
        guard: GuardCommand::this_binary()?,
        overrides: Overrides::from_env(),
        limits: LaunchLimits::GENEROUS,
        env: Vec::new(),
        grid: None,
    });
    let direct = launcher.start(Engine::Chromium, &BrowserConfig::PLAIN).await?;
    let config = BrowserConfig { proxy: Some(proxy.address.into()), ..BrowserConfig::PLAIN };
    let proxied = launcher.start(Engine::Chromium, &config).await?;
    println!("page load in Chromium, median of {N_LOADS}, direct and through the proxy by turns");
    let mut ratios = Vec::new();
    for (page, _) in PAGES {
        let url = site.url(&format!("/{page}"));
        let (mut plain, mut through) = (Vec::new(), Vec::new());
        // The first loads warm up caches and compilers on both sides.
        for n in 0..N_LOADS + 3 {
            let times = (load(&direct, &url).await?, load(&proxied, &url).await?);
            if n >= 3 {
                plain.push(times.0);
                through.push(times.1);
            }
        }
        let (plain, through) = (median(&mut plain), median(&mut through));
        ratios.push(through / plain);
        println!("  {page:8} {plain:7.1} ms {through:7.1} ms   {:.2}x", through / plain);
    }
    println!("  median of the pages {:.2}x (target 1.10x)\n", median(&mut ratios));
    direct.quit().await?;
    proxied.quit().await?;
    launcher.end().await?;
    Ok(())
}

/// Milliseconds from the start of a navigation to the end of its load event.
async fn load(browser: &Browser, url: &str) -> Result<f64> {
    browser.session().navigate(url).await?;
    let script = "return performance.getEntriesByType('navigation')[0].loadEventEnd";
    let time: f64 = browser.session().execute(script, &[]).await?;
    ensure!(time > 0.0, "the page has not loaded");
    Ok(time)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

async fn many_at_once(site: &Site) -> Result<()> {
    const N_REQUESTS: usize = 500;
    let proxy = ProxyProcess::start()?;
    let mut times = Vec::new();
    for to in [site.http, proxy.address] {
        let began = Instant::now();
        let tasks: Vec<_> = (0..N_REQUESTS)
            .map(|n| tokio::spawn(fetch(to, site.url(&format!("/{n}.svg")))))
            .collect();
        for task in tasks {
            ensure!(task.await?? > 0, "an answer is missing");
        }
        times.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    println!("{N_REQUESTS} requests at once, each over a new connection");
    println!(
        "  direct {:.0} ms, through the proxy {:.0} ms   {:.2}x\n",
        times[0],
        times[1],
        times[1] / times[0]
    );
    Ok(())
}

async fn large_body(site: &Site) -> Result<()> {
    let mut times = Vec::new();
    let proxy = ProxyProcess::start()?;
    for to in [site.http, proxy.address] {
        let began = Instant::now();
        let n_bytes = fetch(to, site.url("/stream")).await?;
        ensure!(n_bytes >= STREAM_LEN, "the stream ended early");
        times.push(began.elapsed().as_secs_f64());
    }
    let peak = proxy.peak_bytes()?;
    println!("{} MB streamed", STREAM_LEN >> 20);
    println!(
        "  direct {:.2} s, through the proxy {:.2} s   {:.2}x",
        times[0],
        times[1],
        times[1] / times[0]
    );
    println!("  peak memory of the proxy's process {} MB (target 64 MB)", peak >> 20);
    Ok(())
}

async fn fetch(to: SocketAddr, url: String) -> Result<u64> {
    let mut stream = TcpStream::connect(to).await?;
    let path = url.splitn(4, '/').nth(3).unwrap_or_default();
    let host = url.split('/').nth(2).unwrap_or_default();
    let target = if host == to.to_string() { format!("/{path}") } else { url.clone() };
    let request = format!("GET {target} HTTP/1.1\r\nhost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut piece = vec![0; 256 * 1024];
    let (mut n_bytes, mut wanted) = (0u64, u64::MAX);
    while n_bytes < wanted {
        let n_read = stream.read(&mut piece).await?;
        ensure!(n_read > 0, "closed early");
        if wanted == u64::MAX {
            let text = String::from_utf8_lossy(&piece[..n_read]).to_ascii_lowercase();
            let head_len = text.find("\r\n\r\n").context("a head in one piece")? + 4;
            let length = text.split("content-length: ").nth(1).context("a length")?;
            let length: u64 = length.split("\r\n").next().context("a number")?.parse()?;
            wanted = head_len as u64 + length;
        }
        n_bytes += n_read as u64;
    }
    Ok(n_bytes)
}
