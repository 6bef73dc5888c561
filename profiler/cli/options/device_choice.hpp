// The machine that `--gpu` and `--sms` choose: a whole GPU, or a part of one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "profiler/actions/backend.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

inline constexpr int kMostSms = 100000;  ///< no GPU is near it

struct DeviceChoice {
  int device = 0;
  std::optional<int> sms;  ///< of a part; absent: the whole GPU
};

/// The text of `--sms`, empty for none. Throws CommandError (kUsage) for what is no positive number.
[[nodiscard]] std::optional<int> parse_sms(const std::string& text);

/// The properties of the chosen machine; a part has as many SMs as the driver can give, and says so on stderr where
/// these are more than were asked for. Nothing is made on the GPU. Throws CommandError.
[[nodiscard]] models::DeviceProperties query_choice(const Backend& backend, const DeviceChoice& choice,
                                                    const Streams& streams);

/// Makes the machine that query_choice() gave current.
void select_choice(const Backend& backend, int device, const models::DeviceProperties& machine);

/// A collector on the selected machine. On a part CUPTI may refuse counters: from then on kernels are timed, all
/// counters are refused with the reason, and stderr says so. Otherwise as Backend::make_collector.
[[nodiscard]] std::unique_ptr<collect::Collector> collector_of_choice(const Backend& backend,
                                                                      const CollectorChoice& collector, int device,
                                                                      const models::DeviceProperties& machine,
                                                                      const Streams& streams);

}  // namespace rooflens::cli
