// The parts of a demangled function name: what people call the function, and its template arguments.
#pragma once

#include <string>
#include <vector>

namespace rooflens::models {

/// The function's own name without scopes, template arguments and parameters: "void at::native::apply_kernel<4,
/// Add<float>>(int)" -> "apply_kernel". Of a lambda, the function that it stands in.
[[nodiscard]] std::string base_name(const std::string& function);

/// The same with its scopes: "at::native::apply_kernel".
[[nodiscard]] std::string qualified_name(const std::string& function);

/// Those of the function itself, without spaces around them; empty for one that is no template.
[[nodiscard]] std::vector<std::string> template_arguments(const std::string& function);

}  // namespace rooflens::models
