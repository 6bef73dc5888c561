#!/usr/bin/env bash
# `rooflens export --format parquet` and `rooflens query` as users type them.   usage: commands.sh ROOFLENS SAMPLES
# Exit code 77 tells ctest "skipped": no DuckDB.
set -euo pipefail
rooflens=$1
samples=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SLURM_JOB_ID FLUX_JOB_ID PBS_JOBID LSB_JOBID RAY_JOB_ID PMIX_NAMESPACE TORCHELASTIC_RUN_ID
failures=0

# expect CODE TEXT COMMAND…: the exit code, and that stdout or stderr holds the text.
expect() {
  local wanted=$1 text=$2 code=0
  shift 2
  "$@" >"$work/said" 2>&1 || code=$?
  if ((code != wanted)) || ! grep -qF -- "$text" "$work/said"; then
    printf '%s: exit code %d instead of %d, or not `%s`:\n' "$*" "$code" "$wanted" "$text" >&2
    head -n 5 "$work/said" >&2
    failures=$((failures + 1))
  fi
}

export ROOFLENS_DUCKDB=$work/nowhere
expect 1 'hint: unset ROOFLENS_DUCKDB' "$rooflens" export "$samples/demo.rlens" --format parquet -o "$work/none" --job a
[[ ! -e $work/none ]] || { echo 'a store was made without DuckDB' >&2; failures=$((failures + 1)); }
printf '#!/bin/sh\nexec python3 -S -E "$@"\n' >"$work/python"
chmod +x "$work/python"
export ROOFLENS_DUCKDB=$work/python
expect 1 "python: No module named 'duckdb'" "$rooflens" export "$samples/demo.rlens" --format parquet -o "$work/none" --job a
rm -rf "$work/none"
export ROOFLENS_DUCKDB=${ROOFLENS_TEST_DUCKDB:?}
[[ -e $ROOFLENS_DUCKDB/libduckdb.so ]] || { echo "skipped: no DuckDB in $ROOFLENS_DUCKDB"; exit 77; }

expect 2 'which job are these sessions of?' "$rooflens" export "$samples/demo.rlens" --format parquet -o "$work/store"
[[ ! -e $work/store ]] || { echo 'a store was made for no job' >&2; failures=$((failures + 1)); }
expect 0 'added 2 sessions' env SLURM_JOB_ID=4711 "$rooflens" export "$samples/demo.rlens" "$samples/training.rlens" --format parquet -o "$work/store"
expect 0 'added 0 sessions to '"$work/store"'; it held 1 of them already' "$rooflens" export "$samples/demo.rlens" --format parquet -o "$work/store" --job 4711
expect 0 '"job": "4711"' "$rooflens" query "$work/store" jobs --format json
expect 0 'gemm/naive' "$rooflens" query "$work/store" job_roofline
expect 0 'CREATE OR REPLACE FUNCTION med' "$rooflens" query "$work/store" jobs --sql clickhouse
expect 0 'slowest_rank' "$rooflens" query --list
expect 2 'there is no query `fastest`' "$rooflens" query "$work/store" fastest
expect 2 'takes a store and a question' "$rooflens" query "$work/store"
expect 1 'is not a store' "$rooflens" query "$samples" jobs
expect 2 'needs one -o STORE' "$rooflens" export "$samples/demo.rlens" --format parquet --job a
expect 2 '--job is for --format parquet' "$rooflens" export "$samples/demo.rlens" --format csv --job a

# What a killed run left open is no whole session.
cp "$samples/demo.rlens" "$work/open.rlens"
"$rooflens" merge "$work/open.rlens" -o "$work/whole.rlens" 2>/dev/null
cp "$work/whole.rlens" "$work/open.rlens"
python3 - "$work/open.rlens" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as session:
    session.execute("UPDATE digest SET tables = NULL, sha256 = NULL")
PYTHON
expect 0 'added 1 session' "$rooflens" export "$work/whole.rlens" --format parquet -o "$work/store" --job closed
expect 1 'was never closed' "$rooflens" export "$work/open.rlens" --format parquet -o "$work/store" --job open
cp "$work/whole.rlens" "$work/altered.rlens"
python3 - "$work/altered.rlens" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as session:
    session.execute("UPDATE duration SET duration_s = duration_s * 1.12 WHERE kernel_id = 3")
PYTHON
expect 0 'added 1 session' "$rooflens" export "$work/altered.rlens" --format parquet -o "$work/store" --job altered
expect 0 'ALTERED DATA' "$rooflens" query "$work/store" jobs --job altered
# Others read the same: a stand-in for the package duckdb everywhere, data frames where they are installed.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
expect 0 'added 1 session' "$rooflens" export "$samples/training.rlens" --format parquet -o "$work/read" --job 'a/b'
read_by() { python3 "$here/../bench/fleet_read.py" "$work/read" "$samples/training.rlens" "$1"; }
export PYTHONDONTWRITEBYTECODE=1
STAND_IN_LIBDUCKDB=$ROOFLENS_DUCKDB/libduckdb.so PYTHONPATH=$here/stand_in expect 0 '; 0 failures' read_by duckdb
for package in pandas,pyarrow polars; do
  if python3 -c "import $package" 2>/dev/null; then expect 0 '; 0 failures' read_by "${package%,*}"; fi
done
echo "$failures failures"
((failures == 0))
