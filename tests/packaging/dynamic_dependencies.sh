#!/usr/bin/env bash
# What a shipped binary asks of the machine it starts on: glibc's libraries of that version, no more.
# With `--exports SYMBOL…` it must show other modules exactly these.   usage: dynamic_dependencies.sh GLIBC FILE [--exports …]
set -euo pipefail
newest=$1 binary=$2
shift 2
failures=0
complain() {
  printf '%s: %s\n' "$(basename "$binary")" "$1"
  failures=1
}

dynamic=$(LC_ALL=C readelf --wide --dynamic "$binary")
while read -r library; do
  case $library in
    libc.so.6 | libm.so.6 | libpthread.so.0 | libdl.so.2 | librt.so.1 | ld-linux-x86-64.so.2) ;;
    *) complain "needs $library" ;;
  esac
done < <(sed -nE 's/.*\(NEEDED\).*\[(.*)\]$/\1/p' <<<"$dynamic")
if grep -E '\((RPATH|RUNPATH|TEXTREL)\)' <<<"$dynamic"; then complain "these entries belong to the machine that built it"; fi

# Columns: number, value, size, type, binding, visibility, section, name@version.
symbols=$(LC_ALL=C readelf --wide --dyn-syms "$binary")
built_with=$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)
is_newer() { [[ $(printf '%s\n' "$1" "$2" | sort -V | tail -n 1) != "$2" ]]; }
# From glibc 2.38 on, the headers themselves ask for newer symbols; packages are built with 2.36.
if ! is_newer "$built_with" 2.37; then
  imported=$(awk '$7 == "UND" { print $8 }' <<<"$symbols")
  for version in $(sed -nE 's/.*@+GLIBC_([0-9.]+)$/\1/p' <<<"$imported" | sort -u); do
    if is_newer "$version" "$newest"; then
      complain "needs glibc $version, not $newest, for $(grep "@GLIBC_$version\$" <<<"$imported" | paste -sd ' ')"
    fi
  done
fi
foreign=$(awk '$7 == "UND" && $8 ~ /@(GLIBCXX|CXXABI|GCC|OPENSSL)/ { print $8; exit }' <<<"$symbols")
[[ -z $foreign ]] || complain "expects symbols of other libraries, such as $foreign"

if [[ ${1:-} == --exports ]]; then
  shift
  shown=$(awk '$7 != "UND" && $5 != "LOCAL" && $8 != "" && $1 ~ /^[0-9]+:$/ { print $8 }' <<<"$symbols" | sort | paste -sd ' ')
  wanted=$(printf '%s\n' "$@" | sort | paste -sd ' ')
  [[ $shown == "$wanted" ]] || complain "exports '$shown'; should be '$wanted'"
fi
exit $failures
