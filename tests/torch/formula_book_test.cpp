// Which work stands for a kernel whose launches do several.
#include "profiler/torch/formula_book.hpp"

#include <gtest/gtest.h>

#include <variant>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::torch {
namespace {

using Record = collect::spool::FormulaRecord;

struct FormulaBookTest : ::testing::Test {
  fixtures::ScratchFolder folder;
  FormulaBook book;

  void add(double operations, std::uint64_t times = 1, const char* format = "bfloat16") {
    const OperationWork work{.operations = operations, .format = format, .read_bytes = 10, .written_bytes = 2};
    for (std::uint64_t i = 0; i < times; ++i) book.add(7, 1, "aten::mm", &work);
  }
  [[nodiscard]] Record written() {
    inject::Logbook logbook((folder / "node.1.spool").string());
    logbook.write(collect::spool::ProcessRecord{});
    book.write(logbook, true);
    for (const auto& record : fixtures::read_spool(folder / "node.1.spool").records) {
      if (const auto* formula = std::get_if<Record>(&record)) return *formula;
    }
    ADD_FAILURE() << "nothing was written";
    return {};
  }
};

TEST_F(FormulaBookTest, MostLaunchesStandForAllWhereTheyDoTheSame) {
  add(100, 40);
  add(270, 10);  // down_proj beside q, k, v and o
  EXPECT_TRUE(written().steady);
  EXPECT_EQ(written().operations, 100);
  EXPECT_DOUBLE_EQ(written().alike, 0.8);
  EXPECT_DOUBLE_EQ(written().least, 1);
  EXPECT_DOUBLE_EQ(written().most, 2.7);
}

TEST_F(FormulaBookTest, WorkThatGrowsIsThatOfTheMedianLaunch) {
  for (int tokens = 16; tokens <= 316; ++tokens) add(tokens);
  EXPECT_TRUE(written().steady);
  EXPECT_NEAR(written().operations, 166, 10) << "of 256 of 301";
}

TEST_F(FormulaBookTest, TwoHalvesOfWhichNobodyKnowsTheTimesAreNotSteady) {
  add(100, 50);
  add(270, 52);
  EXPECT_FALSE(written().steady);
}

TEST_F(FormulaBookTest, FormatsAreNeverMixed) {
  add(100, 99);
  add(100, 1, "float32");
  EXPECT_FALSE(written().steady);
}

}  // namespace
}  // namespace rooflens::torch
