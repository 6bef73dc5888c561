#!/usr/bin/env bash
# Packs what measuring needs on a machine with a GPU but without compilers: the executable, the injected library, the device
# tests, the programs under comparison and the scripts of this folder, stripped, as one archive of about 16 MB. The sources of
# tests/apps go along as tests-apps: others.py compiles them there, where it needs nvcc.
#
# usage: tests/bench/pack.sh BUILD-FOLDER ARCHIVE.tar.xz
# there: tar -xf ARCHIVE.tar.xz && . rooflens-bench/environment && bash rooflens-bench/bench/record.sh OUT tests samples cost
set -euo pipefail
(($# == 2)) || { sed -n '2,/^set/{/^set/!p}' "${BASH_SOURCE[0]}" | sed 's/^# \{0,1\}//' >&2; exit 2; }
build=$1 archive=$2
source=$(dirname "${BASH_SOURCE[0]}")/../..
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
pack=$folder/rooflens-bench
mkdir -p "$pack/bin" "$pack/apps"
cp -r "$source/tests/bench" "$pack/bench"
cp -r "$source/tests/apps" "$pack/tests-apps"
cp "$source/run" "$pack/run"

# Where CMake puts them is its own affair; of several, as for wheels, the newest.
take() {
  local found
  found=$(find "$build" -type f -executable -name "$1" -not -path '*/CMakeFiles/*' -printf '%T@ %p\n' | sort -rn |
    sed -n '1s/^[^ ]* //p')
  [[ -n $found ]] || { printf 'pack: error: %s has no %s: build it first\n' "$build" "$1" >&2; exit 1; }
  install -m 755 "$found" "$2/$1"
  strip "$2/$1"
}
for name in rooflens librooflens_inject.so spool_text window_costs launch_costs shared_gpu_costs unloaded_modules timed_spans; do take "$name" "$pack/bin"; done
for name in kernel_loop launch_forms lines; do take "$name" "$pack/apps"; done
for name in inject_device_test collector_device_test kernels_device_test expected_counters_device_test; do
  take "$name" "$pack/bin"
done
for name in libnvtx_records.so libcupti_floor.so librefusing_cupti.so; do take "$name" "$pack/apps"; done

cat >"$pack/environment" <<'TEXT'
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export ROOFLENS=$here/bin/rooflens APPS=$here/apps ROOFLENS_INJECT=$here/bin/librooflens_inject.so
export ROOFLENS_LAUNCH_FORMS=$here/apps/launch_forms ROOFLENS_REFUSING_CUPTI=$here/apps/librefusing_cupti.so
export PATH=$here/bin:$PATH
TEXT
tar -C "$folder" -cJf "$archive" rooflens-bench
du -h "$archive" | cut -f 1
