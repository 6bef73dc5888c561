#!/usr/bin/env bash
# Records anew, on a machine with a GPU, what samples/ and the tables of docs/ hold. Works in the folder that pack.sh packed.
#
# usage: . rooflens-bench/environment && bash rooflens-bench/bench/record.sh OUT [PART...]
#   tests    the tests that need a GPU
#   samples  roofs, then demo.rlens, catalogue.rlens, training.rlens (PyTorch) and lines.rlens in OUT
#   others   accuracy, cost, loops, budget, ranks and kill of profile_vs_ncu.py, each by its name
set -uo pipefail
(($# >= 1)) || { sed -n '2,/^set/{/^set/!p}' "${BASH_SOURCE[0]}" | sed 's/^# \{0,1\}//' >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PYTHONUNBUFFERED=1 ROOFLENS_REQUIRE_GPU=1

# A sample names no directory of the machine that it was recorded on.
cut_folders() {
  python3 - "$1" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE instruction SET file = 'tests/bench/apps/lines.cu' WHERE file LIKE '%/lines.cu'")
database.execute("VACUUM")
PYTHON
}

samples() {
  local status=0
  rooflens ceilings --format json >"$out/ceilings.json" || status=1
  { ROOFLENS=bin/rooflens ./run demo && cp out/demo.rlens out/roofline.png "$out/"; } || status=1
  (cd "$out" && rooflens run '*' --force --format none -o catalogue.rlens) || status=1
  { rooflens profile --force -o training.rlens -- \
      python3 bench/apps/train.py --seconds 6 --warm 20 --nvtx && mv training.rlens "$out/"; } || status=1
  { (cd apps && rooflens profile --stalls --lines --force -o lines.rlens -- ./lines 8000) &&
      mv apps/lines.rlens "$out/" && cut_folders "$out/lines.rlens"; } || status=1
  return $status
}

tests() {
  local status=0
  for test in inject_device_test collector_device_test expected_counters_device_test kernels_device_test; do
    "$test" 2>&1 | grep -v '^\[ RUN' | tail -n 60 || status=1
  done
  return $status
}

status=0
for part in "${@:-samples}"; do
  printf '\n== %s, %s\n' "$part" "$(date +%T)"
  case $part in
    samples | tests) "$part" ;;
    *) python3 bench/profile_vs_ncu.py "$part" ;;
  esac 2>&1 | tee "$out/$part.txt" || status=1
done
exit $status
