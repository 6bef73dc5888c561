// The columns of Nsight Compute's raw page (`ncu --csv --page raw`) that describe a GPU or a launch, and where each
// belongs here. `import` reads by these rows and `export` writes by them, so that both agree.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "models/counters/names.hpp"
#include "models/record/launch.hpp"
#include "models/record/machine.hpp"

namespace rooflens::models {

/// A number about a `Subject` (DeviceProperties or Launch). Absent: not known.
template <class Subject>
struct NcuColumn {
  std::string_view name;
  std::string_view unit;  ///< as ncu writes it into the row of units
  double scale;           ///< base units here (Hz, bytes) for one there where the row of units is empty
  std::optional<double> (*get)(const Subject&);  ///< in base units
  void (*set)(Subject&, double);                 ///< nothing where other columns give the same
};

[[nodiscard]] std::span<const NcuColumn<DeviceProperties>> ncu_device_columns();
[[nodiscard]] std::span<const NcuColumn<Launch>> ncu_launch_columns();

/// Columns of text and names that are used in more than one place.
inline constexpr std::string_view kNcuDeviceName = "device__attribute_display_name";
inline constexpr std::string_view kNcuDuration = counter::kGpuTimeDurationSum;

/// The columns before the metrics, in ncu's order.
inline constexpr std::array<std::string_view, 11> kNcuIdentity{
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

/// What a session knows and ncu has no column for; ncu's readers ignore them.
inline constexpr std::string_view kNcuRecording =
    "rooflens__recording";  ///< "recorded", "simulated", or with "; altered since it was recorded"
inline constexpr std::string_view kNcuKernel = "rooflens__kernel";          ///< Observation::name
inline constexpr std::string_view kNcuParameters = "rooflens__parameters";  ///< "block=256 n=4096"
inline constexpr std::string_view kNcuCache = "rooflens__cache";            ///< L2 before each repetition: "cold"
inline constexpr std::string_view kNcuReplay = "rooflens__counters_by";     ///< as in `export --format csv`
inline constexpr std::string_view kNcuLaunchesMade = "rooflens__launches_made";
inline constexpr std::string_view kNcuLaunchesObserved = "rooflens__launches_observed";

}  // namespace rooflens::models
