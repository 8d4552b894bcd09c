//! Moves the pointer of an X display off the page.
//!
//! A display begins with its pointer in the middle of the screen, where the page will be. The browser hears of that when
//! its window shows, perhaps after the first press of a driver, and then hovers over what nobody points at.
//! The corner that windows begin in is above the page, and still in the window: without a window manager, the window
//! under the pointer has the focus.
//! Two requests of X11's protocol are all it takes, so this is no user of an X library.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::timeout;

const LIMIT: Duration = Duration::from_secs(10);

/// Puts the pointer of a local display into the upper left corner.
pub(crate) async fn move_away(display: u32) -> io::Result<()> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    timeout(LIMIT, ask(display)).await.map_err(late)?
}

async fn ask(display: u32) -> io::Result<()> {
    let mut stream = UnixStream::connect(format!("/tmp/.X11-unix/X{display}")).await?;
    // Little endian, version 11.0, no authorization.
    stream.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]).await?;
    let mut head = [0; 8];
    stream.read_exact(&mut head).await?;
    let mut setup = vec![0; 4 * usize::from(u16::from_le_bytes([head[6], head[7]]))];
    stream.read_exact(&mut setup).await?;
    let root = match head[0] {
        1 => root_of(&setup),
        _ => None,
    };
    let root = root.ok_or_else(|| io::Error::other("the display refuses connections"))?;
    stream.write_all(&warp(root)).await?;
    // Requests are answered in order, so that the pointer has moved when this one is: GetInputFocus.
    stream.write_all(&[43, 0, 1, 0]).await?;
    loop {
        let mut answer = [0; 32];
        stream.read_exact(&mut answer).await?;
        match answer[0] {
            0 => return Err(io::Error::other("the display does not move the pointer")),
            1 => return Ok(()),
            // Events that every client gets.
            _ => {}
        }
    }
}

/// The root window of the first screen: behind the vendor's name and the formats.
fn root_of(setup: &[u8]) -> Option<u32> {
    let vendor = usize::from(u16::from_le_bytes([*setup.get(16)?, *setup.get(17)?]));
    let n_formats = usize::from(*setup.get(21)?);
    let at = 32 + vendor.next_multiple_of(4) + 8 * n_formats;
    Some(u32::from_le_bytes(setup.get(at..at + 4)?.try_into().ok()?))
}

/// The request WarpPointer, from wherever the pointer is to 0, 0.
fn warp(root: u32) -> [u8; 24] {
    let mut request = [0; 24];
    request[..4].copy_from_slice(&[41, 0, 6, 0]);
    request[8..12].copy_from_slice(&root.to_le_bytes());
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_behind_names_and_formats() {
        let mut setup = vec![0; 32 + 8 + 16];
        setup[16] = 5;
        setup[21] = 2;
        setup.extend([0x11, 0x02, 0, 0]);
        assert_eq!(root_of(&setup), Some(0x211));
        assert_eq!(root_of(&setup[..40]), None);
    }
}
