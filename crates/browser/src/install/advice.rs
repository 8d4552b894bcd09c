//! What to type by hand where we do not install ourselves.
//!
//! Only Debian was measured. The rest is from the systems' documentation and says so where it matters.

use super::System;
use crate::find::Tool;

pub(super) const GECKODRIVER: &str = "\
geckodriver is built with cargo, which is not here. Either install Rust (https://rustup.rs) and run this again,
or unpack a release from https://github.com/mozilla/geckodriver/releases and name it: XCHECK_GECKODRIVER=/path/to/geckodriver";

const UBUNTU_CHROMIUM: &str = "\
Ubuntu has Chromium only as a snap, which sees neither our scratch directories in /tmp nor our fonts, so it is not used
(untried: XCHECK_CHROMIUM=/snap/bin/chromium XCHECK_CHROMEDRIVER=/snap/bin/chromium.chromedriver with TMPDIR below your home).
Install Chrome from https://www.google.com/chrome and the ChromeDriver of the same version from
https://googlechromelabs.github.io/chrome-for-testing, then name it: XCHECK_CHROMEDRIVER=/path/to/chromedriver";

const UBUNTU_FIREFOX: &str = "\
Ubuntu has Firefox only as a snap, which does not see our scratch directories in /tmp. Take it from Mozilla's own packages:
  sudo install -d -m 0755 /etc/apt/keyrings
  wget -qO- https://packages.mozilla.org/apt/repo-signing-key.gpg | sudo tee /etc/apt/keyrings/packages.mozilla.org.asc
  echo 'deb [signed-by=/etc/apt/keyrings/packages.mozilla.org.asc] https://packages.mozilla.org/apt mozilla main' | sudo tee /etc/apt/sources.list.d/mozilla.list
  printf 'Package: *\\nPin: origin packages.mozilla.org\\nPin-Priority: 1000\\n' | sudo tee /etc/apt/preferences.d/mozilla
  sudo apt-get update && sudo apt-get install firefox";

const FEDORA: &str = "\
On Fedora (untried):
  sudo dnf install chromium chromedriver firefox /usr/bin/WebKitWebDriver /usr/bin/Xvfb /usr/bin/xrdb liberation-fonts dejavu-fonts-all";

const ARCH: &str = "\
On Arch (untried):
  sudo pacman -S chromium firefox geckodriver webkit2gtk-4.1 xorg-server-xvfb xorg-xrdb ttf-liberation ttf-dejavu";

const OTHER: &str = "\
On this system nothing can be installed automatically. Needed are Chromium and its ChromeDriver, Firefox and geckodriver,
WebKitGTK's MiniBrowser and WebKitWebDriver, Xvfb, xrdb, and the Liberation and DejaVu fonts.
Programs outside PATH are named by XCHECK_CHROMIUM, XCHECK_CHROMEDRIVER, XCHECK_FIREFOX, XCHECK_GECKODRIVER,
XCHECK_MINIBROWSER, XCHECK_WEBKITDRIVER and XCHECK_XVFB. WebKitGTK needs Linux: elsewhere, use a Debian container.";

/// For a browser that is a snap on Ubuntu.
pub(super) fn on_ubuntu(browser: Tool) -> String {
    let advice = if browser == Tool::Firefox { UBUNTU_FIREFOX } else { UBUNTU_CHROMIUM };
    advice.to_owned()
}

/// For a system we install nothing on.
pub(super) fn by_hand(system: System) -> &'static str {
    match system {
        System::Fedora => FEDORA,
        System::Arch => ARCH,
        System::Debian | System::Ubuntu | System::Other => OTHER,
    }
}
