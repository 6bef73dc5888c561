// Kernels of made-up records, in microseconds; a kernel is tiny below 5.
#include "profiler/count/gap_book.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using collect::spool::GapsRecord;

constexpr std::int64_t kBegin = 1'000'000'000'000;

class Gaps : public ::testing::Test {
 protected:
  void ran(double start_us, double end_us, bool trusted = true) { gaps_.record(0, at(start_us), at(end_us), trusted); }
  GapsRecord all() { return take(true); }
  GapsRecord take(bool all) {
    const auto records = gaps_.take(
        [&](std::int64_t begin, std::int64_t end) { return switched_ != 0 && begin <= switched_ && switched_ <= end; },
        all);
    return records.empty() ? GapsRecord{} : records.front();
  }
  static std::int64_t at(double us) { return kBegin + static_cast<std::int64_t>(us * 1000); }
  GapBook gaps_;
  std::int64_t switched_ = 0;
};

// 10 to 20, 30 to 32, 40 to 60: ten and eight idle of fifty, both beside a kernel of two.
TEST_F(Gaps, LieBetweenTheEndOfAKernelAndTheStartOfTheNext) {
  ran(10, 20);
  ran(30, 32);
  ran(40, 60);
  const GapsRecord record = all();
  EXPECT_EQ(record.launches, 3U);
  EXPECT_DOUBLE_EQ(record.measured_ns, 50'000);
  EXPECT_DOUBLE_EQ(record.idle_ns, 18'000);
  EXPECT_DOUBLE_EQ(record.around_tiny_ns, 18'000);
}

TEST_F(Gaps, BetweenLongKernelsOrOfAPauseOfTheApplicationAreNotThoseOfTinyLaunches) {
  ran(10, 20);
  ran(30, 40);
  ran(1'000, 1'001);
  const GapsRecord record = all();
  EXPECT_DOUBLE_EQ(record.idle_ns, 970'000);
  EXPECT_DOUBLE_EQ(record.around_tiny_ns, 0);
}

// 10 to 100 on one stream, 20 to 30 and 40 to 50 on another, in buffers of any order.
TEST_F(Gaps, StreamsThatOverlapLeaveNone) {
  ran(120, 130);
  ran(40, 50);
  ran(10, 100);
  ran(20, 30);
  const GapsRecord record = all();
  EXPECT_DOUBLE_EQ(record.idle_ns, 20'000);
  EXPECT_DOUBLE_EQ(record.measured_ns, 120'000);
}

TEST_F(Gaps, AreNotKnownWhereRecordingWasSwitchedOffBetween) {
  ran(10, 20);
  ran(50, 60);
  ran(70, 80);
  switched_ = at(30);
  const GapsRecord record = all();
  EXPECT_EQ(record.launches, 3U);
  EXPECT_DOUBLE_EQ(record.measured_ns, 10'000 + 30'000);
  EXPECT_DOUBLE_EQ(record.idle_ns, 10'000);
}

TEST_F(Gaps, TimesThatCannotBeTrustedEndAStretch) {
  ran(10, 20);
  ran(30, 40, false);
  ran(50, 60);
  EXPECT_DOUBLE_EQ(all().idle_ns, 0);
}

// Kernels of the last second wait for those that began before and end after them.
TEST_F(Gaps, AreTakenASecondLater) {
  ran(10, 20);
  ran(30, 40);
  EXPECT_EQ(take(false).launches, 0U);
  ran(2'000'000, 2'000'010);
  EXPECT_EQ(take(false).launches, 2U);
  EXPECT_TRUE(gaps_.take([](auto, auto) { return false; }, false).empty()) << "nothing new";
}

// A kernel of 3 s is recorded when it ends: no kernel ran in none of what it covers; a part that it covers in part is
// not known any more.
TEST_F(Gaps, AKernelThatIsRecordedLateCorrectsWhatWasSaid) {
  ran(10, 20);
  ran(30, 40);
  EXPECT_DOUBLE_EQ(all().idle_ns, 10'000);
  ran(140, 150);
  ran(160, 170);
  EXPECT_DOUBLE_EQ(all().idle_ns, 10'000 + 110'000);
  ran(45, 3'000'000);
  const GapsRecord record = all();
  EXPECT_DOUBLE_EQ(record.idle_ns, 10'000) << "the second part began at 40";
  EXPECT_EQ(record.launches, 2U + 1U);
  ran(25, 4'000'000);
  EXPECT_DOUBLE_EQ(all().idle_ns, 0);
}

TEST_F(Gaps, OfTwoGpusAreApart) {
  ran(10, 20);
  gaps_.record(1, at(12), at(14), true);
  gaps_.record(1, at(15), at(16), true);
  const auto records = gaps_.take([](auto, auto) { return false; }, true);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_DOUBLE_EQ(records[0].idle_ns, 0);
  EXPECT_DOUBLE_EQ(records[1].idle_ns, 1'000);
}

}  // namespace
}  // namespace rooflens::inject
