// Roofs that the page's chart draws for the selected kernel alone: what its integer operations and its own mix of
// instructions and formats leave to its FLOP/s.
#include "reports/html/html_parts.hpp"

#include <fmt/core.h>

#include <cmath>

#include "models/explain/integer_roof.hpp"
#include "models/explain/own_roofs.hpp"
#include "reports/html/html_column.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

using nlohmann::json;

json integer_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const models::AnalysedKernel& kernel) -> json {
    const auto& roof = kernel.explanation.integer_roof;
    if (!roof) return nullptr;
    return {std::round(roof->flop_rate.value()), format(roof->flop_rate), significant(roof->operations_per_flop),
            fmt::format("INT32 {}, {}", format(roof->int32->rate, "OP"), origin_text(roof->int32->origin))};
  });
}

json own_roofs_column(const models::MachineAnalysis& machine) {
  return sparse_column(machine, [](const models::AnalysedKernel& kernel) -> json {
    json roofs = json::array();
    for (const models::OwnRoof& roof : kernel.explanation.own_roofs) {
      const std::string share = roof.share == 0 ? "none" : format_percent(roof.share);
      roofs.push_back({info(roof.kind).id, std::llround(roof.rate.value()), format(roof.rate), share});
    }
    return roofs.empty() ? json(nullptr) : roofs;
  });
}

}  // namespace rooflens::reports
