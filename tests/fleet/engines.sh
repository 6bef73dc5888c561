#!/usr/bin/env bash
# Every query on DuckDB and on ClickHouse over one store: the same rows.   usage: engines.sh ROOFLENS FLEET_RANKS SAMPLES
# Exit code 77 tells ctest "skipped": no node, or npm could not install the engines.
set -euo pipefail
rooflens=$1
maker=$2
samples=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export ROOFLENS_DUCKDB=${ROOFLENS_TEST_DUCKDB:?}
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "no node"
[[ -e $ROOFLENS_DUCKDB/libduckdb.so ]] || skip "no DuckDB in $ROOFLENS_DUCKDB"
[[ -d $here/node_modules/chdb ]] || skip "no chdb in $here/node_modules"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Two jobs with causes of slowness, ranks missing, and a job that was recorded, in which much is not known.
both=$samples/training.rlens,$samples/catalogue.rlens
"$maker" "$work/store" "$both" before 24 60 1 2>/dev/null
"$maker" "$work/store" "$both" "it's/after" 24 60 2 clock=3 dram=8 work=13 host=17 waiting=20 link=21 missing=5 2>/dev/null
"$rooflens" export "$samples/demo.rlens" "$samples/lines.rlens" --format parquet -o "$work/store" --job recorded 2>/dev/null
node "$here/engines.mjs" "$rooflens" "$work/store"
