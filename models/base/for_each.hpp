// Work on many things that do not depend on each other. Models and reports start no threads: who calls them may lend
// some.
#pragma once

#include <cstddef>
#include <functional>

namespace rooflens::models {

/// Calls each(i) for all i below `count`, perhaps several at a time; returns when all are done, and throws what the
/// call of the lowest i threw. Less work than that on `least` of them is not worth a thread.
using ForEach = std::function<void(std::size_t count, std::size_t least, const std::function<void(std::size_t)>& each)>;

/// On this thread.
inline void one_by_one(std::size_t count, std::size_t, const std::function<void(std::size_t)>& each) {
  for (std::size_t i = 0; i < count; ++i) each(i);
}

}  // namespace rooflens::models
