#include "profiler/observe/nvtx_ranges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace rooflens::inject {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NvtxRanges, NestsRangesOfAThread) {
  NvtxRanges ranges;
  EXPECT_FALSE(ranges.used());
  EXPECT_EQ(ranges.push("", "step"), 0);
  EXPECT_EQ(ranges.push("", "forward"), 1);
  EXPECT_THAT(ranges.path(), ElementsAre("step", "forward"));
  EXPECT_EQ(ranges.pop(""), 1);
  EXPECT_THAT(ranges.path(), ElementsAre("step"));
  EXPECT_EQ(ranges.pop(""), 0);
  EXPECT_EQ(ranges.pop(""), -1);
  EXPECT_THAT(ranges.path(), IsEmpty());
}

TEST(NvtxRanges, PopsTheLastRangeOfItsDomain) {
  NvtxRanges ranges;
  ranges.push("", "step");
  EXPECT_EQ(ranges.push("CCCL", "sort"), 0);
  ranges.pop("");
  EXPECT_THAT(ranges.path(), ElementsAre("CCCL@sort"));
}

TEST(NvtxRanges, PutsStartedRangesFirstAndEndsThemInAnyOrder) {
  NvtxRanges ranges;
  ranges.push("", "inner");
  const auto a = ranges.start("", "a");
  const auto b = ranges.start("io", "b");
  EXPECT_THAT(ranges.path(), ElementsAre("a", "io@b", "inner"));
  ranges.end(a);
  EXPECT_THAT(ranges.path(), ElementsAre("io@b", "inner"));
  ranges.end(b);
}

TEST(NvtxRanges, GivesAThreadWithoutRangesThoseOfTheThreadThatPushedLast) {
  NvtxRanges ranges;
  ranges.push("", "backward");
  std::vector<std::string> seen;
  std::thread([&] { seen = ranges.path(); }).join();
  EXPECT_THAT(seen, ElementsAre("backward"));
  std::thread([&] {
    ranges.push("", "worker");
    seen = ranges.path();
    ranges.pop("");
  }).join();
  EXPECT_THAT(seen, ElementsAre("worker"));
  EXPECT_THAT(ranges.path(), ElementsAre("backward"));
}

// A range that is opened in every step and never closed.
TEST(NvtxRanges, GivesAPathThatDoesNotGrowForEver) {
  NvtxRanges ranges;
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_EQ(ranges.push("", "step " + std::to_string(i)), i);
    ranges.start("", "request");
  }
  const std::vector<std::string> path = ranges.path();
  ASSERT_EQ(path.size(), 200U);
  EXPECT_EQ(path.front(), "request");
  EXPECT_EQ(path[100], "step 0") << "the outermost stay the same";
  EXPECT_EQ(ranges.pop(""), 99'999);
}

TEST(NvtxRanges, FindsARangeWithAndWithoutItsDomain) {
  const std::vector<std::string> path{"step", "CCCL@sort", "pass"};
  EXPECT_TRUE(inside_range(path, "step"));
  EXPECT_TRUE(inside_range(path, "sort"));
  EXPECT_TRUE(inside_range(path, "CCCL@sort"));
  EXPECT_TRUE(inside_range(path, "sort/pass"));
  EXPECT_FALSE(inside_range(path, "step/pass"));
  EXPECT_FALSE(inside_range(path, "other@sort"));
  EXPECT_FALSE(inside_range({}, "step"));
}

NvtxRanges* marked = nullptr;
std::atomic<int> marks_made{0};

// It comes in the middle of what it does itself.
TEST(NvtxRanges, LetAHandlerOfASignalUseThem) {
  marked = new NvtxRanges;
  std::atomic<bool> over{false};
  struct sigaction before {
  }, marks{};
  marks.sa_handler = [](int) {
    marked->push("", "signal");
    static_cast<void>(marked->pop(""));
    ++marks_made;
  };
  sigaction(SIGUSR1, &marks, &before);
  std::thread program([&] {
    marked->push("", "step");
    while (!over) {
      marked->push("", "inner");
      marked->pop("");
    }
  });
  for (int sent = 1; sent <= 1000; ++sent) {
    pthread_kill(program.native_handle(), SIGUSR1);
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (marks_made < sent && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    if (marks_made < sent) {
      ADD_FAILURE() << "the program waits for itself";
      std::_Exit(1);
    }
  }
  over = true;
  program.join();
  sigaction(SIGUSR1, &before, nullptr);
}

// Nobody is to belong to a thread that is gone.
TEST(NvtxRanges, EndWithTheThreadThatLeftThemOpen) {
  NvtxRanges ranges;
  EXPECT_THAT(ranges.path(), IsEmpty());
  std::thread([&] { ranges.push("", "left open"); }).join();
  EXPECT_THAT(ranges.path(), IsEmpty());
}

// An object of the thread's that was made first ends last. The sanitizer of addresses sees what else goes wrong here.
TEST(NvtxRanges, HearDestructorsAtTheEndOfAThread) {
  static NvtxRanges ranges;
  static std::vector<int> depths;
  struct Late {
    bool used = false;
    ~Late() { depths = {ranges.push("", "late"), ranges.pop("")}; }
  };
  std::thread([] {
    thread_local Late late;
    late.used = true;
    ranges.push("", "left open");
  }).join();
  EXPECT_THAT(depths, ElementsAre(0, 0)) << "what the thread left open ended with it";
}

}  // namespace
}  // namespace rooflens::inject
