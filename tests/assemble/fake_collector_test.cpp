// The fake keeps the promises of the seam, so that what passes with it can pass with the real one.
#include "tests/assemble/fake_collector.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace rooflens::collect {
namespace {

Request request(const std::string& name, int repetitions) {
  return {
      .name = name, .launch = [] {}, .reset = [] {}, .cache = models::CachePolicy::warm, .repetitions = repetitions};
}

TEST(FakeCollector, AnswersEachRequestInOrder) {
  FakeLog log;
  FakeCollector collector(log, [](std::size_t, const Request& asked) { return plain_capture(asked); });
  const auto captures = collector.capture(std::vector{request("a", 1), request("b", 3)});
  ASSERT_EQ(captures.size(), 2U);
  EXPECT_EQ(captures[0].durations.size(), 1U);
  EXPECT_EQ(captures[1].durations.size(), 3U);
}

TEST(FakeCollector, ResetsBeforeEachExecutionAndTimesBeforeItCounts) {
  FakeLog log;
  FakeCollector collector(log, [](std::size_t, const Request& asked) { return plain_capture(asked); });
  (void)collector.capture(std::vector{request("a", 2), request("b", 0)});
  const std::vector<std::string> expected{"reset a", "launch a", "reset a", "launch a",   // times
                                          "reset a", "launch a", "reset b", "launch b"};  // counters
  EXPECT_EQ(log.calls, expected);
}

TEST(FakeCollector, WritesDownWhatItWasAskedBatchByBatch) {
  FakeLog log;
  FakeCollector collector(log, [](std::size_t, const Request& asked) { return plain_capture(asked); });
  (void)collector.capture(std::vector{request("a", 2)});
  (void)collector.capture(std::vector{request("b", 0)});
  ASSERT_EQ(log.batches.size(), 2U);
  EXPECT_EQ(log.batches[0], (std::vector<FakeLog::Asked>{{"a", models::CachePolicy::warm, 2}}));
  EXPECT_EQ(log.batches[1], (std::vector<FakeLog::Asked>{{"b", models::CachePolicy::warm, 0}}));
}

TEST(FakeCollector, PassesOnTheFailureItWasTold) {
  FakeLog log;
  FakeCollector collector(log, [](std::size_t, const Request&) -> Capture { throw PermissionDenied("no"); });
  EXPECT_THROW((void)collector.capture(std::vector{request("a", 1)}), PermissionDenied);
}

}  // namespace
}  // namespace rooflens::collect
