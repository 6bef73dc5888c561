#!/usr/bin/env bash
# Refuses what libraries call of models beyond the row "calls ROOM" of arrows.txt, by the symbols that they leave open,
# and names in it that nothing calls.   usage: calls.sh NM ROOM LIBRARY…
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nm=$1 room=$2
shift 2
"$nm" -uC "$@" | awk -v room="$room" '
  FNR == NR {
    if ($1 != "calls" || $2 != room ":") next
    for (i = 3; i <= NF; i++) allowed[$i] = 1
    next
  }
  sub(/^ *U rooflens::models::/, "") && sub(/(\[abi:[a-z0-9]*\])?\(.*/, "") && !($0 in called) {
    called[$0] = 1
    if ($0 in allowed) next
    print room " may not call models::" $0 ": what it computes belongs into the analysis"
    refused++
  }
  END {
    for (name in allowed) if (!(name in called)) { print "arrows.txt: " room " does not call " name; refused++ }
    exit refused > 0
  }' "$here/arrows.txt" -
