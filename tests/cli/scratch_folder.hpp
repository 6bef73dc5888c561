// A folder that is removed at the end of a test, whose files are text as on a command line.
#pragma once

#include <string>

#include "tests/fixtures/scratch_folder.hpp"

namespace rooflens::cli {

class ScratchFolder : public fixtures::ScratchFolder {
 public:
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path() / name).string(); }
};

}  // namespace rooflens::cli
