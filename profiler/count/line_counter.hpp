// Counts sectors and wavefronts of every instruction of a launch, by CUPTI's SASS metrics: patched code, exact. It
// works only while the range profiler is enabled on the context and no window of it is open (seen with CUPTI 13.0:
// without it, launches have no callbacks, and a second round counts nothing).
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "profiler/count/instruction_log.hpp"
#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

class LineCounter {
 public:
  /// `configured`: whether this device's counters of instructions were chosen before. Throws what collect::cupti::check
  /// throws.
  LineCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device, const std::string& chip,
              bool configured, SourceLines& sources, Logbook& logbook);

  /// Around one launch. It is over when after() is called.
  void before();
  void after(bool succeeded);
  /// Before the context ends in which they were counted. CUPTI keeps memory in it until the process ends, and frees it
  /// then: programs crashed or hung at their exit, where the context was gone (CUPTI 13.0).
  static void forget(const collect::cupti::Api& api, int device);

 private:
  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  std::map<std::uint64_t, std::size_t> places_;  ///< CUPTI's id of a metric -> its place in the log
  std::optional<InstructionLog> log_;
};

}  // namespace rooflens::inject
