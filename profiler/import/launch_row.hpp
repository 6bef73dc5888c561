// One row of ncu's table as numbers: a launch, the GPU it ran on, and its metrics in base units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/record/launch.hpp"
#include "models/record/machine.hpp"
#include "models/record/observation.hpp"
#include "profiler/import/ncu_table.hpp"
#include "profiler/import/spelling.hpp"

namespace rooflens::imports {

struct LaunchRow {
  std::size_t line = 0;
  std::string process_id, process_name, host_name, device_index;
  std::string kernel;                              ///< a name that an export of rooflens gave it; empty: none
  std::map<std::string, std::int64_t> parameters;  ///< only in an export of rooflens
  models::CachePolicy cache = models::CachePolicy::uncontrolled;  ///< only in an export of rooflens
  models::Launch launch;
  models::DeviceProperties device;  ///< zero where the row says nothing
  std::optional<double> duration_ns;
  std::optional<std::uint64_t> launches_made, launches_counted;  ///< only in an export of rooflens
  std::string replay;                                            ///< the word of an export of rooflens
  bool simulated = false;
  bool altered = false;  ///< since it was recorded
  Metrics metrics;
  std::vector<std::pair<std::string, std::string>> refused;  ///< metric and why it has no value in this row
};

struct LaunchRows {
  std::vector<LaunchRow> rows;
  std::vector<std::string> notes;  ///< rows, cells and columns that could not be read
};

[[nodiscard]] LaunchRows read_launch_rows(const NcuTable& table);

}  // namespace rooflens::imports
