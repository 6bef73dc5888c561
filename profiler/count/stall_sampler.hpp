// Samples where warps are and what they wait for: CUPTI's PC sampling of one context, at native speed. While it is
// enabled no counters can be read, and after counters were read it samples nothing (seen with CUPTI 13.0).
#pragma once

#include <cuda.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/count/instruction_log.hpp"
#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

class StallSampler {
 public:
  /// Begins to sample. Takes 0.1 to 0.3 s and waits for the context: never while a stream is captured. Throws what
  /// collect::cupti::check throws. One context of a device at a time.
  StallSampler(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device, SourceLines& sources,
               Logbook& logbook);
  StallSampler(const StallSampler&) = delete;
  StallSampler& operator=(const StallSampler&) = delete;

  /// Writes down what was sampled since the last time. Waits for nobody, on any thread.
  void drain();
  /// The same after the launches are over: waits for what CUPTI has not read yet, a tenth of a second.
  void drain_last();
  /// Ends it. Hangs when another thread is within the CUDA driver: close the gate first, or be its last caller.
  void disable();
  [[nodiscard]] double samples() const { return samples_; }

 private:
  void ask_for_reasons(int device, SourceLines& sources);
  void configure();

  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  Logbook& logbook_;
  std::vector<int> names_of_reasons_;  ///< CUPTI's index of a reason -> place in the log, or -1
  std::optional<InstructionLog> log_;
  std::vector<CUpti_PCSamplingPCData> places_;
  std::vector<CUpti_PCSamplingStallReason> reasons_;
  CUpti_PCSamplingData data_ = {};
  double samples_ = 0;
};

}  // namespace rooflens::inject
