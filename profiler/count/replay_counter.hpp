// Counts launches of one context by kernel replay: CUPTI saves what a kernel writes and runs it again for every pass.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/count/rotating_counter.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/schedule/scheduler.hpp"

namespace rooflens::inject {

class ReplayCounter {
 public:
  ReplayCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                const collect::cupti::HostProfiler& host, bool sass, std::vector<std::string> extra,
                Scheduler& scheduler, Logbook& logbook);

  void before(const SeenKernel& kernel);
  /// `succeeded`: false for a launch that the driver refused, of which there is nothing to count.
  void after(const CountedLaunch& launch, bool succeeded);

 private:
  /// What is counted: formats of the tensor pipe multiply the passes, so that kernels get those that they may need.
  struct Variant {
    TensorFormats formats;
    collect::cupti::ReplayPlan plan;
    int group = 0;
  };
  using VariantPtr = std::shared_ptr<const Variant>;
  [[nodiscard]] VariantPtr variant(TensorFormats formats);
  void select(const VariantPtr& wanted);
  void read(const CountedLaunch& launch);

  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  const collect::cupti::HostProfiler& host_;
  bool sass_;
  std::vector<std::string> extra_;
  Scheduler& scheduler_;
  Logbook& logbook_;
  std::array<VariantPtr, 3> variants_;  ///< by TensorFormats; made when first needed
  VariantPtr selected_;                 ///< what profiler_ is configured for
  std::optional<collect::cupti::RangeProfiler> profiler_;
};

}  // namespace rooflens::inject
