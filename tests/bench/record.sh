#!/usr/bin/env bash
# Records anew, on a machine with a GPU, what samples/ and the tables of docs/ hold. Works in the folder that pack.sh packed.
#
# usage: . rooflens-bench/environment && bash rooflens-bench/bench/record.sh OUT [PART...]
#   tests    the tests that need a GPU
#   roofs    roofs with their goals: `rooflens ceilings`, each probe held against counters
#   samples  roofs, then demo.rlens, catalogue.rlens (with samples of warps), training.rlens (PyTorch) and lines.rlens in OUT
#   pair     this GPU's half of the samples of two GPUs: catalogue-h100.rlens and training-h100.rlens on an H100
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

catalogue() { (cd "$out" && rooflens run '*' --stalls --force --format none -o "$1"); }

training() {
  rooflens profile --force -o "$1" -- python3 bench/apps/train.py --seconds 6 --warm 20 --nvtx && mv "$1" "$out/"
}

roofs() { python3 bench/ceilings.py --force -o "$out/roofs.rlens"; }

pair() {
  local gpu status=0
  gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 | grep -oE '[A-Z]+[0-9]+' | head -n 1 | tr 'A-Z' 'a-z')
  [[ -n $gpu ]] || { echo 'record: error: nvidia-smi names no GPU' >&2; return 1; }
  compgen -G "${XDG_CACHE_HOME:-$HOME/.cache}/rooflens/ceilings-*" >/dev/null || roofs || status=1
  catalogue "catalogue-$gpu.rlens" || status=1
  training "training-$gpu.rlens" || status=1
  return $status
}

samples() {
  local status=0
  rooflens ceilings --format json >"$out/ceilings.json" || status=1
  { ROOFLENS=bin/rooflens ./run demo && cp out/demo.rlens out/roofline.png "$out/"; } || status=1
  catalogue catalogue.rlens || status=1
  training training.rlens || status=1
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
    roofs | samples | pair | tests) "$part" ;;
    *) python3 bench/profile_vs_ncu.py "$part" ;;
  esac 2>&1 | tee "$out/$part.txt" || status=1
done
exit $status
