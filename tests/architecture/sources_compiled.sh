#!/usr/bin/env bash
# Every source file belongs to a target; one that CMake was never told about rots.
# usage: sources_compiled.sh ROOT BUILD cuda|no-cuda
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/source_files.sh"
root=$(realpath "$1")
# Files that are compiled together stand in a file that includes them.
compiled=$({
  sed -nE 's/^ *"file": "(.*)",?$/\1/p' "$2/compile_commands.json"
  find "$2" -path '*/Unity/*' -exec sed -nE 's/^#include "(.*)"$/\1/p' {} +
} | LC_ALL=C sort -u)
cd "$root"

# Files that one of the two kinds of build leaves out. Programs of tests/apps are compiled where they run, by
# others.py, and code.cu to cubins.
if [[ $3 == cuda ]]; then
  extensions=(cpp cu)
  left_out='_none\.cpp$|^tests/apps/|^tests/inject/code\.cu$'
else
  extensions=(cpp)
  left_out='_cuda\.cpp$|^kernels/device/|^profiler/(device|inject|collect/cupti)/|^tests/.*(device|cupti|inject)'
fi
forgotten=$(source_files "${extensions[@]}" | grep -vE "$left_out" | sed "s|^|$root/|" |
  LC_ALL=C comm -23 - <(printf '%s\n' "$compiled"))
if [[ -n $forgotten ]]; then
  printf 'compiled by no target:\n%s\n' "$forgotten"
  exit 1
fi
