#include "models/advise/advice_idle_sms.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "models/base/counted.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr std::uint64_t kSchedulers = 4;  // of an SM, compute capability 7.0 to 12.x

struct IdleSms {
  std::uint64_t blocks;
  std::uint64_t sms;
  std::uint64_t warps;  // of a block, and so of an SM at work
};

// Where SMs without a block are most of the imbalance: the others may end at different times as well.
std::optional<IdleSms> idle_sms(const Placement& kernel, const GapFactor& imbalance) {
  const auto& launches = kernel.observation->launches;
  const DeviceProperties& device = kernel.machine->device;
  if (launches.size() != 1 || device.sm_count <= 0) return std::nullopt;
  const auto sms = static_cast<std::uint64_t>(device.sm_count);
  const std::uint64_t blocks = launches.front().grid.count();
  if (blocks >= sms) return std::nullopt;
  const double without_them = imbalance.factor * static_cast<double>(blocks) / static_cast<double>(sms);
  if (without_them * without_them > imbalance.factor) return std::nullopt;
  const auto lanes = static_cast<std::uint64_t>(std::max(1, device.warp_size));
  return IdleSms{blocks, sms, (launches.front().block.count() + lanes - 1) / lanes};
}

bool alone(const IdleSms& idle, const Gap& gap, const GapFactor& factor) {
  return idle.warps <= kSchedulers && gap.busiest_fraction * factor.factor < kBusyThreshold;
}

// All blocks run at once here, so a warp has the cycles of the busiest SM at most. Long ones tell a chain of loads,
// where there are some.
std::string cycles_a_load(const Placement& kernel, const IdleSms& idle) {
  const CounterSet& counters = kernel.counters();
  const auto cycles = counters.value(counter::kSmCyclesActiveMax);
  const auto loads = counters.value(counter::kSmspSassInstExecutedOpGlobalLdSum);
  const auto warps = static_cast<double>(idle.blocks * idle.warps);
  if (!cycles || !loads || *loads < kChain * warps) return "";
  return fmt::format("; a warp loads once in {} cycles", significant(*cycles * warps / *loads));
}

// Whether SMs at work hold at most half of the warps that fit: several parts of the work on each would hide what one
// waits for. Where nearly each SM has a block, "few-warps" says so.
bool has_few_warps(const Placement& kernel, const IdleSms& idle) {
  const bool nearly_each = static_cast<double>(idle.blocks) >= kNearlyEachSm * static_cast<double>(idle.sms);
  return !nearly_each && kernel.achieved_occupancy && 2 * *kernel.achieved_occupancy <= 1;
}

}  // namespace

double beside_start_up(const Gap& gap, double gain) {
  const GapFactor* start_up = gap.find("start-up");
  const double stays = start_up ? 1 - 1 / std::max(1.0, start_up->factor) : 0;
  return 1 / (stays + (1 - stays) / std::max(1.0, gain));
}

std::optional<Advice> idle_sms_advice(const Placement& kernel, const Gap& gap) {
  const GapFactor* factor = gap.find("imbalance");
  const auto idle = factor ? idle_sms(kernel, *factor) : std::nullopt;
  if (!idle || gap.busiest_fraction >= kBusyThreshold) return std::nullopt;
  const double waits = has_few_warps(kernel, *idle) ? std::max(1.0, room(gap)) : 1;
  const double most = beside_start_up(gap, waits * std::max(factor->removed_first, factor->removed_last));
  // SMs at work may end at different times too, and smaller blocks need not change that.
  const double by_blocks = static_cast<double>(idle->sms) / static_cast<double>(idle->blocks);
  double least = beside_start_up(gap, std::min({factor->removed_first, factor->removed_last, by_blocks}));
  std::string assumes = "the work of a block can be cut into parts that do not need each other";
  if (waits > 1) assumes += "; the upper end holds if each SM gets several, which hide what one of them waits for";
  if (gap.busiest_fraction * least > kBusyThreshold) {
    least = std::max(1.0, kBusyThreshold / gap.busiest_fraction);
    assumes += fmt::format("; {} becomes the bottleneck, and reaches {:.0f} to 100 % of its roof", gap.busiest,
                           100 * kBusyThreshold);
  }
  // With a block for each SM a launch takes so long beside the work of its SMs.
  const double possible = std::max(1.0, gap.measured.value() / kLaunchOverheadSeconds);
  if (most > possible) {
    least = std::max(1.0, 1 / (1 / possible + 1 / least));
    assumes += fmt::format("; a launch takes {:.1f} µs beside the work of its SMs", 1e6 * kLaunchOverheadSeconds);
  }
  Advice advice{
      factor->id,
      fmt::format("Only {} of {} SMs {} a block.", idle->blocks, idle->sms, idle->blocks == 1 ? "has" : "have"),
      fmt::format("{} of {}", counted(idle->blocks, "block"), counted(idle->warps, "warp")),
      "Cut the work into more, smaller blocks.",
      least,
      std::min(most, possible),
      std::move(assumes)};
  if (!alone(*idle, gap, *factor)) return advice;
  advice.evidence += ": each warp that is ready issues at once" + cycles_a_load(kernel, *idle);
  advice.change = "Spread the work of each warp over several blocks; moving whole warps to other SMs gains nothing.";
  advice.gain_low = 1;
  advice.assumes =
      "the work of a warp can be cut into parts that do not need each other: a chain of steps, like following "
      "pointers, cannot, and only shorter steps make it faster";
  return advice;
}

bool idle_sms_alone(const Placement& kernel, const Gap& gap) {
  const GapFactor* factor = gap.find("imbalance");
  const auto idle = factor ? idle_sms(kernel, *factor) : std::nullopt;
  return idle && alone(*idle, gap, *factor);
}

}  // namespace rooflens::models
