// A collector for tests: writes down what it was asked and did, and answers with prepared captures. It runs each
// request the way the seam promises: reset before every execution, timed executions first, then one pass with counters.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/bench/collector.hpp"

namespace rooflens::collect {

/// What the fake was asked for and did; outlives the collector, which the code under test may own.
struct FakeLog {
  struct Asked {
    std::string name;
    models::CachePolicy cache;
    int repetitions;
    bool operator==(const Asked&) const = default;
  };
  std::vector<std::vector<Asked>> batches;
  std::vector<std::string> calls;  ///< "reset sgemm/tiled", "launch sgemm/tiled", in order
};

/// The number of the batch (from 0) and a request to the capture that the fake will return. May throw, may block.
using FakeAnswer = std::function<Capture(std::size_t batch, const Request& request)>;

class FakeCollector final : public Collector {
 public:
  FakeCollector(FakeLog& log, FakeAnswer answer) : log_(log), answer_(std::move(answer)) {}

  std::vector<Capture> capture(std::span<const Request> batch) override {
    const std::size_t number = log_.batches.size();
    auto& asked = log_.batches.emplace_back();
    for (const Request& request : batch) asked.push_back({request.name, request.cache, request.repetitions});
    for (const Request& request : batch) execute(request, request.repetitions);
    for (const Request& request : batch) execute(request, 1);
    std::vector<Capture> captures;
    for (const Request& request : batch) captures.push_back(answer_(number, request));
    return captures;
  }
  [[nodiscard]] std::string_view name() const override { return "fake"; }

 private:
  void execute(const Request& request, int times) {
    for (int i = 0; i < times; ++i) {
      log_.calls.push_back("reset " + request.name);
      request.reset();
      log_.calls.push_back("launch " + request.name);
      request.launch();
    }
  }

  FakeLog& log_;
  FakeAnswer answer_;
};

/// A capture of `repetitions` times of 1 ms each, one hardware counter of 2e6 bytes, one SASS counter and one refusal.
[[nodiscard]] inline Capture plain_capture(const Request& request) {
  Capture capture;
  capture.durations.assign(static_cast<std::size_t>(request.repetitions), models::Seconds(1e-3));
  capture.clocks_before.sm = capture.clocks_during.sm = models::megahertz(1980);
  capture.counters.set("dram__bytes.sum", {.value = 2e6, .min = 2e6, .max = 2e6, .pass = 0});
  capture.counters.set("smsp__sass_inst_executed.sum",
                       {.value = 1000, .min = 1000, .max = 1000, .pass = 1, .source = models::CounterSource::sass});
  capture.refused.push_back({"lts__t_bytes.sum", "not offered by FAKE"});
  capture.executions = static_cast<std::uint64_t>(request.repetitions) + 2;
  capture.observed = 1;
  capture.passes = 2;
  return capture;
}

}  // namespace rooflens::collect
