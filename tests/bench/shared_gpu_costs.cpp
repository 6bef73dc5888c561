// What counters of one process cost others on the same GPU: three processes launch, wait, and meet, and the first of
// them uses CUPTI step by step. Milliseconds of such a step. Contexts share a GPU in slices of time, and each launch of
// another process is a switch between them.
#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "tests/bench/driver_kernel.hpp"

namespace {

using namespace rooflens::bench;
using namespace rooflens::collect::cupti;
using Clock = std::chrono::steady_clock;

constexpr int kProcesses = 3, kSteps = 300;

struct Shared {
  pthread_barrier_t barrier;
  bool goes_on;
};

void CUPTIAPI hear(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

double step(const DriverKernel& kernel, Shared& shared) {
  const auto begin = Clock::now();
  kernel.launch();
  check(cuCtxSynchronize());
  pthread_barrier_wait(&shared.barrier);
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void follow(Shared& shared) {
  current_context();
  const DriverKernel kernel(3);
  while (true) {
    pthread_barrier_wait(&shared.barrier);
    if (!shared.goes_on) return;
    for (int i = 0; i < kSteps; ++i) (void)step(kernel, shared);
  }
}

void measure(const std::string& after, const DriverKernel& kernel, Shared& shared) {
  pthread_barrier_wait(&shared.barrier);
  std::vector<double> times;
  for (int i = 0; i < kSteps; ++i) times.push_back(step(kernel, shared));
  std::sort(times.begin(), times.end());
  fmt::print("{:<34} {:.3f} ms, tenth percentile {:.3f} ms\n", after, times[kSteps / 2], times[kSteps / 10]);
}

void lead(Shared& shared) {
  const CUcontext context = current_context();
  const DriverKernel kernel(3);
  const auto now = [&](const std::string& after) { measure(after, kernel, shared); };
  now("nothing");
  now("nothing");
  const auto api = load();
  CUpti_SubscriberHandle subscriber = nullptr;
  check(*api, api->Subscribe(&subscriber, hear, nullptr), "subscribing");
  now("subscribing");
  const HostProfiler host = open_target(api, context, 0);
  now("asking for counters");
  const RotationPlan plan = plan_rotation(host, std::getenv("NO_SASS") == nullptr, {});
  {
    RangeProfiler profiler(api, context, configurations_of(plan), RangeMode::user_ranges, 128);
    now("enabling counters");
    for (const char* window : {"a window", "another window"}) {
      profiler.start();
      profiler.push("one");
      kernel.launch();
      profiler.pop();
      now("within " + std::string(window));
      profiler.stop();
      now("after " + std::string(window));
    }
    profiler.finish();
    now("finishing");
  }
  now("disabling counters");
  api->Unsubscribe(subscriber);
  now("unsubscribing");
}

}  // namespace

int main() {
  auto* shared =
      static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) return 1;
  pthread_barrierattr_t across;
  pthread_barrierattr_init(&across);
  pthread_barrierattr_setpshared(&across, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&shared->barrier, &across, kProcesses);
  shared->goes_on = true;
  for (int i = 1; i < kProcesses; ++i) {
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // the parent may fail while they wait for it
      follow(*shared);
      return 0;
    }
  }
  try {
    lead(*shared);
  } catch (const std::exception& error) {
    fmt::print(stderr, "shared_gpu_costs: {}\n", error.what());
    std::_Exit(1);
  }
  shared->goes_on = false;
  pthread_barrier_wait(&shared->barrier);
  while (wait(nullptr) > 0) {
  }
}
