//! Folders as hosts.

use camino::Utf8Path;
use xcheck_proxy::{Fallback, Folder, Proxy};

use crate::client::{ask, get, open, with_folder};

fn make_files(root: &Utf8Path) {
    let outside = root.parent().unwrap().join("outside.txt");
    std::fs::write(&outside, "secret").unwrap();
    std::fs::create_dir_all(root.join("sub/.git")).unwrap();
    for (name, text) in [
        ("index.html", "<title>root</title>"),
        ("sub/index.html", "<title>sub</title>"),
        ("sub/.git/config", "secret"),
        ("app.js", "1"),
        ("app.mjs", "1"),
        ("style.css", "a{}"),
        ("data.json", "{}"),
        ("picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'>x</svg>"),
        ("code.wasm", "w"),
        ("a b.txt", "0123456789"),
        ("no-extension", "x"),
    ] {
        std::fs::write(root.join(name), text).unwrap();
    }
    std::os::unix::fs::symlink(outside, root.join("link.txt")).unwrap();
    std::os::unix::fs::symlink(root.join("app.js"), root.join("inner-link.js")).unwrap();
}

async fn start(fallback: Fallback) -> (tempfile::TempDir, Proxy) {
    let dir = tempfile::tempdir().unwrap();
    let root = Utf8Path::from_path(dir.path()).unwrap().join("site");
    std::fs::create_dir(&root).unwrap();
    make_files(&root);
    let folder = Folder::new(&root, fallback).unwrap();
    (dir, with_folder("app.localhost", folder).await)
}

fn url(path: &str) -> String {
    format!("http://app.localhost{path}")
}

#[tokio::test]
async fn files_have_their_types() {
    let (_dir, proxy) = start(Fallback::NotFound).await;
    for (path, content_type) in [
        ("/", "text/html"),
        ("/index.html?x=1", "text/html"),
        ("/sub/", "text/html"),
        ("/app.js", "text/javascript"),
        ("/app.mjs", "text/javascript"),
        ("/inner-link.js", "text/javascript"),
        ("/style.css", "text/css"),
        ("/data.json", "application/json"),
        ("/picture.svg", "image/svg+xml"),
        ("/code.wasm", "application/wasm"),
        ("/a%20b.txt", "text/plain"),
        ("/no-extension", "application/octet-stream"),
    ] {
        let reply = get(&proxy, &url(path)).await.unwrap();
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some(content_type)),
            "{path}"
        );
    }
    let page = open(&proxy, &url("/")).await.unwrap();
    assert!(page.text().contains("@</script><title>root"), "{}", page.text());
}

#[tokio::test]
async fn nothing_outside_is_served() {
    let (_dir, proxy) = start(Fallback::NotFound).await;
    for path in [
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/sub/..%2f..%2foutside.txt",
        "/link.txt",
        "/sub/.git/config",
        "/index.html/",
        "/missing",
        "/missing/",
    ] {
        assert_eq!(get(&proxy, &url(path)).await.unwrap().status, 404, "{path}");
    }
    let reply = get(&proxy, &url("/sub")).await.unwrap();
    assert_eq!((reply.status, reply.header("location")), (301, Some("/sub/")));
    let reply = ask(&proxy, "POST", &url("/"), &[], b"x").await.unwrap();
    assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")));
}

#[tokio::test]
async fn parts_and_revalidation() {
    let (_dir, proxy) = start(Fallback::NotFound).await;
    let ranged = async |range: &str| {
        ask(&proxy, "GET", &url("/a%20b.txt"), &[("range", range)], b"").await.unwrap()
    };
    let reply = ranged("bytes=2-4").await;
    assert_eq!((reply.status, reply.text().as_str()), (206, "234"));
    assert_eq!(reply.header("content-range"), Some("bytes 2-4/10"));
    assert_eq!(ranged("bytes=-2").await.text(), "89");
    let reply = ranged("bytes=10-").await;
    assert_eq!((reply.status, reply.header("content-range")), (416, Some("bytes */10")));
    let whole = get(&proxy, &url("/a%20b.txt")).await.unwrap();
    let etag = whole.header("etag").unwrap().to_owned();
    let again = [("if-none-match", etag.as_str())];
    let reply = ask(&proxy, "GET", &url("/a%20b.txt"), &again, b"").await.unwrap();
    assert_eq!((reply.status, reply.body.len()), (304, 0));
    let stale = [("range", "bytes=2-4"), ("if-range", "\"old\"")];
    let reply = ask(&proxy, "GET", &url("/a%20b.txt"), &stale, b"").await.unwrap();
    assert_eq!((reply.status, reply.text().as_str()), (200, "0123456789"));
    let reply = ask(&proxy, "HEAD", &url("/a%20b.txt"), &[], b"").await.unwrap();
    assert_eq!((reply.header("content-length"), reply.body.len()), (Some("10"), 0));
}

#[tokio::test]
async fn apps_that_route_themselves_get_their_index() {
    let (_dir, proxy) = start(Fallback::Index).await;
    let page = open(&proxy, &url("/some/route")).await.unwrap();
    assert!(page.status == 200 && page.text().contains("root"), "{page:?}");
    assert_eq!(get(&proxy, &url("/some/data.json")).await.unwrap().status, 404);
}

#[test]
fn a_folder_that_is_none() {
    let error = Folder::new(Utf8Path::new("/no/such/folder"), Fallback::NotFound).unwrap_err();
    assert_eq!(error.to_string(), "cannot serve folder /no/such/folder");
}
