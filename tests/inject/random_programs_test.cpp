// Programs at random: whatever they launch in whichever order, what comes often enough is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <vector>

#include "tests/inject/rotation_application.hpp"

namespace rooflens::inject {
namespace {

struct Watched {
  KernelState rotation;
  int launches = 0;
  PassRotation::Clock::time_point first, last;
};

// Phases of steps, each a sequence of kernels of its own and of earlier phases, some several times in a row, with new
// kernels in every step, pauses between steps, and time for loading code; or without any of these.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed), run_(3, seed % 3 == 0) {
    run_.eager = pick(0, 1) == 1;
    run_.room = pick(0, 3) == 0 ? 128 : 1000;
    eager_windows_ = pick(0, 1) == 1 ? pick(5, 60) : 1 << 20;
    for (int phases = pick(1, 4); phases > 0; --phases) phase();
  }

  // Kernels that came for six seconds and lack basic counters.
  [[nodiscard]] int unknown() {
    return static_cast<int>(std::count_if(kernels_.begin(), kernels_.end(), [&](Watched& kernel) {
      if (kernel.launches < 100 || kernel.last - kernel.first < std::chrono::seconds(6)) return false;
      const std::vector<std::size_t>& slots = run_.counted[&kernel.rotation];
      return std::count(slots.begin(), slots.end(), 0U) == 0 || std::count(slots.begin(), slots.end(), 1U) == 0;
    }));
  }

 private:
  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  Watched& add() {
    using Tensor = KernelState::Tensor;
    Watched& kernel = kernels_.emplace_back();
    const int kind = pick(0, 5);
    kernel.rotation.tensor = kind == 0 ? Tensor::yes : (kind == 1 ? Tensor::maybe : Tensor::no);
    return kernel;
  }

  void launch(Watched& kernel, int after_us) {
    late_us_ += after_us;
    run_.launch(kernel.rotation, milliseconds(late_us_ / 1000));
    late_us_ %= 1000;
    if (kernel.launches++ == 0) kernel.first = run_.now;
    kernel.last = run_.now;
  }

  void phase() {
    std::vector<Watched*> step;
    for (int n = pick(1, 150); n > 0; --n) {
      Watched& kernel = pick(0, 3) > 0 || kernels_.empty()
                            ? add()
                            : kernels_[static_cast<std::size_t>(pick(0, static_cast<int>(kernels_.size()) - 1))];
      step.insert(step.end(), static_cast<std::size_t>(pick(0, 4) > 0 ? 1 : pick(1, 6)), &kernel);
    }
    if (pick(0, 1) == 1) std::shuffle(step.begin(), step.end(), random_);
    const int fresh = pick(0, 2) > 0 ? 0 : pick(1, static_cast<int>(step.size()));
    const int each_us = pick(0, 1) == 1 ? 37 : pick(5, 2000);
    const int pause_us = pick(0, 2) > 0 ? 0 : pick(1000, 100000);
    const int loading_us = pick(0, 30000);
    const int step_us = (static_cast<int>(step.size()) + fresh) * each_us + pause_us;
    for (int n = std::min(3000, 8'000'000 / step_us + 10); n > 0; --n) {
      if (run_.windows > eager_windows_) run_.eager = false;
      for (Watched* kernel : step) launch(*kernel, each_us + (kernel->launches == 0 ? loading_us : 0));
      for (int i = 0; i < fresh && n < 100; ++i) launch(add(), each_us + loading_us / 10);
      launch(*step[0], pause_us);
    }
  }

  std::mt19937 random_;
  Application run_;
  int eager_windows_ = 0;
  int late_us_ = 0;
  std::deque<Watched> kernels_;
};

TEST(RandomPrograms, EveryKernelThatComesOftenIsKnown) {
  for (unsigned seed = 1; seed <= 300; ++seed) EXPECT_EQ(RandomProgram(seed).unknown(), 0) << seed;
}

}  // namespace
}  // namespace rooflens::inject
