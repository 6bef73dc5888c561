#!/usr/bin/env bash
# Plants files in an empty tree and sees that rooms.sh refuses what is too much and nothing else.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
failures=0

begin() {
  rm -rf "$root"
  mkdir -p "$root/models"
  printf '%s\n' "$@" >"$scratch/arrows"
}
plant() {
  mkdir -p "$root/$(dirname "$1")"
  printf '%s\n' "${@:2}" >"$root/$1"
}
# files FOLDER NUMBER
files() {
  local i
  for ((i = 0; i < $2; ++i)); do plant "$1/file$i.cpp" "// $i"; done
}
# expect accepted|refused WHAT
expect() {
  local verdict=accepted output
  output=$(bash "$here/rooms.sh" "$root" "$scratch/arrows") || verdict=refused
  [[ $verdict == "$1" ]] && return
  printf 'should be %s: %s\n%s\n' "$1" "$2" "$output"
  failures=$((failures + 1))
}

begin; files models/base 40; expect accepted "40 files"
begin; files models/base 41; expect refused "41 files"
begin 'crowded models/base: 41'; files models/base 41; expect accepted "41 files that a row allows"
begin 'crowded models/base: 41'; files models/base 42; expect refused "one file more than the row"
begin 'crowded models/base: 42'; files models/base 41; expect refused "a row that could fall"

begin; plant models/a/x.hpp '//'; plant models/a/x.cpp '//'; expect accepted "header and source"
begin; plant models/a/x.hpp '//'; plant reports/b/x.cpp '//'; expect refused "one stem in two rooms"
begin 'stem x: 2'; plant models/a/x.hpp '//'; plant reports/b/x.cpp '//'; expect accepted "one stem that a row allows"
begin 'stem x: 2'; plant models/a/x.hpp '//'; expect refused "a row for a stem that is alone"
begin; plant kernels/a/x.hpp '//'; plant kernels/b/x.cpp '//'; expect accepted "one stem in two families"
begin; plant kernels/device/x.hpp '//'; plant kernels/x.cpp '//'; expect refused "one stem in two rooms of kernels"

begin; plant models/a/x.hpp 'struct T {'; plant reports/b/y.hpp 'class T final : public U {'; expect refused "two types"
begin; plant models/a/x.hpp 'struct T {'; plant reports/b/y.cpp 'struct T {'; expect refused "a source file's own type"
begin; plant models/a/x.hpp 'enum class T {'; plant reports/b/y.hpp 'struct T {'; expect refused "an enumeration"
begin; plant models/a/x.cpp 'struct T {'; plant reports/b/y.cpp 'struct T {'; expect accepted "two files' own types"
begin; plant models/a/x.hpp 'struct T {'; plant reports/b/y.hpp 'struct T;'; expect accepted "a declaration"
begin 'namesake T: 2'; plant models/a/x.hpp 'struct T {'; plant reports/b/y.hpp 'struct T {'; expect accepted "a row"
begin 'namesake T: 2'; plant models/a/x.hpp 'struct T {'; expect refused "a row for a name that is unique"

begin; plant models/a/x.cpp 'use("dram__bytes.sum");'; expect refused "a counter spelt elsewhere"
begin; plant models/counters/names.hpp 'use("dram__bytes.sum");'; expect accepted "a counter spelt in its place"
begin; plant models/a/x.cpp '  /// "dram__bytes.sum"'; expect accepted "a counter in a comment"
exit $((failures > 0))
