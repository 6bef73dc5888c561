// --kernel and --exclude: the kernels that are meant, by a part of their name.
#pragma once

#include <string>

namespace rooflens::cli {

/// Throws CommandError (kUsage) that says where the pattern goes wrong, for what is no regular expression (ECMAScript).
void check_kernel_pattern(const std::string& option, const std::string& pattern);

}  // namespace rooflens::cli
