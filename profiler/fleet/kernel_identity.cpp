#include "profiler/fleet/kernel_identity.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace rooflens::fleet {
namespace {

// " [work 2 of 2]": launches of one geometry that do different work are several observations.
std::string_view work_of(std::string_view name) {
  const std::size_t at = name.rfind(" [work ");
  return at == name.npos ? std::string_view() : name.substr(at);
}

}  // namespace

KernelIdentity identity_of(const models::Observation& observation) {
  const std::string& shown = observation.name;
  KernelIdentity identity{
      shown.substr(0, std::min({shown.rfind(" (grid "), shown.rfind(" [work "), shown.rfind(" #")})), shown, ""};
  if (observation.launches.size() == 1) {
    const models::Launch& launch = observation.launches.front();
    if (!launch.function.empty()) identity.function = launch.function;
    identity.geometry =
        fmt::format("grid {}x{}x{} block {}x{}x{} shared {}", launch.grid.x, launch.grid.y, launch.grid.z,
                    launch.block.x, launch.block.y, launch.block.z, launch.dynamic_shared_bytes);
    identity.geometry += work_of(observation.name);
  }
  for (const auto& [name, value] : observation.parameters) identity.geometry += fmt::format(" {}={}", name, value);
  return identity;
}

}  // namespace rooflens::fleet
