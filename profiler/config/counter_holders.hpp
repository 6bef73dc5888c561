// Which processes may hold a GPU's counters, where CUPTI says that they are busy.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::collect {

/// "process 1234 (python3)" for every other process that has loaded NVIDIA's counter library, as far as this user may
/// look: those of the same user. `proc`: where the system shows processes.
[[nodiscard]] std::vector<std::string> counter_holders(const std::filesystem::path& proc = "/proc");

/// What to do about busy counters: names who holds them (counter_lock_holder), if that is known, else `holders`, who
/// may.
[[nodiscard]] std::string busy_remedy(const std::optional<std::string>& holder,
                                      const std::vector<std::string>& holders);

}  // namespace rooflens::collect
