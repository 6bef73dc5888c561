#!/bin/sh
# Makes the four subset files in this folder from Debian's fonts-inter. Needs fonts-inter, python3-fonttools and
# python3-brotli. `calt` and `liga` are left out: they would turn 128x128 into 128×128.
set -eu
cd "$(dirname "$0")"
unicodes="U+0020-007E,U+00A0-017F,U+0386-03CE,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032,U+2033,\
U+2039,U+203A,U+2044,U+2070-209C,U+20AC,U+2122,U+2190-2199,U+21D2,U+2202,U+2206,U+2207,U+220F,U+2211,U+2212,U+2215,\
U+2219,U+221A,U+221E,U+222B,U+2248,U+2260,U+2264,U+2265,U+25A0,U+25A1,U+25B2,U+25B3,U+25B6,U+25BC,U+25C6,U+25C7,\
U+25CA,U+25CB,U+25CF,U+2713,U+2717,U+FFFD"
for weight in Regular SemiBold; do
  source="/usr/share/fonts/opentype/inter/Inter-$weight.otf"
  /usr/bin/python3 -m fontTools.subset "$source" --unicodes="$unicodes" --layout-features='' --no-hinting \
    --no-recalc-timestamp --output-file="Inter-$weight.otf"
  /usr/bin/python3 -m fontTools.subset "$source" --unicodes="$unicodes" --layout-features='kern,tnum,ccmp,mark' \
    --no-hinting --no-recalc-timestamp --flavor=woff2 --output-file="Inter-$weight.woff2"
done
