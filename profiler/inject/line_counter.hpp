// Counts sectors and wavefronts of every instruction of a launch, by CUPTI's SASS metrics: patched code, exact. It
// works only while the range profiler is enabled on the context and no window of it is open (seen with CUPTI 13.0:
// without it, launches are not heard of, and a second round counts nothing).
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "profiler/collect/cupti/api.hpp"
#include "profiler/inject/instruction_log.hpp"

namespace rooflens::inject {

/// What is counted of each instruction: CUPTI's metrics of these names, where the chip has them.
inline constexpr const char* kLineMetrics[] = {
    "smsp__sass_inst_executed",
    "smsp__sass_thread_inst_executed",
    "smsp__sass_thread_inst_executed_pred_on",
    "smsp__sass_sectors_mem_global",
    "smsp__sass_sectors_mem_global_ideal",
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
};

class LineCounter {
 public:
  /// Throws what collect::cupti::check throws.
  LineCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device, const std::string& chip,
              SourceLines& sources, Logbook& logbook);

  /// Around one launch. after() waits until it is over.
  void before();
  void after();

 private:
  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  std::map<std::uint64_t, std::size_t> places_;  ///< CUPTI's id of a metric -> place in the log
  std::optional<InstructionLog> log_;
};

}  // namespace rooflens::inject
