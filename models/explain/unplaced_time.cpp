#include "models/explain/unplaced_time.hpp"

#include <map>

#include "models/base/function_name.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {

UnplacedTime unplaced_time(const std::vector<AnalysedKernel>& kernels) {
  UnplacedTime all;
  std::map<std::string, double> shares;
  for (const AnalysedKernel& kernel : kernels) {
    if (kernel.failed() || !kernel.has_share() || kernel.percent_of_roof) continue;
    all.share += kernel.share_of_time;
    const auto& launches = kernel.observation->launches;
    if (launches.size() == 1) shares[base_name(launches.front().function)] += kernel.share_of_time;
  }
  for (const auto& [name, share] : shares)
    if (share > all.share / 2) all.function = name;
  return all;
}

}  // namespace rooflens::models
