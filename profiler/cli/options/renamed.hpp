// Options that had another name before, so that an old habit or script learns the new one from its error.
#pragma once

#include <string>

namespace rooflens::cli {

/// "it is called --launch-skip now" for profile's --skip; empty for what never was an option of this command.
[[nodiscard]] std::string renamed_option(const std::string& command, const std::string& option);

}  // namespace rooflens::cli
