#!/usr/bin/env bash
# Gives calls.sh symbols that no library has, and sees that it refuses one too many and one too few.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nm=$(mktemp)
trap 'rm -f "$nm"' EXIT
allowed=$(sed -n 's/^calls reports: *//p' "$here/arrows.txt" | tr '\n' ' ')
failures=0

# see accepted|refused NAME…
see() {
  local verdict=accepted
  { printf 'cat <<END\n                 U cairo_fill\n                 W rooflens::models::sum(int)\n'
    printf '                 U rooflens::models::%s[abi:cxx11](rooflens::models::Bytes) const\n' "${@:2}"
    printf 'END\n'; } >"$nm"
  chmod +x "$nm"
  bash "$here/calls.sh" "$nm" reports library.a >/dev/null || verdict=refused
  [[ $verdict == "$1" ]] || { printf 'should be %s: %s\n' "$1" "${*:2}"; failures=$((failures + 1)); }
}

# shellcheck disable=SC2086 # a list of names
see accepted $allowed
# shellcheck disable=SC2086
see refused $allowed place
# shellcheck disable=SC2086
see refused ${allowed#* }
exit $((failures > 0))
