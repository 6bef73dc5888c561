// A program that uses CUPTI itself, by functions that it looks up: it keeps CUPTI, in whatever copy, and the injected
// library steps aside before the call.
#include <cupti.h>
#include <cupti_profiler_target.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <variant>

#include "profiler/config/profile_config.hpp"
#include "tests/fixtures/library_symbol.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::inject {
namespace {

void CUPTIAPI give(std::uint8_t**, std::size_t*, std::size_t*) {}
void CUPTIAPI take(CUcontext, std::uint32_t, std::uint8_t*, std::size_t, std::size_t) {}

using fixtures::from;

CUptiResult take_records(const std::string& cupti) {
  return from<std::remove_pointer_t<decltype(&cuptiActivityRegisterCallbacks)>>(
      cupti, "cuptiActivityRegisterCallbacks")(give, take);
}

bool takes_records(const std::string& cupti) {
  return *from<CUpti_BuffersCallbackCompleteFunc>(cupti, "talking_cupti_takes_records") == take;
}

bool rooflens_hears() { return from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_hears")(); }

class CuptiUsers : public ::testing::Test {
 protected:
  // Runs it in a process with the library; 0 where all that it looked at was so.
  int guest(
      const std::function<int()>& body, const std::function<void()>& before = [] {}) const {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      collect::ProfileConfig config;
      config.spool_folder = folder.path().string();
      setenv(collect::kProfileVariable, encode(config).c_str(), 1);
      setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI, 1);
      before();
      from<int()>(ROOFLENS_INJECT, "InitializeInjection")();
      std::exit(body());
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  [[nodiscard]] std::string notes() const { return fixtures::note_ids(folder.path()); }
  fixtures::ScratchFolder folder;
};

TEST_F(CuptiUsers, KeepRecordsThatTheyTakeByAFunctionThatTheyLookedUp) {
  const int code = guest([] {
    if (!rooflens_hears() || takes_records(ROOFLENS_TALKING_CUPTI)) return 1;
    if (take_records(ROOFLENS_TALKING_CUPTI) != CUPTI_SUCCESS) return 2;
    return rooflens_hears() || !takes_records(ROOFLENS_TALKING_CUPTI) ? 3 : 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// What makes a file CUPTI is what it exports; the call belongs to the copy that it was made to.
TEST_F(CuptiUsers, ReachTheCopyThatTheyAskedAndNotOurs) {
  const std::string copy = folder / "renamed.so";
  std::filesystem::copy_file(ROOFLENS_TALKING_CUPTI, copy);
  const auto open = [&] { static_cast<void>(dlopen(copy.c_str(), RTLD_NOW)); };
  const int code = guest(
      [&] {
        if (take_records(copy) != CUPTI_SUCCESS) return 1;
        if (!takes_records(copy)) return 2;
        if (takes_records(ROOFLENS_TALKING_CUPTI)) return 3;
        return rooflens_hears() ? 4 : 0;
      },
      open);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// A copy that is loaded later is found by the library's own thread, which looks five times a second.
TEST_F(CuptiUsers, AreSeenInACopyThatIsLoadedLater) {
  const std::string copy = folder / "renamed.so";
  std::filesystem::copy_file(ROOFLENS_TALKING_CUPTI, copy);
  EXPECT_EQ(guest([&] {
              static_cast<void>(dlopen(copy.c_str(), RTLD_NOW));
              usleep(900'000);
              return take_records(copy) != CUPTI_SUCCESS || !takes_records(copy) || rooflens_hears() ? 1 : 0;
            }),
            0);
  EXPECT_EQ(notes(), "own-cupti ");
}

TEST_F(CuptiUsers, CountWithoutSubscribing) {
  const int code = guest([] {
    auto* const initialize =
        from<CUptiResult(CUpti_Profiler_Initialize_Params*)>(ROOFLENS_TALKING_CUPTI, "cuptiProfilerInitialize");
    const int before = *from<int>(ROOFLENS_TALKING_CUPTI, "talking_cupti_initialized");
    if (initialize(nullptr) != CUPTI_ERROR_HARDWARE_BUSY) return 1;  // as it answers everybody
    if (*from<int>(ROOFLENS_TALKING_CUPTI, "talking_cupti_initialized") != before + 1) return 2;
    return rooflens_hears() ? 3 : 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// Before cuInit, in which the driver loads the library: whoever did that may take records already.
TEST_F(CuptiUsers, KeepCuptiWhereTheyMayHaveBegunBefore) {
  static decltype(&cuptiActivityRegisterCallbacks) at_hand = nullptr;
  const int code = guest([] { return rooflens_hears() || !takes_records(ROOFLENS_TALKING_CUPTI) ? 1 : 0; },
                         [] {
                           at_hand = from<std::remove_pointer_t<decltype(at_hand)>>(ROOFLENS_TALKING_CUPTI,
                                                                                    "cuptiActivityRegisterCallbacks");
                           at_hand(give, take);
                         });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// The library's own calls are nobody else's, also where it begins again.
TEST_F(CuptiUsers, AreNotWeOurselves) {
  const int code = guest([] {
    auto* const launch = from<void()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_launch");
    launch();
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    from<void()>(ROOFLENS_INJECT, "RooflensBegin")();
    launch();
    return rooflens_hears() ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes().find("own-cupti"), std::string::npos) << notes();
}

}  // namespace
}  // namespace rooflens::inject
