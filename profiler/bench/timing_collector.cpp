#include "profiler/bench/timing_collector.hpp"

#include <utility>

namespace rooflens::collect::cupti {
namespace {

class TimingCollector final : public Collector {
 public:
  explicit TimingCollector(ClockProbe clocks) : stopwatch_(std::move(clocks)) {}

  std::vector<Capture> capture(std::span<const Request> batch) override {
    std::vector<Capture> captures(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) stopwatch_.time(batch[i], captures[i]);
    return captures;
  }

  [[nodiscard]] std::string_view name() const override { return "none"; }

 private:
  Stopwatch stopwatch_;
};

}  // namespace

std::unique_ptr<Collector> make_timing_collector(ClockProbe clocks) {
  return std::make_unique<TimingCollector>(std::move(clocks));
}

}  // namespace rooflens::collect::cupti
