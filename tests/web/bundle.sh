#!/bin/sh
# Bundles the pages into FOLDER and compares them with those that are committed. Exit code 77 tells ctest "skipped".
# usage: bundle.sh FOLDER
set -eu
folder=$1
cd "$(dirname "$0")/../../reports/web"
skip() {
  echo "skipped: $1"
  exit 77
}
command -v node >/dev/null || skip "no node"
[ -d node_modules/esbuild ] || skip "no esbuild (npm ci in reports/web installs it)"
rm -rf "$folder"
node build.mjs "$folder"
diff -rq bundle "$folder" || {
  echo "reports/web/bundle is older than its sources: ./run bundle"
  exit 1
}
