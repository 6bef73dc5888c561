#include "models/explain/tiny_launches.hpp"

#include "models/base/thresholds.hpp"

namespace rooflens::models {

TinyLaunches tiny_launches(const MachineKernels& analysis) {
  TinyLaunches tiny;
  for (const AnalysedKernel& kernel : analysis.kernels) {
    tiny.beside_graphs |= kernel.observation->scope == Scope::range;
    const bool launched = kernel.observation->cache == CachePolicy::uncontrolled && kernel.has_share();
    if (!launched || !kernel.time || kernel.time->median >= Seconds(kTinyLaunchSeconds)) continue;
    ++tiny.kernels;
    tiny.launches += kernel.observation->launches_made;
    tiny.share_of_time += kernel.share_of_time;
  }
  if (const KernelGaps& gaps = analysis.run_time.gaps; gaps.measured.value() > 0) {
    tiny.idle = gaps.idle / gaps.measured;
    tiny.around_them = gaps.around_tiny / gaps.measured;
  }
  return tiny;
}

}  // namespace rooflens::models
