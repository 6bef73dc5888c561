#include "profiler/cli/options/device_choice.hpp"

#include <exception>
#include <ostream>
#include <utility>

#include "models/counters/counter_group.hpp"
#include "models/roofs/device_part.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/cli/options/numbers.hpp"

namespace rooflens::cli {
namespace {

// Counts until counting fails for another reason than a missing permission, and times from then on.
class TimesAtLeast final : public collect::Collector {
 public:
  TimesAtLeast(const Backend& backend, const CollectorChoice& choice, int device, const Streams& streams)
      : backend_(backend), device_(device), streams_(streams) {
    try {
      counting_ = backend.make_collector(choice, device);
    } catch (const collect::PermissionDenied&) {
      throw;
    } catch (const std::exception& error) {
      give_up(error);
    }
  }

  [[nodiscard]] std::vector<collect::Capture> capture(std::span<const collect::Request> batch) override {
    if (counting_) {
      try {
        return counting_->capture(batch);
      } catch (const collect::PermissionDenied&) {
        throw;
      } catch (const std::exception& error) {
        give_up(error);
      }
    }
    std::vector<collect::Capture> captures = timing_->capture(batch);
    for (collect::Capture& capture : captures) {
      for (const models::WantedCounter& counter : models::quick_group().counters) {
        if (!counter.optional) capture.refused.push_back({std::string(counter.name), reason_});
      }
    }
    return captures;
  }

  [[nodiscard]] std::string_view name() const override { return counting_ ? counting_->name() : timing_->name(); }

 private:
  void give_up(const std::exception& error) {
    reason_ = std::string("counters could not be read in a part of the GPU: ") + error.what();
    streams_.err << "rooflens: warning: " << reason_ << '\n'
                 << "rooflens: hint: kernels are timed without counters; without --sms they are counted on the whole "
                    "GPU\n";
    counting_.reset();
    timing_ = backend_.make_collector({.name = "none"}, device_);
  }

  const Backend& backend_;
  int device_;
  const Streams& streams_;
  std::unique_ptr<collect::Collector> counting_;  ///< nullptr once counting failed
  std::unique_ptr<collect::Collector> timing_;
  std::string reason_;
};

}  // namespace

std::optional<int> parse_sms(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return static_cast<int>(parse_between("--sms", text, 1, kMostSms));
}

models::DeviceProperties query_choice(const Backend& backend, const DeviceChoice& choice, const Streams& streams) {
  models::DeviceProperties whole = backend.query(choice.device);
  if (!choice.sms || *choice.sms == whole.sm_count) return whole;
  if (*choice.sms > whole.sm_count) {
    throw usage_error(
        "--sms " + std::to_string(*choice.sms) + ": " + whole.name + " has " + std::to_string(whole.sm_count) + " SMs",
        "choose fewer, or leave --sms out to use all of them");
  }
  const int given = backend.part_size(choice.device, *choice.sms);
  if (given != *choice.sms) {
    streams.err << "rooflens: note: " << given << " SMs instead of " << *choice.sms
                << (given >= whole.sm_count ? ": the driver gives no smaller part, so this is the whole GPU\n"
                                            : ": the driver gives no smaller part that has as many\n");
  }
  return models::part_of(std::move(whole), given);
}

void select_choice(const Backend& backend, int device, const models::DeviceProperties& machine) {
  if (machine.whole_sm_count) {
    backend.select_part(device, machine.sm_count);
  } else {
    backend.select(device);
  }
}

std::unique_ptr<collect::Collector> collector_of_choice(const Backend& backend, const CollectorChoice& collector,
                                                        int device, const models::DeviceProperties& machine,
                                                        const Streams& streams) {
  if (!machine.whole_sm_count || collector.name == "none") return backend.make_collector(collector, device);
  return std::make_unique<TimesAtLeast>(backend, collector, device, streams);
}

}  // namespace rooflens::cli
