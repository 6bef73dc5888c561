// How much device memory counting holds: what CUPTI's own calls leave less of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace rooflens::inject {

class DeviceMemory {
 public:
  using Free = std::function<std::optional<std::size_t>()>;
  explicit DeviceMemory(Free free) : free_(std::move(free)) {}

  /// A call of CUPTI that may allocate or free, as long as it lives. The first ones alone are measured: later ones find
  /// what they need.
  class Call {
   public:
    explicit Call(DeviceMemory& memory) : memory_(memory) {
      if (memory_.calls_++ < kMeasured) before_ = memory_.free_();
    }
    ~Call() {
      if (!before_) return;
      if (const auto after = memory_.free_()) {
        memory_.took(static_cast<std::int64_t>(*before_) - static_cast<std::int64_t>(*after));
      }
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    DeviceMemory& memory_;
    std::optional<std::size_t> before_;
  };
  /// The most that was held at a time. What other threads or processes allocated or freed meanwhile is in it.
  [[nodiscard]] std::uint64_t most_bytes() const { return static_cast<std::uint64_t>(most_.load()); }

  static constexpr int kMeasured = 64;

 private:
  void took(std::int64_t bytes) {
    const std::int64_t held = held_ += bytes;
    std::int64_t most = most_;
    while (held > most && !most_.compare_exchange_weak(most, held)) {
    }
  }

  Free free_;
  std::atomic<int> calls_{0};
  std::atomic<std::int64_t> held_{0};
  std::atomic<std::int64_t> most_{0};
};

}  // namespace rooflens::inject
