// What opening and closing a counting window costs, for each group of counters of pass rotation, with one launch in it;
// and whether CUPTI exchanges their configurations: every group has to give numbers, twice.
#include <cuda.h>
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"

namespace {

using namespace rooflens::collect::cupti;

// 128 threads of 64 blocks, three multiply-adds each.
constexpr const char* kCode = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry work(.param .u64 at) {
  .reg .u64 %at, %byte; .reg .u32 %thread; .reg .f32 %x;
  ld.param.u64 %at, [at]; cvta.to.global.u64 %at, %at; mov.u32 %thread, %tid.x;
  mul.wide.u32 %byte, %thread, 4; add.u64 %at, %at, %byte; cvt.rn.f32.u32 %x, %thread;
  fma.rn.f32 %x, %x, %x, %x; fma.rn.f32 %x, %x, %x, %x; fma.rn.f32 %x, %x, %x, %x;
  st.global.f32 [%at], %x; ret;
})";

void check(CUresult result) {
  if (result != CUDA_SUCCESS) throw std::runtime_error(fmt::format("CUDA says {}", static_cast<int>(result)));
}

struct Work {
  CUcontext context = nullptr;
  CUfunction function = nullptr;
  CUdeviceptr memory = 0;
  Work() {
    CUdevice device = 0;
    CUmodule module = nullptr;
    check(cuInit(0));
    check(cuDeviceGet(&device, 0));
    check(cuDevicePrimaryCtxRetain(&context, device));
    check(cuCtxSetCurrent(context));
    check(cuModuleLoadData(&module, kCode));
    check(cuModuleGetFunction(&function, module, "work"));
    check(cuMemAlloc(&memory, 512));
    launch();
    check(cuCtxSynchronize());
  }
  void launch() {
    void* arguments[] = {&memory};
    check(cuLaunchKernel(function, 64, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  }
};

class Stopwatch {
 public:
  double lap_ms() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - begin_).count();
    begin_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void window(RangeProfiler& profiler, const HostProfiler& host, const RotationGroup& group, std::size_t number,
            Work& work, int round) {
  Stopwatch watch;
  profiler.finish();
  profiler.use(number);
  const double use = watch.lap_ms();
  double opening = 0, closing = 0;
  for (int pass = 0; pass < group.passes; ++pass) {
    watch.lap_ms();
    profiler.start();
    opening += watch.lap_ms();
    profiler.push(fmt::format("{}", round));
    work.launch();
    profiler.pop();
    watch.lap_ms();
    profiler.stop();
    profiler.decode();
    closing += watch.lap_ms();
  }
  int numbers = 0;
  for (const double value : host.evaluate(group.counters, profiler.image(), profiler.range_count() - 1)) {
    numbers += std::isfinite(value) ? 1 : 0;
  }
  fmt::print("{:<24} change {:6.1f} ms  opening {:6.1f} ms  closing {:6.1f} ms  {} of {} counters\n", group.id, use,
             opening, closing, numbers, group.counters.size());
}

}  // namespace

int main() {
  try {
    Work work;
    const auto api = load();
    const HostProfiler host = open_target(api, work.context, 0);
    const RotationPlan plan = plan_rotation(host, true, {});
    RangeProfiler profiler(api, work.context, configurations_of(plan), RangeMode::user_ranges, 128);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t group = 0; group < plan.groups.size(); ++group) {
        window(profiler, host, plan.groups[group], group, work, round);
      }
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "window_costs: {}\n", error.what());
    return 1;
  }
}
