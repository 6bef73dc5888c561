#!/usr/bin/env bash
# Packs what this build folder made, as `./run package` does, and tries it out.   usage: tarball.sh CPACK BUILD
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" --config "$2/CPackConfig.cmake" -G TGZ -B "$folder" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
bash "$here/relocated.sh" "$folder"/rooflens-*.tar.gz
