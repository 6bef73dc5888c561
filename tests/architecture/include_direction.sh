#!/usr/bin/env bash
# Checks every #include of the rooms under ROOT against arrows.txt.   usage: include_direction.sh ROOT
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$1"
rooms=()
for room in models kernels profiler reports; do [[ ! -d $room ]] || rooms+=("$room"); done
LC_ALL=C grep -rnE '^[[:space:]]*#[[:space:]]*include' "${rooms[@]}" --exclude-dir=node_modules \
  --include='*.hpp' --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' --include='*.in' |
  awk -f "$here/include_direction.awk" "$here/arrows.txt" -
