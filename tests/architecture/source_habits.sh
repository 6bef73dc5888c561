#!/usr/bin/env bash
# Small habits a reader relies on: no leftovers, no paths of somebody's machine, what stands once, `#pragma once`, a source file
# includes its own header first (which proves that the header stands alone).   usage: source_habits.sh ROOT
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
stages=(models/{counters,roofs,record,place,find,wait,gap,advise,explain,compare}/*.[ch]pp reports/{words,text,json,html}/*.[ch]pp)
if grep -nE '^ *(inline |static )?constexpr (double|Seconds) k[A-Za-z]+[ ({=]+-?[0-9]*(\.[0-9]|[0-9.]*e-)' "${stages[@]}"; then
  complain "thresholds stand in models/base/thresholds.def, each with where it comes from"
fi

# once PATTERN FILES WORDS: what stands in FILES is in no other line of the product, but for comments.
mapfile -t product < <(printf '%s\n' "${code[@]}" | grep -E '^(models|kernels|profiler|reports)/.*\.([ch]pp|cuh?|js)$' |
  grep -v '/bundle/')
once() {
  local found
  found=$(printf '%s\n' "${product[@]}" | grep -vxE "$2" | xargs -r -d '\n' grep -nHE -- "$1" |
    grep -vE '^[^:]*:[0-9]+: *//' || true)
  [[ -z $found ]] || complain "$found"$'\n'"$3"
}
once '\.dump\(|error_handler_t|\{\\"[a-z]|\\":' 'models/base/json_text\.[ch]pp' "JSON is written by models/base/json_text.hpp"
once '"\.(txt|text|md|markdown|csv|json|html?|svg|png)[" ]' 'reports/words/formats\.hpp|profiler/session/source_file\.cpp' \
  "formats and their endings stand in reports/words/formats.hpp"
once '\b0x([cC][0-9a-fA-F]|[eEfF]0|3[fF])[uU]?\b' 'models/base/utf8\.[ch]pp' "bytes of UTF-8 are read by models/base/utf8.hpp"
once '"–"( *[^ +]|$)' 'models/base/missing\.hpp' "what is missing looks as models/base/missing.hpp says"
once '"([Uu]nknown|[Nn]ot known|[Nn]ot measured)"' '.*\.js|models/(base/missing|place/binding)\.hpp' \
  "what is unknown has the word of models/base/missing.hpp"
if awk '/(class|struct) .*: *(public )?std::.*(error|exception|argument)/ && FILENAME != "models/base/trouble.hpp" {inside = 1}
        /^ *};/ {inside = 0}
        inside && /remedy|hint/ {print FILENAME ":" FNR ": " $0; found = 1}
        END {exit !found}' "${product[@]}"; then
  complain "errors that have a remedy are models::Trouble"
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
