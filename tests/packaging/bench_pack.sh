#!/usr/bin/env bash
# What tests/bench/pack.sh packs is complete, and runs where it is unpacked.
# usage: bench_pack.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

XZ_OPT=-0 bash "$source/tests/bench/pack.sh" "$build" "$folder/pack.tar.xz"
tar -C "$folder" -xf "$folder/pack.tar.xz"
cd /
. "$folder/rooflens-bench/environment"
[[ $(command -v rooflens) == "$folder/rooflens-bench/bin/rooflens" ]]
rooflens --version
for file in "$ROOFLENS_INJECT" "$ROOFLENS_LAUNCH_FORMS" "$ROOFLENS_REFUSING_CUPTI" "$APPS/kernel_loop" "$APPS/lines" \
  "$folder/rooflens-bench/run"; do
  [[ -x $file ]] || { echo "$file is missing" >&2; exit 1; }
done
inject_device_test --gtest_list_tests >"$folder/tests"
grep -q InjectOnDevice "$folder/tests"
status=0
bash "$folder/rooflens-bench/bench/record.sh" 2>"$folder/usage" || status=$?
[[ $status == 2 ]] && grep -q '^usage:' "$folder/usage"
