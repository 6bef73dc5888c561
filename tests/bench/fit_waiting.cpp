// Fits the constants of what warps wait for to the kernels of a session, and prints how far off they then are.
// usage: fit_waiting SESSION FAMILY...    families that are kept back from the fit
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/roofs/latency_roof.hpp"
#include "models/wait/waiting.hpp"
#include "profiler/session/session.hpp"

namespace {

using rooflens::models::Gap;
using rooflens::models::kWaiting;
using rooflens::models::Seconds;
using rooflens::models::WaitingConstants;

struct Kernel {
  const Gap* gap;
  std::vector<Seconds> units;
  double error(const WaitingConstants& constants) const {
    return std::log(gap->waiting->time(units, constants) / gap->measured);
  }
};

constexpr std::array kParameters{&WaitingConstants::launch_cycles,      &WaitingConstants::block_cycles,
                                 &WaitingConstants::warp_cycles,        &WaitingConstants::instruction_cycles,
                                 &WaitingConstants::first_instructions, &WaitingConstants::sharpness,
                                 &WaitingConstants::few_blocks};

double loss(const std::vector<Kernel>& kernels, const WaitingConstants& constants) {
  double sum = 0;
  for (const Kernel& kernel : kernels) sum += rooflens::models::huber_loss(kernel.error(constants));
  return sum;
}

// One parameter after the other, in steps that shrink.
WaitingConstants fitted(const std::vector<Kernel>& kernels) {
  WaitingConstants best = kWaiting;
  double least = loss(kernels, best);
  for (double step = 0.3; step > 1e-3;) {
    bool better = false;
    for (double WaitingConstants::*parameter : kParameters) {
      for (const double sign : {-1.0, 1.0}) {
        WaitingConstants next = best;
        next.*parameter *= std::exp(sign * step);
        const double reached = loss(kernels, next);
        if (reached >= least) continue;
        best = next;
        least = reached;
        better = true;
      }
    }
    if (!better) step /= 2;
  }
  return best;
}

void print(const char* title, const std::vector<Kernel>& kernels, const WaitingConstants& constants) {
  std::vector<double> off;
  for (const Kernel& kernel : kernels) off.push_back(std::abs(kernel.error(constants)));
  std::sort(off.begin(), off.end());
  const auto at = [&](double share) {
    const auto last = static_cast<double>(off.size() - 1);
    return off.empty() ? 0 : 100 * std::expm1(off[static_cast<std::size_t>(share * last)]);
  };
  fmt::print("{}: {} kernels, off by {:.1f} % in the median, {:.1f} % in 75 %, {:.1f} % in 90 %\n", title, off.size(),
             at(0.5), at(0.75), at(0.9));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<std::string> kept_back(argv + 2, argv + argc);
  const auto recording = rooflens::session::load(argv[1]);
  const auto analysis = rooflens::models::analyse(recording);
  std::vector<Kernel> written_on, others;
  for (const auto& machine : analysis.machines) {
    for (const auto& kernel : machine.kernels) {
      const auto& gap = kernel.explanation.gap;
      if (!gap || !gap->waiting) continue;
      const std::string& name = kernel.observation->name;
      const bool back =
          std::find(kept_back.begin(), kept_back.end(), name.substr(0, name.find('/'))) != kept_back.end();
      (back ? others : written_on)
          .push_back({&*gap, rooflens::models::times_of_units(*kernel.demand, rooflens::models::kAllInefficiencies,
                                                              rooflens::models::RoofClock::run)});
    }
  }
  const WaitingConstants constants = fitted(written_on);
  for (const auto& [title, of] : {std::pair{"fitted", constants}, std::pair{"as they are", kWaiting}}) {
    fmt::print(
        "{}: launch {:.0f}, block {:.0f}, warp {:.1f}, instruction {:.2f} of {:.0f}, sharpness {:.2f}, few blocks "
        "{:.1f}\n",
        title, of.launch_cycles, of.block_cycles, of.warp_cycles, of.instruction_cycles, of.first_instructions,
        of.sharpness, of.few_blocks);
    print("  fitted to", written_on, of);
    print("  kept back", others, of);
  }
  return 0;
}
