// Counts launches of one context by kernel replay: CUPTI saves what a kernel writes and runs it again for every pass.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/collect/cupti/range_profiler.hpp"
#include "profiler/collect/cupti/spread_plan.hpp"
#include "profiler/inject/kernel_table.hpp"
#include "profiler/inject/logbook.hpp"
#include "profiler/inject/spread_counter.hpp"

namespace rooflens::inject {

class ReplayCounter {
 public:
  ReplayCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                const collect::cupti::HostProfiler& host, bool sass, std::vector<std::string> extra, Logbook& logbook);

  void before(const Kernel& kernel);
  /// `succeeded`: false for a launch that the driver refused, of which there is nothing to count.
  void after(const CountedLaunch& launch, bool succeeded);

 private:
  /// Which counters: those of the tensor pipe triple the passes, so only kernels that may use it get them.
  struct Variant {
    collect::cupti::ReplayPlan plan;
    int group = 0;
  };
  [[nodiscard]] Variant& variant(bool tensor);
  void select(bool tensor);

  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  const collect::cupti::HostProfiler& host_;
  bool sass_;
  std::vector<std::string> extra_;
  Logbook& logbook_;
  std::optional<Variant> plain_;
  std::optional<Variant> with_tensor_;
  bool tensor_selected_ = false;
  int needless_ = 0;  ///< launches in a row that did not need the tensor counters
  std::optional<collect::cupti::RangeProfiler> profiler_;
};

/// Whether a kernel's name suggests matrix work.
[[nodiscard]] bool sounds_like_tensor(const std::string& symbol);

}  // namespace rooflens::inject
