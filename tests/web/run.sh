#!/bin/sh
# Makes the pages and runs the browser tests. Exit code 77 tells ctest "skipped": no chromium, no node, or no
# playwright-core (npm ci in reports/web installs it).
here=$(cd "$(dirname "$0")" && pwd)
skip() {
  echo "skipped: $1"
  exit 77
}
# The headless shell takes half the processor time.
: "${ROOFLENS_CHROMIUM:=$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)}"
[ -n "$ROOFLENS_CHROMIUM" ] && [ -x "$ROOFLENS_CHROMIUM" ] || skip "no chromium (set ROOFLENS_CHROMIUM)"
command -v node >/dev/null || skip "no node"
[ -d "$here/../../reports/web/node_modules/playwright-core" ] || skip "no playwright-core"
export ROOFLENS_CHROMIUM
"$ROOFLENS_WEB_PAGES" "$ROOFLENS_WEB_DIRECTORY" || exit 1
# Keeping new screenshots is no test of anything else.
[ "$ROOFLENS_UPDATE_GOLDEN" = 1 ] && exec node --test "$here"/screenshots.test.mjs
exec node --test "$here"/*.test.mjs
