// The same work on many things, shared among threads. Where no thread is to be had, it is done one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace rooflens::models {

/// Calls each(i) for all i below `count`, in any order and several at a time; no thread gets less than `least` of them,
/// so that little work stays on this one. What the call of the lowest i throws is thrown here, as if one came after the
/// other.
template <class Each>
void for_each_index(std::size_t count, std::size_t least, const Each& each) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t threads = std::clamp(count / least, std::size_t{1}, processors);
  const auto part = [&](std::size_t thread) {
    for (std::size_t i = count * thread / threads; i < count * (thread + 1) / threads; ++i) each(i);
  };
  std::vector<std::future<void>> others;
  for (std::size_t thread = 1; thread < threads; ++thread) others.push_back(std::async(part, thread));
  part(0);
  for (std::future<void>& other : others) other.get();
}

}  // namespace rooflens::models
