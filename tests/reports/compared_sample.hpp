// Two recordings with their comparison, kept together: the document refers to all of them.
#pragma once

#include <utility>

#include "reports/compare/compare.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {

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
