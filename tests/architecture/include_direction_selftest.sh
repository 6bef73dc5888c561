#!/usr/bin/env bash
# Plants includes in an empty tree and sees that include_direction.sh refuses the wrong ones and no others.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failures=0

# plant accepted|refused FILE HEADER
plant() {
  rm -rf "${root:?}"/*
  mkdir -p "$root/$(dirname "$2")"
  printf '#pragma once\n  #  include %s  // planted\n' "$3" >"$root/$2"
  local verdict=accepted output
  output=$(bash "$here/include_direction.sh" "$root") || verdict=refused
  if [[ $verdict != "$1" || ($verdict == refused && $output != "$2:2: "*) ]]; then
    printf 'should be %s: %s in %s\n%s\n' "$1" "$3" "$2" "$output"
    failures=$((failures + 1))
  fi
}

plant accepted models/base/a.hpp '<vector>'
plant accepted models/base/a.hpp '<fmt/core.h>'
plant accepted models/place/a.hpp '"models/record/work.hpp"'
plant refused models/record/a.hpp '"models/place/placement.hpp"'
plant refused models/a.hpp '<vector>'
plant refused models/base/a.hpp '"reports/words/report.hpp"'
plant refused models/base/a.hpp '<nlohmann/json.hpp>'
plant refused models/base/a.hpp '<fstream>'
plant refused models/base/a.hpp '<unheard/of.hpp>'
plant refused models/base/a.hpp '<cuda_runtime.h>'
plant refused models/base/a.hpp '"work.hpp"'
plant accepted kernels/a/a.cpp '"models/record/work.hpp"'
plant accepted kernels/a/a.cu '<cuda_runtime.h>'
plant accepted kernels/a/a.cuh '"kernels/device/prepared.hpp"'
plant refused kernels/a/a.hpp '<cuda_fp16.h>'
plant refused kernels/a/a.hpp '"kernels/a/a.cuh"'
plant refused kernels/a/a.cu '"profiler/bench/collector.hpp"'
plant accepted profiler/session/a.cpp '<sqlite3.h>'
plant accepted profiler/session/a.cpp '"schema_sql.hpp"'
plant accepted profiler/session/a.cpp '"models/place/placement.hpp"'
plant refused profiler/session/a.cpp '"models/explain/analysis.hpp"'
plant refused profiler/session/a.cpp '"profiler/bench/capture.hpp"'
plant refused reports/words/a.cpp '<sqlite3.h>'
plant refused reports/words/a.cpp '"profiler/session/session.hpp"'
plant refused reports/words/a.cpp '<iostream>'
plant refused reports/chart/a.cpp '"reports/html/html_data.hpp"'
plant accepted profiler/cupti/a.cpp '<cupti_range_profiler.h>'
plant refused profiler/cupti/a.cpp '"profiler/bench/collector.hpp"'
plant refused profiler/spool/a.cpp '"profiler/cupti/api.hpp"'
plant refused profiler/spool/a.cpp '<cupti.h>'
plant refused profiler/spool/a.cpp '"kernels/kernel.hpp"'
plant accepted profiler/inject/a.cpp '"profiler/cupti/api.hpp"'
plant refused profiler/inject/a.cpp '"profiler/session/session.hpp"'
plant refused profiler/device/a.cpp '"profiler/session/session.hpp"'
plant accepted profiler/actions/a.cpp '"profiler/session/session.hpp"'
plant accepted profiler/actions/run/a.cpp '<fstream>'
plant accepted profiler/actions/run/a.cpp '"profiler/actions/listener.hpp"'
plant refused profiler/actions/a.cpp '"profiler/cli/command.hpp"'
plant refused profiler/actions/a.cpp '<iostream>'
plant refused profiler/actions/run/a.cpp '<cstdio>'
plant refused profiler/actions/a.cpp '<boost/program_options.hpp>'
plant accepted profiler/cli/a.cpp '"profiler/actions/run/run_kernels.hpp"'
plant accepted profiler/cli/a.cpp '<iostream>'
plant refused profiler/cli/a.cpp '"profiler/launcher/launcher.hpp"'
plant refused profiler/cli/a.cpp '"profiler/session/session.hpp"'
plant refused profiler/cli/options/a.cpp '"profiler/config/profile_config.hpp"'
plant accepted profiler/cli/options/a.cpp '<boost/program_options.hpp>'
plant refused profiler/cli/a.cpp '<cuda_runtime.h>'
plant refused profiler/cli/a.cpp '"tests/fixtures/recordings.hpp"'
plant accepted models/advise/advice.cpp '"models/advise/advice_latency.hpp"'
plant accepted models/advise/advice_latency.cpp '"models/advise/advice_latency.hpp"'
plant refused models/gap/gap.cpp '"models/advise/advice_latency.hpp"'
plant accepted models/find/a.cpp '"models/place/lack.hpp"'
plant refused models/compare/a.cpp '"models/place/lack.hpp"'
plant refused profiler/elsewhere/a.cpp '<vector>'
exit $((failures > 0))
