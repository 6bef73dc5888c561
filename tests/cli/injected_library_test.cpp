// Where the library for applications is looked for.
#include "profiler/actions/injected_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(InjectedLibrary, LiesBesideTheExecutableOrInLib) {
  EXPECT_THAT(injected_library_places("", "/opt/rooflens/bin/rooflens"),
              ElementsAre("/opt/rooflens/bin/librooflens_inject.so", "/opt/rooflens/lib/librooflens_inject.so"));
}

TEST(InjectedLibrary, IsWhatTheVariableNames) {
  const cli::ScratchFolder folder;
  EXPECT_THAT(injected_library_places("/a/other.so", "/opt/bin/rooflens"), ElementsAre("/a/other.so"));
  EXPECT_THAT(injected_library_places("other.so", "/opt/bin/rooflens"), ElementsAre(fs::current_path() / "other.so"))
      << "the application may run in another folder";
  EXPECT_THAT(injected_library_places(folder.path(), "/opt/bin/rooflens"),
              ElementsAre(folder.path() / "librooflens_inject.so"));
}

TEST(InjectedLibrary, IsTheFirstThatExists) {
  const cli::ScratchFolder folder;
  const fs::path first = folder / "first.so";
  const fs::path second = folder / "second.so";
  EXPECT_EQ(find_injected_library({first, second}), std::nullopt);
  std::ofstream(second) << "library";
  EXPECT_EQ(find_injected_library({first, second}), second);
  fs::create_directory(first);
  EXPECT_EQ(find_injected_library({first, second}), second) << "a folder is no library";
}

}  // namespace
}  // namespace rooflens::actions
