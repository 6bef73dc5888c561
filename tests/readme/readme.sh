#!/usr/bin/env bash
# Runs every command of the console blocks in README.md and docs/, every line of the pycon blocks and every cell of the
# notebooks, and compares what they print with what is shown; looks whether what they link to is there.
# usage: readme.sh ROOT ROOFLENS [PYTHON]   With ROOFLENS_UPDATE_GOLDEN=1 they are rewritten with what the commands print now.
# Data frames need pandas: without it they stay as they are shown, which is a failure where CI=true.
# Commands that need a GPU are run where there is one; without, they must exit with 4, and what is shown stays.
set -euo pipefail
root=$(readlink -f "$1")
program=$(readlink -f "$2")
python=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/here/samples"
ln -s "$program" "$work/bin/rooflens"
cp "$root"/samples/*.rlens "$root"/samples/*.csv "$work/here/samples/"
export PATH="$work/bin:$PATH" COLUMNS=100
failures=0
ran=0
touch "$work/lines"

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
  # Stores need DuckDB: what is shown stays where the tests of stores have none (tests/fleet).
  case $command in
    *'--format parquet'* | 'rooflens query STORE'*)
      if [[ ! -e ${ROOFLENS_DUCKDB:-$root/tests/fleet/node_modules/@duckdb/node-bindings-linux-x64}/libduckdb.so ]]; then return 1; fi
      export ROOFLENS_DUCKDB=${ROOFLENS_DUCKDB:-$root/tests/fleet/node_modules/@duckdb/node-bindings-linux-x64} ;;
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

# python_shown SCRIPT: the page or the notebook on stdin with what its Python prints now; as it is without a Python.
python_shown() {
  if [[ -z $python ]]; then
    cat
  else
    (cd "$work/here" && PYTHONPATH=$root/profiler/python PYTHONDONTWRITEBYTECODE=1 ROOFLENS=$program \
      "$python" "$root/tests/readme/$1" 2>>"$work/lines")
  fi
}

# compare_or_update PAGE NOW: the page is what its commands print now, or becomes it.
compare_or_update() {
  if [[ ${ROOFLENS_UPDATE_GOLDEN:-} == 1 ]]; then
    cp "$2" "$1"
  elif ! diff -u "$1" "$2" >"$work/difference"; then
    cut -c -200 "$work/difference" >&2  # notebooks have long lines
    fail "${1#"$root"/}" "shows other output than the commands print (ROOFLENS_UPDATE_GOLDEN=1 updates it)"
  fi
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
  shown "$page" >"$work/shown.md"
  python_shown pycon.py <"$work/shown.md" >"$work/page.md" || fail "$name" "$(tail -n 3 "$work/lines")"
  check_links "$page"
  compare_or_update "$page" "$work/page.md"
done
for notebook in "$root"/docs/notebooks/*.ipynb; do
  if python_shown notebook.py <"$notebook" >"$work/notebook"; then
    compare_or_update "$notebook" "$work/notebook"
  else
    fail "${notebook#"$root"/}" "$(tail -n 3 "$work/lines")"
  fi
done
if [[ -n $python && ${CI:-} == true ]] && ! "$python" -c 'from pandas import DataFrame' 2>/dev/null; then
  fail "$python" "has no pandas, so data frames were not compared (./run test installs python3-pandas)"
fi
((ran > 0)) || fail README.md "holds no commands"
lines=0
while read -r more; do lines=$((lines + more)); done < <(grep -xE '[0-9]+' "$work/lines" || true)
[[ -z $python ]] || ((lines > 0)) || fail docs/python.md "holds no lines of Python"
printf '%d commands and %d lines and cells of Python run, %d failures\n' "$ran" "$lines" "$failures"
((failures == 0))
