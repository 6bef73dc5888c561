#!/usr/bin/env bash
# Sourced by the other scripts here: `source_files EXTENSION…` prints the project's own files, from the repository root.
source_files() {
  local extension patterns=()
  for extension in "$@"; do patterns+=(-o -name "*.$extension"); done
  find models kernels profiler reports tests cmake -name node_modules -prune -o -type f \( "${patterns[@]:1}" \) -print |
    LC_ALL=C sort
}
