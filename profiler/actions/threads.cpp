#include "profiler/actions/threads.hpp"

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

namespace rooflens::actions {

void on_all_processors(std::size_t count, std::size_t least, const std::function<void(std::size_t)>& each) {
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

}  // namespace rooflens::actions
