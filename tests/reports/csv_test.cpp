#include <gtest/gtest.h>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// A reader of RFC 4180, independent of the writer.
Rows parse(const std::string& text) {
  Rows rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted) {
      if (text[i] != '"') {
        field += text[i];
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[i++];
      } else {
        quoted = false;
      }
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == ',') {
      rows.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      ++i;
      if (i + 1 < text.size()) rows.push_back({""});
    } else {
      field += text[i];
    }
  }
  return rows;
}

std::string cell(const Rows& rows, std::size_t row, const std::string& column) {
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    if (rows[0][i] == column) return rows[row].at(i);
  }
  return "no such column";
}

TEST(Csv, HasOneRowPerKernelAndEqualColumns) {
  const Sample sample(fixtures::troubled_kernels());
  const Rows rows = parse(render_csv(sample.document()));
  EXPECT_EQ(rows.size(), 1 + sample.machine().kernels.size());
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
}

TEST(Csv, ReadsBackExactly) {
  const Sample sample(fixtures::twelve_kernels());
  const Rows rows = parse(render_csv(sample.document()));
  EXPECT_EQ(std::stod(cell(rows, 1, "time_median_s")), sample.machine().kernels[0].time->median.value());
  EXPECT_EQ(cell(rows, 1, "kernel"), "vector_add/one-d");
  EXPECT_EQ(cell(rows, 1, "kind"), "simulated");
}

TEST(Csv, LeavesMissingValuesEmpty) {
  const Sample sample(fixtures::troubled_kernels());
  const Rows rows = parse(render_csv(sample.document()));
  const std::size_t untimed = 4;
  EXPECT_EQ(cell(rows, untimed, "time_median_s"), "");
  EXPECT_EQ(cell(rows, untimed, "dram_bytes_per_s"), "");
}

TEST(Csv, GivesSpreadsheetsNoFormula) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "=1+1";
  recording.machines[0].device.name = "-5";
  const Sample sample(std::move(recording));
  const Rows rows = parse(render_csv(sample.document()));
  EXPECT_EQ(cell(rows, 1, "kernel"), "'=1+1");
  EXPECT_EQ(cell(rows, 1, "device"), "'-5");
  EXPECT_EQ(cell(rows, 1, "process"), "0");
}

TEST(Csv, GivesSpreadsheetsNoFormulaOfAnySign) {
  for (const std::string sign : {"=", "+", "-", "@"}) {
    models::Recording recording = fixtures::one_kernel();
    recording.observations[0].name = sign + "1";
    const Sample sample(std::move(recording));
    EXPECT_EQ(cell(parse(render_csv(sample.document())), 1, "kernel"), "'" + sign + "1");
  }
}

TEST(Csv, QuotesNamesWithMarks) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "a,\"b\"\r\nc";
  const Sample sample(std::move(recording));
  const Rows rows = parse(render_csv(sample.document()));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(cell(rows, 1, "kernel"), "a,\"b\"\uFFFD\uFFFDc");
}

TEST(Csv, ShowsFailureAndRefusals) {
  const Sample sample(fixtures::troubled_kernels());
  const Rows rows = parse(render_csv(sample.document()));
  EXPECT_EQ(cell(rows, 1, "verification"), "mismatch");
  EXPECT_NE(cell(rows, 2, "refused_counters").find("dram__bytes.sum: not available"), std::string::npos);
  EXPECT_EQ(cell(rows, 2, "dram_source"), "formula");
}

}  // namespace
}  // namespace rooflens::reports
