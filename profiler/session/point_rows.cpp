// Table roofline_point: kernels on their roofs, for people and pandas who read the file without rooflens.
#include "profiler/session/tables.hpp"

#include <cmath>
#include <cstdint>

#include "profiler/session/rows.hpp"

namespace rooflens::session {
namespace {

// A quotient whose divisor is zero is no number that a person could use: NULL, as for everything unknown.
std::optional<double> finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

template <int O, int B, int S>
std::optional<double> finite(models::Quantity<O, B, S> quantity) {
  return finite(quantity.value());
}

template <class Value>
std::optional<double> finite(const std::optional<Value>& value) {
  return value ? finite(*value) : std::nullopt;
}

constexpr const char* kInsert =
    "INSERT INTO roofline_point (kernel_id, level, name, verification, demand, median_duration_s, bytes, operations, "
    "operations_per_byte, bytes_per_second, operations_per_second, ceiling_bytes_per_second, fraction_of_ceiling, "
    "precision, binding, percent_of_roof, percent_is_of_compulsory_demand, model_version) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

void insert_point(Statement& insert, std::int64_t kernel_id, const models::Placement& kernel,
                  const models::LevelPoint& point) {
  const auto median = kernel.time ? finite(kernel.time->median) : std::nullopt;
  const auto ceiling = point.ceiling ? finite(point.ceiling->rate) : std::nullopt;
  std::optional<double> percent;
  std::optional<int> compulsory;
  if (kernel.percent_of_roof) {
    percent = finite(100 * kernel.percent_of_roof->fraction);
    compulsory = kernel.percent_of_roof->compulsory ? 1 : 0;
  }
  insert_values(insert, kernel_id, point.level, kernel.observation->name, kernel.observation->verification.status,
                point.source, median, finite(point.bytes), finite(kernel.flops), finite(point.intensity),
                finite(point.bandwidth), finite(kernel.flop_rate), ceiling, finite(point.fraction_of_ceiling),
                kernel.precision, kernel.binding, percent, compulsory, models::kModelVersion);
}

}  // namespace

void store_points(Database& database, std::span<const models::Placement* const> placed) {
  database.execute("DELETE FROM roofline_point");
  Statement insert = database.prepare(kInsert);
  std::int64_t kernel_id = 0;
  for (const models::Placement* kernel : placed) {
    ++kernel_id;
    if (!kernel) continue;
    for (const models::LevelPoint& point : kernel->points) insert_point(insert, kernel_id, *kernel, point);
  }
}

}  // namespace rooflens::session
