#include "reports/html_integer.hpp"

#include <fmt/core.h>

#include <cmath>

#include "models/integer_roof.hpp"
#include "reports/format.hpp"
#include "reports/words.hpp"

namespace rooflens::reports {

using nlohmann::json;

json integer_column(const models::MachineAnalysis& machine) {
  json column = json::array();
  bool any = false;
  for (const models::KernelAnalysis& kernel : machine.kernels) {
    const auto roof = models::integer_roof(kernel);
    any = any || roof;
    if (!roof) {
      column.push_back(nullptr);
      continue;
    }
    column.push_back({std::round(roof->flop_rate.value()), format(roof->flop_rate),
                      significant(roof->operations_per_flop),
                      fmt::format("INT32 {}, {}", format(roof->int32->rate, "OP"), origin_text(roof->int32->origin))});
  }
  return any ? column : json::array();
}

}  // namespace rooflens::reports
