// A store in a folder of its own, and short ways to fill and ask it. Skips where DuckDB cannot be had.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "models/base/sha256.hpp"
#include "profiler/fleet/kernel_identity.hpp"
#include "profiler/fleet/publisher.hpp"
#include "profiler/fleet/queries.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::fleet {

class Fleet : public testing::Test {
 protected:
  void SetUp() override {
    setenv("ROOFLENS_DUCKDB", ROOFLENS_TEST_DUCKDB, 0);
    try {
      const DuckDb database;
    } catch (const FleetError& error) {
      const bool none = !std::filesystem::exists(std::getenv("ROOFLENS_DUCKDB")) ||
                        !std::filesystem::exists(ROOFLENS_TEST_DUCKDB "/libduckdb.so");
      if (none) GTEST_SKIP() << "no DuckDB: " << error.what();
      throw;
    }
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] Store store() const { return Store::open_or_create(folder_ / "store"); }

  /// A session that differs from others by `digest` alone; its processes are ranks of a job.
  static std::string digest_of(int number) { return "session" + std::to_string(number); }

  void publish(const std::string& job, const std::vector<int>& sessions) const {
    Publisher publisher(store(), job);
    for (const int number : sessions) publisher.add(fixtures::profiled_application(), digest_of(number));
    publisher.finish();
  }
  [[nodiscard]] Answer ask_for(std::string_view question, const Asked& asked = {}) const {
    return ask(Store::open(folder_ / "store"), question, asked).answer;
  }
  [[nodiscard]] static const Value& at(const Answer& answer, std::size_t row, std::string_view column) {
    for (std::size_t c = 0; c < answer.columns.size(); ++c) {
      if (answer.columns[c].name == column) return answer.rows.at(row)[c];
    }
    throw std::out_of_range(std::string(column));
  }
  [[nodiscard]] static std::int64_t whole(const Answer& answer, std::size_t row, std::string_view column) {
    return std::get<std::int64_t>(at(answer, row, column));
  }
  [[nodiscard]] static double real(const Answer& answer, std::size_t row, std::string_view column) {
    return std::get<double>(at(answer, row, column));
  }
  [[nodiscard]] static bool is_null(const Value& value) { return std::holds_alternative<std::monostate>(value); }

  /// What a FleetError says of what `action` does, remedy behind it.
  static std::string trouble(const auto& action) {
    try {
      action();
    } catch (const FleetError& error) {
      return std::string(error.what()) + " | " + error.remedy();
    }
    return "nothing";
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("rooflens-fleet-" + std::to_string(getpid()));
};

}  // namespace rooflens::fleet
