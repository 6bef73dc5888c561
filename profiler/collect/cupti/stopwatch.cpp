#include "profiler/collect/cupti/stopwatch.hpp"

#include <utility>

#include "profiler/collect/cupti/cuda_check.hpp"
#include "profiler/collect/nvtx_range.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr int kWarmUps = 3;

class Event {
 public:
  Event() { check_cuda(cudaEventCreate(&event_), "creating an event"); }
  ~Event() {
    if (event_) cudaEventDestroy(event_);
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() { check_cuda(cudaEventRecord(event_), "recording an event"); }
  void wait() { check_cuda(cudaEventSynchronize(event_), "waiting for an event"); }
  [[nodiscard]] models::Seconds since(const Event& start) const {
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start.event_, event_), "reading an event");
    return models::Seconds(1e-3 * static_cast<double>(milliseconds));
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace

int Stopwatch::prepare_cache(const Request& request) {
  switch (request.cache) {
    case models::CachePolicy::cold:
      evictor_.evict();
      return 0;
    case models::CachePolicy::warm:
      request.launch();
      return 1;
    case models::CachePolicy::uncontrolled:
      return 0;
  }
  return 0;
}

void Stopwatch::time(const Request& request, Capture& capture) {
  if (request.repetitions <= 0) return;
  const NvtxKernelRange named(request.name, request.payload);
  {
    const NvtxRange phase("warm-up");
    for (int i = 0; i < kWarmUps; ++i) {
      request.reset();
      request.launch();
    }
    check_cuda(cudaDeviceSynchronize(), ("warming up " + request.name).c_str());
  }
  const NvtxRange phase("timing");
  std::vector<std::pair<Event, Event>> laps(static_cast<std::size_t>(request.repetitions));
  capture.clocks_before = clocks_();
  int cache_executions = 0;
  // The work that prepares the cache keeps the GPU busy while the next execution is enqueued, so that no launch latency
  // lies between the events.
  for (auto& [start, stop] : laps) {
    request.reset();
    cache_executions += prepare_cache(request);
    start.record();
    request.launch();
    stop.record();
  }
  if (laps.size() > 1) laps[laps.size() - 2].second.wait();
  capture.clocks_after = clocks_();  // while the last repetition runs
  check_cuda(cudaDeviceSynchronize(), ("timing " + request.name).c_str());
  for (const auto& [start, stop] : laps) capture.durations.push_back(stop.since(start));
  capture.executions += static_cast<std::uint64_t>(kWarmUps + cache_executions + request.repetitions);
}

}  // namespace rooflens::collect::cupti
