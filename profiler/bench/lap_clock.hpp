// The SM clock while a kernel ran, by cycles and nanoseconds of one SM before and after it: what a driver says is often
// of another moment.
#pragma once

#include <cstddef>
#include <optional>

#include "models/base/quantity.hpp"

namespace rooflens::collect::cupti {

/// Readings of both counters on the current device, in order.
class LapClock {
 public:
  explicit LapClock(std::size_t laps);
  ~LapClock();
  LapClock(const LapClock&) = delete;
  LapClock& operator=(const LapClock&) = delete;

  /// Enqueues a kernel of one thread that reads them: before and after each lap.
  void read();
  /// Of all laps together; nothing where too few were read on the same SM. Synchronises.
  [[nodiscard]] std::optional<models::Hertz> clock() const;

 private:
  void* stamps_ = nullptr;
  std::size_t room_ = 0;
  std::size_t read_ = 0;
};

}  // namespace rooflens::collect::cupti
