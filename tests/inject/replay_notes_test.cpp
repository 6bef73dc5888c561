// What the report says against repeating launches, once for each reason, and what is not repeated.
#include "profiler/count/replay_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct ReplayNotesTest : EngineTest {
  std::size_t* used = nullptr;

  void SetUp() override {
    EngineTest::SetUp();
    used = static_cast<std::size_t*>(dlsym(RTLD_DEFAULT, "fake_cuda_used"));
    ASSERT_NE(used, nullptr);
    config.replay = collect::ReplayMode::kernel;
  }
  void TearDown() override {
    *used = 0;
    EngineTest::TearDown();
  }
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> texts;
    for (const auto& note : written<collect::spool::NoteRecord>()) {
      if (note.id == "repeated" || note.id == "not-repeated") texts.push_back(note.text);
    }
    return texts;
  }
};

TEST_F(ReplayNotesTest, SayNothingWhereNothingIsKnown) {
  begin();
  EXPECT_TRUE(launch());
  EXPECT_THAT(notes(), IsEmpty());
}

TEST_F(ReplayNotesTest, NameTheFirstKernelThatWasRepeatedAllTheSame) {
  *used = 5'000'000'000;
  begin();
  engine->shares_memory();
  form = LaunchForm::cooperative;
  EXPECT_TRUE(launch());
  EXPECT_TRUE(launch("other"));
  EXPECT_THAT(notes(), ElementsAre(StartsWith("add was repeated although its launch is cooperative"),
                                   StartsWith("add was repeated although more than 4 GB"),
                                   StartsWith("add was repeated although the program has several processes")));
}

// As where a module is loaded by the launch itself.
TEST_F(ReplayNotesTest, RepeatNoKernelWhoseCodeWasNotSeen) {
  sees_code = false;
  begin();
  EXPECT_FALSE(launch());
  engine->module_loaded(code.data(), code.size());
  EXPECT_TRUE(launch());
  EXPECT_THAT(notes(), ElementsAre(StartsWith("a launch of add was not repeated and not counted: its code was not ")));
}

ReplayNotesTest* loading = nullptr;

TEST_F(ReplayNotesTest, RepeatAKernelWhoseCodeTheDriverLoadsBefore) {
  auto** load = static_cast<void (**)(const void*)>(dlsym(RTLD_DEFAULT, "fake_cuda_load"));
  ASSERT_NE(load, nullptr);
  loading = this;
  *load = [](const void* function) {
    EXPECT_STREQ(static_cast<const char*>(function), "add");
    loading->engine->module_loaded(loading->code.data(), loading->code.size());
  };
  sees_code = false;
  begin();
  EXPECT_TRUE(launch());
  *load = nullptr;
  EXPECT_THAT(notes(), IsEmpty());
}

TEST_F(ReplayNotesTest, RepeatNothingThatStaysUnseen) {
  sees_code = false;
  begin();
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(launch());
  engine->module_loaded(code.data(), code.size());
  EXPECT_FALSE(launch()) << "its progress is complete";
}

TEST_F(ReplayNotesTest, NameWhatWasLeftUncounted) {
  begin();
  engine->capture_begins(&streams[0], kContext);
  EXPECT_FALSE(launch());
  EXPECT_FALSE(launch("other"));
  engine->capture_ends(&streams[0]);
  *busy = true;
  EXPECT_FALSE(launch());
  *busy = false;
  EXPECT_THAT(notes(), ElementsAre(StartsWith("a launch of add was not repeated and not counted: a stream was being "),
                                   StartsWith("a launch of add was not repeated and not counted: other work")));
}

// With any geometry: its code may wait, and nothing ends a repetition.
TEST_F(ReplayNotesTest, RepeatNoKernelThatWasSeenToWait) {
  config.lines = true;
  config.launches_per_kernel = 1;
  begin();
  EXPECT_TRUE(launch());
  record("add", 1'000'000);
  LaunchCall instructions;
  instructions.function = "add";
  instructions.grid = {1, 1, 1};
  instructions.block = {32, 1, 1};
  engine->launches().enter();
  EXPECT_EQ(engine->launch_enter(kContext, 900, instructions, "add"), nullptr);
  ASSERT_TRUE(Engine::counts_here());
  *busy = true;
  engine->launch_exit(900, true);
  engine->launches().leave();
  *busy = false;
  engine->tick();
  ASSERT_TRUE(noted("waits"));
  blocks = 2;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  EXPECT_THAT(notes(), ElementsAre(StartsWith("a launch of add was not repeated and not counted: an earlier launch")));
}

}  // namespace
}  // namespace rooflens::inject
