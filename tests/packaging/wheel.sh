#!/usr/bin/env bash
# Builds the wheel of what this build folder made, as `./run wheel` does, and tries it out. Its tag says GLIBC, or an older one.
# usage: wheel.sh PYTHON GLIBC EXECUTABLE [LIBRARY]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
builder=$here/../../profiler/python/build_wheel.py
python=$1
glibc=$2
binaries=(--executable "$3" ${4:+--library "$4"})
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheel=$("$python" "$builder" "${binaries[@]}" --output "$folder/first")
again=$("$python" "$builder" "${binaries[@]}" --output "$folder/second")
cmp "$wheel" "$again"
[[ $wheel =~ -manylinux_([0-9]+)_([0-9]+)_ ]]
tag=${BASH_REMATCH[1]}.${BASH_REMATCH[2]}
if [[ $(printf '%s\n' "$tag" "$glibc" | sort -V | tail -n 1) != "$glibc" ]]; then
  printf '%s needs glibc %s, not %s\n' "$(basename "$wheel")" "$tag" "$glibc" >&2
  exit 1
fi
if "$python" -m zipfile -e "$wheel" "$folder/files" && grep -qF '](docs/' "$folder"/files/*.dist-info/METADATA; then
  printf '%s: its METADATA links to pages that are not in it\n' "$(basename "$wheel")" >&2
  exit 1
fi
bash "$here/installed.sh" "$wheel" "$python"
