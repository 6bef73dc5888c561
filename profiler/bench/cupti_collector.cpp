#include "profiler/bench/cupti_collector.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "models/place/operations.hpp"
#include "profiler/config/nvtx_range.hpp"
#include "profiler/cupti/cuda_check.hpp"
#include "profiler/cupti/current_context.hpp"
#include "profiler/cupti/range_session.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr std::size_t kMostRanges = 64;  // requests of a batch, or launches of a request under kernel replay

class CuptiCollector final : public Collector {
 public:
  CuptiCollector(const CuptiOptions& options, ClockProbe clocks)
      : options_(options),
        api_(load()),
        host_(open_target(api_, current_context(), options.device)),
        quick_(plan_group(host_, models::quick_group(), options.sass)),
        pipes_(plan_group(host_, models::pipes_group(), false)),
        waits_(options.waits ? plan_group(host_, models::waits_group(), false) : CounterPlan{}),
        stopwatch_(std::move(clocks)) {
    pipes_.first_pass = quick_.passes();
    waits_.first_pass = pipes_.first_pass + pipes_.passes();
  }

  std::vector<Capture> capture(std::span<const Request> batch) override {
    std::vector<Capture> captures(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) stopwatch_.time(batch[i], captures[i]);
    for (std::size_t begin = 0; begin < batch.size(); begin += kMostRanges) {
      std::vector<std::size_t> members(std::min(kMostRanges, batch.size() - begin));
      std::iota(members.begin(), members.end(), begin);
      collect(quick_, batch, members, captures);
      for (const CounterPlan* more : {&pipes_, &waits_}) {
        if (!more->names.empty()) collect(*more, batch, members, captures);
      }
      // The other pipes' operations alone would be wrong for a kernel that uses the tensor pipe.
      std::erase_if(members, [&](std::size_t i) {
        return models::matrix_work(captures[i].counters) == models::MatrixWork::none;
      });
      if (members.empty()) continue;
      if (!tensor_) tensor_ = plan_tensor(host_, waits_.first_pass + waits_.passes());
      collect(*tensor_, batch, members, captures);
    }
    return captures;
  }

  [[nodiscard]] std::string_view name() const override { return "cupti"; }

 private:
  void collect(const CounterPlan& plan, std::span<const Request> batch, const std::vector<std::size_t>& members,
               std::vector<Capture>& captures) {
    for (const std::size_t i : members) {
      captures[i].refused.insert(captures[i].refused.end(), plan.refused.begin(), plan.refused.end());
      captures[i].observed = 1;
    }
    RangeSession& session = session_for(plan);
    if (options_.replay == RangeReplay::user) {
      collect_batch(session, batch, members, captures);
    } else {
      for (const std::size_t i : members) collect_one(session, batch[i], captures[i]);
    }
    for (const std::size_t i : members) captures[i].passes += plan.passes();
  }

  // Only one session can be enabled on a context. The last one is kept: most batches need just the one of `quick`.
  RangeSession& session_for(const CounterPlan& plan) {
    if (!session_ || &session_->plan() != &plan) {
      session_.reset();
      const auto mode = options_.replay == RangeReplay::user ? RangeMode::user_ranges : RangeMode::launches;
      session_.emplace(api_, current_context(), plan, mode, kMostRanges);
    }
    return *session_;
  }

  // What patched code counts does not depend on the caches, so those passes go without.
  void prepare(bool sass_pass, const Request& request, Capture& capture) {
    request.reset();
    if (!sass_pass) capture.executions += static_cast<std::uint64_t>(stopwatch_.prepare_cache(request));
    check_cuda(cudaDeviceSynchronize(), ("preparing " + request.name).c_str());
  }

  void collect_batch(RangeSession& session, std::span<const Request> batch, const std::vector<std::size_t>& members,
                     std::vector<Capture>& captures) {
    const CounterPlan& plan = session.plan();
    const RangeValues values = session.collect(host_, [&](std::size_t pass) {
      const NvtxRange phase(fmt::format("counters pass {}", plan.first_pass + static_cast<int>(pass)));
      for (const std::size_t i : members) {
        const NvtxKernelRange named(batch[i].name, batch[i].payload);
        prepare(plan.is_sass_pass(pass), batch[i], captures[i]);
        session.range(std::to_string(i), batch[i].launch);
        ++captures[i].executions;
      }
    });
    for (const std::size_t i : members) {
      const auto it = values.ranges.find(std::to_string(i));
      if (it == values.ranges.end()) {
        refuse(plan, "CUPTI returned no values for this kernel", captures[i]);
      } else {
        store(plan, it->second, values.passes, captures[i]);
      }
    }
  }

  void collect_one(RangeSession& session, const Request& request, Capture& capture) {
    const CounterPlan& plan = session.plan();
    const NvtxRange phase("counters by kernel replay");
    const NvtxKernelRange named(request.name, request.payload);
    prepare(plan.is_sass_pass(0), request, capture);
    const RangeValues values = session.collect(host_, [&](std::size_t) { request.launch(); });
    capture.executions += plan.schedule.passes;
    if (values.ranges.size() == 1) {
      // CUPTI repeats the launch by itself: which of its passes a counter was taken in follows from its kind alone.
      std::vector<int> passes;
      for (const std::string& name : plan.names)
        passes.push_back(models::is_sass_counter(name) ? plan.passes() - 1 : 0);
      store(plan, values.ranges.begin()->second, passes, capture);
    } else {
      refuse(plan, fmt::format("kernel replay saw {} launches and counts one; use user replay", values.ranges.size()),
             capture);
    }
  }

  // CUPTI answers NaN for what it could not count in this range; that is a refusal, not a value.
  static void store(const CounterPlan& plan, const std::vector<double>& values, const std::vector<int>& passes,
                    Capture& capture) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!std::isfinite(values[k])) {
        capture.refused.push_back({plan.names[k], "CUPTI gave no number for this kernel"});
        continue;
      }
      const auto source =
          models::is_sass_counter(plan.names[k]) ? models::CounterSource::sass : models::CounterSource::hardware;
      capture.counters.set(plan.names[k], {.value = values[k],
                                           .samples = 1,
                                           .min = values[k],
                                           .max = values[k],
                                           .pass = plan.first_pass + passes[k],
                                           .source = source});
    }
  }

  static void refuse(const CounterPlan& plan, const std::string& reason, Capture& capture) {
    for (const std::string& counter : plan.names) capture.refused.push_back({counter, reason});
  }

  CuptiOptions options_;
  std::shared_ptr<const Api> api_;
  HostProfiler host_;
  CounterPlan quick_, pipes_, waits_;
  std::optional<CounterPlan> tensor_;  ///< made when the first kernel needs it
  Stopwatch stopwatch_;
  std::optional<RangeSession> session_;  ///< of quick_ or *tensor_, which outlive it
};

}  // namespace

std::unique_ptr<Collector> make_cupti_collector(const CuptiOptions& options, ClockProbe clocks) {
  return std::make_unique<CuptiCollector>(options, std::move(clocks));
}

std::string cupti_version() {
  try {
    return std::to_string(load()->version);
  } catch (const Unavailable&) {
    return {};
  }
}

}  // namespace rooflens::collect::cupti
