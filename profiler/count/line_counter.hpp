// Counts sectors and wavefronts of every instruction of a launch, by CUPTI's SASS metrics: patched code, exact. It
// works only while the range profiler is enabled on the context and no window of it is open (seen with CUPTI 13.0:
// without it, launches have no callbacks, and a second round counts nothing).
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/counters/names.hpp"
#include "profiler/count/instruction_log.hpp"
#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

/// Counts instructions with patched code alone, so it may work where hardware counters are refused.
class LineCounter {
 public:
  /// `configured`: whether this device's counters of instructions were chosen, which this does otherwise. `details`:
  /// each instruction is written down, not only the launch as a whole. Throws what collect::cupti::check throws.
  LineCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device, const std::string& chip,
              bool& configured, bool details, SourceLines& sources, Logbook& logbook);

  /// Around one launch. It is over when after() is called.
  void before();
  void after(bool succeeded);
  /// Of the launch as a whole: names as the range profiler has them (with ".sum" behind), and values.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<double>& totals() const { return totals_; }

 private:
  std::shared_ptr<const collect::cupti::Api> api_;
  CUcontext context_;
  bool details_;
  std::map<std::uint64_t, std::size_t> places_;  ///< CUPTI's id of a metric -> place in names_
  std::vector<std::string> names_;
  std::vector<double> totals_;
  std::optional<InstructionLog> log_;
};

}  // namespace rooflens::inject
