// CUPTI's PC sampling of one context, at native speed: where its warps are and what they wait for. While it is enabled
// no counters can be read, and after counters were read it samples nothing (seen with CUPTI 13.0).
#pragma once

#include <cuda.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/api.hpp"

namespace rooflens::collect::cupti {

struct SamplingPace {
  std::uint32_t period_exponent;  ///< a sample an SM each 2^period_exponent cycles
  std::uint32_t worker_sleep_ms;  ///< of CUPTI's thread that reads the device's buffer
};

/// Samples of warps at one instruction that waited for the same.
struct PcSample {
  std::uint64_t cubin_crc;
  const char* function;  ///< mangled; CUPTI's, which shares it between answers
  std::uint64_t offset;
  std::size_t reason;  ///< into reasons()
  double samples;
};

class PcSampler {
 public:
  /// Begins to sample. Takes 0.1 to 0.3 s and waits for the context: never while a stream is captured. Throws what
  /// check() throws; then CUPTI must not be asked for counters either: programs crashed. One context of a device at a
  /// time.
  PcSampler(std::shared_ptr<const Api> api, CUcontext context, SamplingPace pace);
  ~PcSampler();
  PcSampler(const PcSampler&) = delete;
  PcSampler& operator=(const PcSampler&) = delete;

  /// What was sampled since the last time. Waits for nobody, on any thread. Whether none were lost because they came
  /// faster than they could be read.
  bool drain(const std::function<void(const PcSample&)>& take);
  /// Waits until CUPTI has read what launches that are over left in the buffer.
  void wait_for_worker() const;
  /// Ends it. Hangs when another thread is within the CUDA driver.
  void disable();
  /// "stall.long_scoreboard", ...: the names of sessions.
  [[nodiscard]] const std::vector<std::string>& reasons() const { return reasons_; }

 private:
  /// What CUPTI's thread writes to until sampling is disabled.
  struct Buffers {
    std::vector<CUpti_PCSamplingPCData> places;
    std::vector<CUpti_PCSamplingStallReason> counts;
    CUpti_PCSamplingData data = {};
  };
  void ask_for_reasons();
  void configure();

  std::shared_ptr<const Api> api_;
  CUcontext context_;
  SamplingPace pace_;
  std::vector<std::string> reasons_;
  std::vector<int> reason_of_index_;  ///< CUPTI's index of a reason -> into reasons_, or -1
  std::unique_ptr<Buffers> buffers_ = std::make_unique<Buffers>();
  bool disabled_ = false;  ///< CUPTI writes to them no more
  std::optional<CounterLock> lock_;
};

}  // namespace rooflens::collect::cupti
