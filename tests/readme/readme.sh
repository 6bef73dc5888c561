#!/usr/bin/env bash
# Runs every command of README.md's console blocks and compares what it prints with what README shows.
# usage: readme.sh ROOT ROOFLENS   With ROOFLENS_UPDATE_GOLDEN=1 README is rewritten with what the commands print now.
# Commands that need a GPU are run where there is one; without, they must exit with 4, and what README shows stays.
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
  printf 'README: `%s`: %s\n' "$1" "$2" >&2
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

inside=no
skipping=no
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
done <"$root/README.md" >"$work/README.md"

if [[ ${ROOFLENS_UPDATE_GOLDEN:-} == 1 ]]; then
  cp "$work/README.md" "$root/README.md"
elif ! diff -u "$root/README.md" "$work/README.md" >&2; then
  fail "README.md" "shows other output than the commands print (ROOFLENS_UPDATE_GOLDEN=1 updates it)"
fi
((ran > 0)) || fail "README.md" "holds no commands"
printf '%d commands run, %d failures\n' "$ran" "$failures"
((failures == 0))
