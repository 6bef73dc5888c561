#include "profiler/cupti/range_session.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace rooflens::collect::cupti {
namespace {

constexpr int kMostRepeats = 4;  // of the passes that the plan has

}  // namespace

RangeSession::RangeSession(std::shared_ptr<const Api> api, CUcontext context, const CounterPlan& plan, RangeMode mode,
                           std::size_t ranges)
    : plan_(plan), profiler_(std::move(api), context, {{plan.names, plan.schedule}}, mode, ranges) {}

void RangeSession::range(const std::string& name, const std::function<void()>& work) {
  profiler_.push(name);
  work();
  profiler_.pop();
}

RangeValues RangeSession::collect(const HostProfiler& host, const std::function<void(std::size_t)>& execute) {
  RangeValues values;
  values.passes.assign(plan_.names.size(), -1);
  int pass = 0;
  for (bool submitted = false; !submitted; ++pass) {
    // Where CUPTI sees no launches it might never have enough.
    if (pass >= kMostRepeats * std::max(1, plan_.passes())) {
      throw std::runtime_error("CUPTI asks for ever more passes: it does not see the launches");
    }
    profiler_.start();
    execute(static_cast<std::size_t>(pass));
    submitted = profiler_.stop();
    profiler_.decode();
    note_completed(host, pass, values.passes);
  }
  for (std::size_t i = 0; i < profiler_.range_count(); ++i) {
    values.ranges[profiler_.range_name(i)] = host.evaluate(plan_.names, profiler_.image(), i);
  }
  profiler_.clear();
  return values;
}

// CUPTI does not say which pass a counter belongs to, but a counter has no value until its last pass was decoded.
void RangeSession::note_completed(const HostProfiler& host, int pass, std::vector<int>& passes) const {
  if (profiler_.range_count() == 0) return;
  const std::vector<double> so_far = host.evaluate(plan_.names, profiler_.image(), 0);
  for (std::size_t k = 0; k < so_far.size(); ++k) {
    if (passes[k] < 0 && std::isfinite(so_far[k])) passes[k] = pass;
  }
}

}  // namespace rooflens::collect::cupti
