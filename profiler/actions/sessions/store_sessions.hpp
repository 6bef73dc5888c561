// Adds sessions to a store.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "profiler/fleet/publisher.hpp"

namespace rooflens::actions {

/// The job of the sessions is `job`, or where that is empty the one that this process was started in. Sessions that the
/// store holds are left out. Throws CommandError, SessionError, FleetError; what was published before stays.
fleet::Publisher::Added add_to_store(const std::filesystem::path& store, const std::string& job,
                                     const std::vector<std::string>& sessions);

}  // namespace rooflens::actions
