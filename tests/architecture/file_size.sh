#!/usr/bin/env bash
# No source file is longer than 350 lines: a file past that holds two concepts.   usage: file_size.sh ROOT
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/source_files.sh"
cd "$1"
limit=350
exceptions=()  # a path and its reason each; there should be none

too_long=0
while read -r lines file; do
  [[ $file != total ]] || continue
  ((lines > limit)) || continue
  [[ " ${exceptions[*]:-} " != *" $file "* ]] || continue
  echo "$file has $lines lines; at most $limit"
  too_long=1
done < <(source_files hpp cpp cu cuh sql sh awk cmake js mjs ts css | tr '\n' '\0' | wc -l --files0-from=-)
exit $too_long
