// Lets calls of a shared library's function come to one of ours first: whoever looks for it later, by linking or by
// dlsym, finds ours in the library's table of symbols, and entries of other objects that lead to it are replaced.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace rooflens::inject {

struct Redirection {
  std::string_view name;  ///< of the function, as the linker knows it
  void* from;             ///< where it is, as exported_functions() said
  void* to;               ///< of the same type
};

/// Where loaded objects have functions that they export by these names; none of the object that holds `own`, to which
/// they may have been led.
struct ExportedFunction {
  std::string_view name;
  void* address;
};
[[nodiscard]] std::vector<ExportedFunction> exported_functions(std::span<const std::string_view> names,
                                                               const void* own);

/// In every object loaded now, but not in the one that holds `own`. What cannot be changed is left as it is, and so is
/// how memory is protected. Returns how many places were changed.
int redirect_calls(std::span<const Redirection> redirections, const void* own);

/// Whether one of the functions was called before, as far as entries for them tell. One that the loader fills in at the
/// first call tells exactly. One that it filled in at the start tells nothing, which is taken for yes in the program
/// itself, and for no in a library: that of a framework has more uses than its profiler. Entries of the objects that
/// export one do not count, and calls that redirect_calls() sends to the object of `own` are for that object to know.
[[nodiscard]] bool may_have_called(std::span<const std::string_view> functions, const void* own);

/// Whether variables of an object that looks functions up by dlsym hold the address of one of these, which it does not
/// import. Looks at no more than `most_bytes` of an object, and at nothing that was allocated.
[[nodiscard]] bool are_at_hand(std::span<const std::string_view> functions, const void* own, std::size_t most_bytes);

}  // namespace rooflens::inject
