// --kernel and --exclude: the kernels that are meant, by a part of their name.
#pragma once

#include <functional>
#include <string>

namespace rooflens::actions {

/// Throws CommandError (kUsage) that says where the pattern goes wrong, for what is no regular expression (ECMAScript).
void check_kernel_pattern(const std::string& option, const std::string& pattern);

/// What matches a name as tables print it: shortened by "…", with characters that a regular expression reads otherwise.
[[nodiscard]] std::string pattern_of_printed_name(const std::string& name);

/// `typed`, or what it is as a printed name: the first that `matches` some kernel. Throws CommandError (kUsage) where
/// none does, and as check_kernel_pattern().
[[nodiscard]] std::string matching_pattern(const std::string& option, std::string typed,
                                           const std::function<bool(const std::string& pattern)>& matches);

}  // namespace rooflens::actions
