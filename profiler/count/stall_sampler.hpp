// Samples of the warps of an application, written down by function and instruction.
#pragma once

#include <cuda.h>

#include <memory>

#include "profiler/count/instruction_log.hpp"
#include "profiler/cupti/pc_sampler.hpp"

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
  void disable() { sampler_.disable(); }
  [[nodiscard]] double samples() const { return samples_; }

 private:
  Logbook& logbook_;
  collect::cupti::PcSampler sampler_;
  InstructionLog log_;
  double samples_ = 0;
};

}  // namespace rooflens::inject
