#include "profiler/observe/other_cupti.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace rooflens::inject {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OtherCupti, IsAnotherFileOfThatName) {
  const std::vector<std::string> objects{"/usr/lib/libc.so.6", "/a/libcupti.so.13", "/b/libcupti.so.12",
                                         "/b/libcupti.so.12", "/b/libcupti_helper.so"};
  EXPECT_THAT(other_cuptis(objects, "/a/libcupti.so.13"), ElementsAre("/b/libcupti.so.12"));
}

TEST(OtherCupti, IsNotTheSameFileByAnotherName) {
  const fs::path folder = fs::path(testing::TempDir()) / "rooflens_other_cupti";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "libcupti.so.2026") << "x";
  fs::create_symlink("libcupti.so.2026", folder / "libcupti.so.13");
  EXPECT_THAT(other_cuptis(std::vector{(folder / "libcupti.so.13").string()}, (folder / "libcupti.so.2026").string()),
              IsEmpty());
  fs::remove_all(folder);
}

TEST(LoadedObjects, HoldTheCLibrary) {
  EXPECT_THAT(loaded_objects(), ::testing::Contains(::testing::HasSubstr("libc.so")));
}

}  // namespace
}  // namespace rooflens::inject
