#!/usr/bin/env bash
# Small habits a reader relies on: no leftovers, no paths of somebody's machine, thresholds in one file, `#pragma once`, a source
# file includes its own header first (which proves that the header stands alone).   usage: source_habits.sh ROOT
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/source_files.sh"
cd "$1"
shopt -s nullglob
failures=0
complain() {
  printf '%s\n' "$1"
  failures=1
}

mapfile -t code < <(source_files hpp cpp cu cuh sql sh awk cmake txt in js mjs ts css def md)
documents=(CMakeLists.txt CMakePresets.json run .ci/run *.md)
leftovers='TO''DO|FIX''ME|XX''X'
if grep -nwE "$leftovers" "${code[@]}" "${documents[@]}"; then complain "finish these, or make them issues"; fi
if grep -nE '^(<<<<<<<|>>>>>>>) ' "${code[@]}" "${documents[@]}"; then complain "a merge left these behind"; fi
if grep -nE '(^|[^[:alnum:]_./<>$}*-])/(work|root|home/[a-z]+|Users/[A-Za-z]+)/' "${code[@]}" "${documents[@]}"; then
  complain "these paths exist on one machine only"
fi
if grep -rnE '^namespace rooflens::cli' models kernels profiler reports --include='*.[ch]*' | grep -v '^profiler/cli/'; then
  complain "rooflens::cli is the namespace of profiler/cli: what commands stand on does not know them"
fi
if grep -rnwE 'argv|(fmt|std)::print|std::(cout|cerr)' profiler/actions; then
  complain "actions have no command line and print nothing: a Listener hears what is to be said"
fi
# A fraction in a stage of the analysis or in the words of a report decides something.
stages=(models/{counters,roofs,record,place,find,wait,explain,compare}/*.[ch]pp reports/{words,text,json,html}/*.[ch]pp)
if grep -nE '^ *(inline |static )?constexpr (double|Seconds) k[A-Za-z]+[ ({=]+-?[0-9]*(\.[0-9]|[0-9.]*e-)' "${stages[@]}"; then
  complain "thresholds stand in models/base/thresholds.def, each with where it comes from"
fi

while read -r header; do
  grep -qE '^#pragma once$' "$header" || complain "$header: no #pragma once"
  [[ $header == *.hpp ]] || continue
  for source in "${header%.*}.cpp" "${header%.*}.cu"; do
    [[ -f $source ]] || continue
    first=$(grep -m 1 -E '^[[:space:]]*#[[:space:]]*include' "$source" || true)
    [[ $first == "#include \"$header\""* ]] || complain "$source: does not include its own header first"
  done
done < <(source_files hpp cuh)
exit $failures
