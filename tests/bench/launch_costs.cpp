// What a launch costs the CPU before and after CUPTI was used, step by step: microseconds of the call, and of the call
// and the wait for its end. The tenth percentile says more than the median, because the speed of a rented host changes
// by a third within seconds; several runs say more than one.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "profiler/cupti/activity_calls.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "tests/bench/driver_kernel.hpp"

namespace {

using namespace rooflens::bench;
using namespace rooflens::collect::cupti;
using Clock = std::chrono::steady_clock;

constexpr auto kEach = std::chrono::milliseconds(400);
constexpr std::size_t kBuffer = 1 << 20;

double microseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double quantile(std::vector<double>& values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void measure(const char* after, const DriverKernel& kernel) {
  std::vector<double> calls, trips;
  for (const auto until = Clock::now() + kEach; Clock::now() < until;) {
    for (int i = 0; i < 20; ++i) {
      const auto begin = Clock::now();
      kernel.launch();
      calls.push_back(microseconds_since(begin));
    }
    check(cuCtxSynchronize());
    for (int i = 0; i < 10; ++i) {
      const auto begin = Clock::now();
      kernel.launch();
      check(cuCtxSynchronize());
      trips.push_back(microseconds_since(begin));
    }
  }
  fmt::print("{:<24} call {:.2f}, median {:.2f} us; with the wait {:.2f}, median {:.2f} us\n", after,
             quantile(calls, 0.1), quantile(calls, 0.5), quantile(trips, 0.1), quantile(trips, 0.5));
}

void CUPTIAPI hear(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}
void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBuffer));
  *size = kBuffer;
  *most = 0;
}
void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t) {
  std::free(buffer);
}

}  // namespace

int main() {
  try {
    const CUcontext context = current_context();
    const DriverKernel kernel(3);
    measure("nothing", kernel);
    measure("nothing", kernel);
    const auto api = load();
    CUpti_SubscriberHandle subscriber = nullptr;
    check(*api, api->Subscribe(&subscriber, hear, nullptr), "subscribing");
    measure("subscribing", kernel);
    const HostProfiler host = open_target(api, context, 0);
    measure("asking for counters", kernel);
    const RotationPlan plan = plan_rotation(host, true, {});
    {
      RangeProfiler profiler(api, context, configurations_of(plan), RangeMode::user_ranges, 128);
      measure("enabling counters", kernel);
      profiler.start();
      profiler.push("one");
      kernel.launch();
      profiler.pop();
      profiler.stop();
      measure("a window", kernel);
      profiler.finish();
    }
    measure("disabling counters", kernel);
    check(*api, api->ActivityRegisterCallbacks(give_buffer, take_buffer), "giving buffers");
    if (!enable_activity(*api, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)) return 1;
    measure("switching records on", kernel);
    disable_activity(*api, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    measure("switching them off", kernel);
    api->Unsubscribe(subscriber);
    measure("unsubscribing", kernel);
  } catch (const std::exception& error) {
    fmt::print(stderr, "launch_costs: {}\n", error.what());
    return 1;
  }
}
