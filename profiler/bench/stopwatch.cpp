#include "profiler/bench/stopwatch.hpp"

#include <utility>

#include "profiler/bench/lap_clock.hpp"
#include "profiler/config/nvtx_range.hpp"
#include "profiler/cupti/cuda_check.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr int kWarmUps = 3;

// The median of 30 repetitions of 10 us differs by several percent between processes on an H200, that of 300 by less
// than one.
constexpr models::Seconds kShort(1e-4);
constexpr models::Seconds kEnough(1e-2);
constexpr int kMostRounds = 10;

class Event {
 public:
  Event() { check_cuda(cudaEventCreate(&event_), "creating an event"); }
  ~Event() {
    if (event_) cudaEventDestroy(event_);
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() { check_cuda(cudaEventRecord(event_), "timestamping an event"); }
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
    capture.executions += kWarmUps;
  }
  const NvtxRange phase("timing");
  capture.clocks_before = clocks_();
  models::Seconds timed = time_laps(request, capture);
  const bool is_short = timed < request.repetitions * kShort;
  for (int round = 1; is_short && request.more_if_short && round < kMostRounds && timed < kEnough; ++round) {
    timed += time_laps(request, capture);
  }
}

models::Seconds Stopwatch::time_laps(const Request& request, Capture& capture) {
  std::vector<std::pair<Event, Event>> laps(static_cast<std::size_t>(request.repetitions));
  LapClock clock(laps.size());
  const bool reads_clock = request.cache == models::CachePolicy::cold;  // else nothing keeps the GPU busy meanwhile
  int cache_executions = 0;
  // The work that prepares the cache keeps the GPU busy while the next execution is enqueued, so that no launch latency
  // lies between the events.
  for (auto& [start, stop] : laps) {
    request.reset();
    cache_executions += prepare_cache(request);
    if (reads_clock) clock.read();
    start.record();
    request.launch();
    stop.record();
    if (reads_clock) clock.read();
  }
  if (laps.size() > 1) laps[laps.size() - 2].second.wait();
  capture.clocks_during = clocks_();  // while the last repetition runs
  check_cuda(cudaDeviceSynchronize(), ("timing " + request.name).c_str());
  if (reads_clock) capture.timed_clock = clock.clock();
  models::Seconds all;
  for (const auto& [start, stop] : laps) all += capture.durations.emplace_back(stop.since(start));
  capture.executions += static_cast<std::uint64_t>(cache_executions + request.repetitions);
  return all;
}

}  // namespace rooflens::collect::cupti
