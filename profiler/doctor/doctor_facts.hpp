// Everything that the preflight found out, before anybody judges it. Optional or empty = not known.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "profiler/cupti/cupti_facts.hpp"
#include "profiler/device/driver_facts.hpp"
#include "profiler/doctor/system_facts.hpp"

namespace rooflens::doctor {

/// How far the preflight goes in asking CUPTI for counters; each device takes a CUDA context and a third of a second.
enum class Probe {
  none,   ///< CUDA is not even initialised
  first,  ///< the first device that this process may use
  all,
};

struct Facts {
  SystemFacts system;
  std::optional<device::DriverFacts> driver;  ///< absent in a build without CUDA, and so are the next two
  std::optional<collect::cupti::LibraryFacts> cupti;
  std::vector<collect::cupti::ProbeFacts> probes;       ///< empty if CUPTI was not asked
  std::vector<std::filesystem::path> injection_places;  ///< where the library for applications was looked for
  std::optional<std::filesystem::path> injection;       ///< where it was found
};

}  // namespace rooflens::doctor
