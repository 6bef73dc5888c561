// Lets calls that loaded objects make to functions of a shared library come to a function of ours first: their entries
// in the global offset table are replaced. Calls through pointers that dlsym gave are not seen.
#pragma once

#include <span>
#include <string_view>

namespace rooflens::inject {

struct Redirection {
  std::string_view name;  ///< of the function, as the linker knows it
  void* to;               ///< of the same type
};

/// In every object loaded now, but not in the one that holds `own`, nor in one whose file name begins with one of
/// `except`. Entries that lead there already stay. What cannot be changed is left as it is. Returns how many were.
int redirect_calls(std::span<const Redirection> redirections, const void* own,
                   std::span<const std::string_view> except);

/// Whether one of the functions was called before, as far as such entries tell. One that the loader fills in at the
/// first call tells exactly. One that it filled in at the start tells nothing, which is taken for yes in the program
/// itself, and for no in a library: that of a framework has more uses than its profiler. Calls that redirect_calls()
/// sends to the object of `own` are for that object to know.
[[nodiscard]] bool may_have_called(std::span<const std::string_view> functions, const void* own,
                                   std::span<const std::string_view> except);

}  // namespace rooflens::inject
