// Two recordings with their comparison, kept together: the document refers to all of them.
#pragma once

#include <utility>

#include "reports/compare/compare.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {

/// one_kernel(), of so many warp instructions and FP64 multiply-adds: in its time the H200 can issue 3.9e8 and
/// do 6.3e9.
inline models::Recording one_kernel_of(double warps, double multiply_adds) {
  models::Recording recording = fixtures::one_kernel();
  for (const auto& [name, value] : {std::pair{"smsp__sass_inst_executed.sum", warps},
                                    {"smsp__sass_thread_inst_executed.sum", 32 * warps},
                                    {"smsp__sass_thread_inst_executed_pred_on.sum", 32 * warps},
                                    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", multiply_adds}}) {
    recording.observations.front().counters.set(name,
                                                {.value = value, .samples = 1, .min = value, .max = value, .pass = 1});
  }
  return recording;
}

/// What binds it, where DRAM binds fixtures::one_kernel().
inline models::Recording bound_by_issue() { return one_kernel_of(3.6e8, 0); }
inline models::Recording bound_by_fp64() { return one_kernel_of(2e8, 5.7e9); }

class ComparedSample {
 public:
  ComparedSample(models::Recording a, models::Recording b)
      : a_(std::move(a)), b_(std::move(b)), of_a_(models::analyse(a_)), of_b_(models::analyse(b_)) {
    comparison_ = models::compare({&a_, &of_a_}, {&b_, &of_b_});
  }
  ComparedSample(const ComparedSample&) = delete;
  ComparedSample& operator=(const ComparedSample&) = delete;
  [[nodiscard]] ComparisonDocument document() const { return {comparison_, "a.rlens", "b.rlens"}; }

 private:
  models::Recording a_, b_;
  models::Analysis of_a_, of_b_;
  models::Comparison comparison_;
};

}  // namespace rooflens::reports
