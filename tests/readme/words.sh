#!/usr/bin/env bash
# The words of README.md, docs/ and CONTRIBUTING.md: none of retired_words.txt, no known misspelling (codespell), and
# not too many. README is one page; with docs/ it has no more words than README had before docs/ existed. Measured
# results are not counted: pages of their own, and the tables of docs/learn.md.   usage: words.sh ROOT
set -euo pipefail
readonly most_in_readme=900 most_in_all=9270
retired=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")/retired_words.txt
cd "$1"
failures=0
complain() {
  printf '%s\n' "$1" >&2
  failures=$((failures + 1))
}

# prose FILE: its lines without code and without the targets of links; as many lines as the file has.
prose() {
  awk '
    /^```/ { inside = !inside; print ""; next }
    inside || /^    / { print ""; next }
    { gsub(/`[^`]*`/, "`"); gsub(/\]\([^)]*\)/, "]"); print }' "$1"
}

pages=(README.md docs/*.md CONTRIBUTING.md)
entries=0
while IFS=$'\t' read -r word instead; do
  [[ -n $word && $word != '#'* ]] || continue
  [[ -n $instead ]] || complain "retired_words.txt: $word has no replacement"
  entries=$((entries + 1))
  for page in "${pages[@]}"; do
    while IFS= read -r line; do
      complain "$page:$line   use instead: $instead"
    done < <(prose "$page" | grep -niE "(^|[^[:alnum:]_-])($word)($|[^[:alnum:]_-])" || true)
  done
done <"$retired"
((entries > 0)) || complain "retired_words.txt holds no words"

counted=()
for page in docs/*.md; do
  case $page in
    docs/results.md | docs/programs.md | docs/builds.md | docs/learn.md) ;;
    *) counted+=("$page") ;;
  esac
done
in_readme=$(wc -w <README.md)
in_all=$(cat README.md "${counted[@]}" <(grep -v '^|' docs/learn.md) | wc -w)
((in_readme <= most_in_readme)) || complain "README.md has $in_readme words, at most $most_in_readme"
((in_all <= most_in_all)) || complain "README.md and docs/ have $in_all words, at most $most_in_all"

if command -v codespell >/dev/null; then
  codespell "${pages[@]}" CHANGELOG.md samples/README.md reports/json_schema.md >&2 || complain "correct the spelling"
elif [[ ${CI:-} == true ]]; then
  complain "codespell is not installed (./run test installs it)"
else
  printf 'codespell is not installed: spelling was not checked\n'
fi
printf '%d words in README.md, %d with docs/; %d retired words; %d failures\n' "$in_readme" "$in_all" "$entries" "$failures"
((failures == 0))
