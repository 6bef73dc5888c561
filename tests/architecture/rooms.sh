#!/usr/bin/env bash
# No room has more than 40 code files, no two rooms have files of one stem, no two types have one name, but for the rows
# of arrows.txt; and CUPTI's counters are spelt in one file.   usage: rooms.sh ROOT [ARROWS]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
arrows=${2:-$here/arrows.txt}
cd "$1"
failures=0
rooms=()
for room in models kernels profiler reports; do [[ ! -d $room ]] || rooms+=("$room"); done
mapfile -t code < <(find "${rooms[@]}" -name node_modules -prune -o -type f \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print | LC_ALL=C sort)
LC_ALL=C awk -f "$here/rooms.awk" "$arrows" "${code[@]}" | LC_ALL=C sort || failures=1

counter='"(dram|fbpa|gpc|gpu|l1tex|lts|pcie|sm|smsp)__[a-z]'
if printf '%s\n' "${code[@]}" | grep -vx 'models/counters/names.hpp' |
  xargs -r -d '\n' grep -nHE "$counter" | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//'; then
  printf 'counters of CUPTI are spelt in models/counters/names.hpp alone\n'
  failures=1
fi
exit $failures
