//! Learns on which port a driver listens that was told to choose one itself.
//!
//! Choosing a free port for a driver beforehand is a race that another session can win.

use std::fs;
use std::time::Duration;

use crate::engines::PortSource;
use crate::guard::Guarded;

const POLL: Duration = Duration::from_millis(10);

/// Waits for the port. Never gives up by itself: the caller sets the limit.
pub(super) async fn port_of(driver: &Guarded, source: PortSource) -> u16 {
    match source {
        PortSource::Printed(find) => driver.output().wait_for(find).await,
        PortSource::Socket => loop {
            if let Some(port) = driver.descendants().into_iter().find_map(listening_port) {
                return port;
            }
            tokio::time::sleep(POLL).await;
        },
    }
}

/// The first port on which process `pid` listens over IPv4.
fn listening_port(pid: i32) -> Option<u16> {
    let table = fs::read_to_string(format!("/proc/{pid}/net/tcp")).ok()?;
    let sockets: Vec<String> = fs::read_dir(format!("/proc/{pid}/fd"))
        .ok()?
        .flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok()?.into_os_string().into_string().ok())
        .collect();
    listeners(&table)
        .find(|(inode, _)| sockets.contains(&format!("socket:[{inode}]")))
        .map(|(_, port)| port)
}

/// Inode and port of every listening socket in a `/proc/net/tcp` table.
fn listeners(table: &str) -> impl Iterator<Item = (&str, u16)> {
    const LISTEN: &str = "0A";
    table.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (_, port) = fields.get(1)?.split_once(':')?;
        let is_listening = *fields.get(3)? == LISTEN;
        is_listening.then_some((*fields.get(9)?, u16::from_str_radix(port, 16).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_listener_is_found() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let table = fs::read_to_string("/proc/self/net/tcp").unwrap();
        assert!(listeners(&table).any(|(_, other)| other == port));
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(listening_port(own).is_some());
    }
}
