#!/bin/sh
# Records the demo app, exports the session as a Playwright test, and runs that test in the installed Chromium.
# Needs Node and, the first time, the npm registry.
set -eu
cd "$(dirname "$0")/.."
xcheck=${XCHECK:-target/release/xcheck}
dir=target/playwright
mkdir -p "$dir"
if [ ! -d "$dir/node_modules/@playwright/test" ]; then
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --silent --ignore-scripts --prefix "$dir" @playwright/test
fi
"$xcheck" record demo/books --drive demo/books/drive.json --out "$dir/books.xct"
"$xcheck" export "$dir/books.xct" --to playwright --out "$dir/books.spec.mjs"
cat > "$dir/playwright.config.mjs" <<CONFIG
export default {
  testDir: '.',
  use: { launchOptions: { executablePath: '$(command -v chromium)', args: ['--no-sandbox'] } },
};
CONFIG
cd "$dir"
npx playwright test books.spec.mjs --reporter=line
