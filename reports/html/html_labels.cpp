// What the page says of points: the names beside them, and which are not where their FLOPs would put them.
#include "reports/html/html_parts.hpp"

#include <string>
#include <vector>

#include "models/place/uncounted_work.hpp"
#include "reports/html/html_column.hpp"
#include "reports/words/format.hpp"
#include "reports/words/shorten_apart.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

using models::AnalysedKernel;
using nlohmann::json;

constexpr std::size_t kLabelLength = 30;

json label_column(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  std::vector<std::string> names;
  for (const AnalysedKernel& kernel : machine.kernels) names.push_back(labels.name(*kernel.observation));
  const std::vector<std::string> apart = shorten_apart(names, kLabelLength);
  return sparse_column(machine, [&](const AnalysedKernel& kernel) -> json {
    const auto i = static_cast<std::size_t>(&kernel - machine.kernels.data());
    return apart[i] == shorten_middle(names[i], kLabelLength) ? json(nullptr) : json(apart[i]);
  });
}

json contradiction_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const AnalysedKernel& kernel) -> json {
    return is_contradictory(kernel) ? json(clean_utf8(kernel.mismatch->finding.cause)) : json(nullptr);
  });
}

json uncounted_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const AnalysedKernel& kernel) -> json {
    return kernel.flop_rate || models::has_no_flops(kernel) ? json(nullptr) : json(1);
  });
}

}  // namespace rooflens::reports
