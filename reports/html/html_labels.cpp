// What the page says of points that are not where their FLOPs would put them.
#include "reports/html/html_parts.hpp"

#include "models/place/uncounted_work.hpp"
#include "reports/html/html_column.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

using models::AnalysedKernel;
using nlohmann::json;

json contradiction_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const AnalysedKernel& kernel) -> json {
    return is_contradictory(kernel) ? json(clean_utf8(kernel.mismatch->finding.cause)) : json(nullptr);
  });
}

json uncounted_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const AnalysedKernel& kernel) -> json {
    return kernel.flop_rate || kernel.has_no_flops ? json(nullptr) : json(1);
  });
}

}  // namespace rooflens::reports
