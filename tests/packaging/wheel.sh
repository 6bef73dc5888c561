#!/usr/bin/env bash
# Builds the wheel of what this build folder made, as `./run wheel` does, and tries it out.
# usage: wheel.sh PYTHON EXECUTABLE [LIBRARY]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
builder=$here/../../profiler/python/build_wheel.py
python=$1
binaries=(--executable "$2" ${3:+--library "$3"})
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheel=$("$python" "$builder" "${binaries[@]}" --output "$folder/first")
again=$("$python" "$builder" "${binaries[@]}" --output "$folder/second")
cmp "$wheel" "$again"
bash "$here/installed.sh" "$wheel" "$python"
