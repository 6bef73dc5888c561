#!/usr/bin/env bash
# Runs every command of the console blocks in README.md and docs/ and compares what it prints with what they show; looks
# whether what they link to is there.
# usage: readme.sh ROOT ROOFLENS   With ROOFLENS_UPDATE_GOLDEN=1 they are rewritten with what the commands print now.
# Commands that need a GPU are run where there is one; without, they must exit with 4, and what is shown stays.
set -euo pipefail
root=$(readlink -f "$1")
program=$(readlink -f "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/here/samples"
ln -s "$program" "$work/bin/rooflens"
cp "$root"/samples/*.rlens "$root"/samples/*.csv "$work/here/samples/"
export PATH="$work/bin:$PATH" COLUMNS=100
failures=0
ran=0

fail() {
  printf '`%s`: %s\n' "$1" "$2" >&2
  failures=$((failures + 1))
}

# execute COMMAND: leaves the output in $work/actual; false if what README shows should stay.
execute() {
  local command=$1 code=0
  ran=$((ran + 1))
  case $command in
    './run demo')
      (cd "$root" && ROOFLENS=$program ./run demo </dev/null) >"$work/actual" 2>"$work/errors" || code=$?
      ((code == 0)) || fail "$command" "exit code $code: $(tail -n 3 "$work/errors")"
      return 1 ;;
    './run '*)
      grep -q "^  ${command#./run } " <("$root/run" help) || fail "$command" "./run help does not know it"
      return 1 ;;
  esac
  (cd "$work/here" && bash -o pipefail -c "$command" </dev/null) >"$work/actual" 2>"$work/errors" || code=$?
  case $command in
    'rooflens run '* | 'rooflens run' | 'rooflens devices'*)
      ((code == 0 || code == 4)) || fail "$command" "exit code $code: $(cat "$work/errors")"
      return 1 ;;
  esac
  ((code == 0)) || fail "$command" "exit code $code: $(cat "$work/errors")"
}

# shown FILE: the file with what its commands print now.
shown() {
  local line inside=no skipping=no
  while IFS= read -r line; do
    case $line in
      '```console') inside=yes skipping=no ;;
      '```') inside=no skipping=no ;;
      '$ '*)
        if [[ $inside == yes ]]; then
          skipping=no
          printf '%s\n' "$line"
          if execute "${line#\$ }"; then
            cat "$work/actual"
            skipping=yes
          fi
          continue
        fi ;;
    esac
    [[ $skipping == yes ]] || printf '%s\n' "$line"
  done <"$1"
}

# anchors FILE: what its headings are called in links, one per line.
anchors() { sed -nE 's/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'; }

# check_links FILE: relative links lead to files, and to headings in them.
check_links() {
  local target file
  while IFS= read -r target; do
    [[ $target != *:* ]] || continue
    file=$(dirname "$1")/${target%%#*}
    [[ $target != '#'* ]] || file=$1
    if [[ ! -e $file ]]; then
      fail "$1" "links to $target, which is not there"
    elif [[ $target == *'#'* ]] && ! grep -qxF -- "${target#*#}" <(anchors "$file"); then
      fail "$1" "links to $target, and there is no such heading"
    fi
  done < <(grep -oE '\]\([^)]+' "$1" | cut -c3-)
}

for page in "$root"/README.md "$root"/docs/*.md; do
  name=${page#"$root"/}
  shown "$page" >"$work/page.md"
  check_links "$page"
  if [[ ${ROOFLENS_UPDATE_GOLDEN:-} == 1 ]]; then
    cp "$work/page.md" "$page"
  elif ! diff -u "$page" "$work/page.md" >&2; then
    fail "$name" "shows other output than the commands print (ROOFLENS_UPDATE_GOLDEN=1 updates it)"
  fi
done
((ran > 0)) || fail README.md "holds no commands"
printf '%d commands run, %d failures\n' "$ran" "$failures"
((failures == 0))
