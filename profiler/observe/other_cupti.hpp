// Whether the application has a CUPTI besides the one that is used here: of two that profile, one is refused or counts
// nothing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

/// Paths of the shared objects of this process, as the loader names them.
[[nodiscard]] std::vector<std::string> loaded_objects();

/// Of these the CUPTI libraries that are other files than `ours`, each once.
[[nodiscard]] std::vector<std::string> other_cuptis(std::span<const std::string> objects, const std::string& ours);

/// Says so of this process, if there are some.
void note_other_cuptis(const std::string& ours, Logbook& logbook);

}  // namespace rooflens::inject
