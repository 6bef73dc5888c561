// Finding CUPTI, and the ways of not finding it. Each case that loads something runs in a child process, because
// libraries stay loaded.
#include "profiler/cupti/api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "profiler/bench/collector.hpp"
#include "profiler/cupti/major_version.hpp"

namespace rooflens::collect::cupti {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;

// What load() says with ROOFLENS_CUPTI set, as "what | remedy"; a child says it on stderr and ends.
[[noreturn]] void load_and_report(const std::string& chosen) {
  setenv("ROOFLENS_CUPTI", chosen.c_str(), 1);
  try {
    const auto api = load();
    std::fprintf(stderr, "loaded %s", api->path.c_str());
  } catch (const Unavailable& error) {
    std::fprintf(stderr, "%s | %s", error.what(), error.remedy().c_str());
  }
  _exit(0);
}

void expect_report(const std::string& chosen, const std::string& regex) {
  EXPECT_EXIT(load_and_report(chosen), ::testing::ExitedWithCode(0), ContainsRegex(regex)) << chosen;
}

TEST(CuptiLibraryDeathTest, IsMissingWhereTheVariablePoints) {
  expect_report("/nonexistent/libcupti.so",
                "ROOFLENS_CUPTI names /nonexistent/libcupti.so, which cannot be opened: .* \\| unset ROOFLENS_CUPTI");
}

TEST(CuptiLibraryDeathTest, IsMissingInTheFolderWhereTheVariablePoints) {
  expect_report("/etc",
                "ROOFLENS_CUPTI names /etc/libcupti.so.13, which cannot be opened: .* \\| unset ROOFLENS_CUPTI");
}

TEST(CuptiLibraryDeathTest, IsNotALibraryAtAll) {
  expect_report("/etc/passwd", "ROOFLENS_CUPTI names /etc/passwd, which cannot be opened: .* \\| unset ROOFLENS_CUPTI");
}

TEST(CuptiLibraryDeathTest, IsAnotherLibrary) {
  expect_report(ROOFLENS_NOT_CUPTI, "is not CUPTI \\| let ROOFLENS_CUPTI name libcupti.so");
}

TEST(CuptiLibraryDeathTest, IsOfAnotherVersion) {
  expect_report(ROOFLENS_OLD_CUPTI,
                "CUPTI 120000 at .*librooflens_old_cupti.so does not fit: this rooflens was built "
                "for 13[0-9]+ .* \\| let ROOFLENS_CUPTI name the directory of a CUDA 13");
}

TEST(CuptiLibraryDeathTest, IsOfALaterMajorVersion) {
  expect_report(ROOFLENS_NEXT_CUPTI, "CUPTI 140000 at .*librooflens_next_cupti.so does not fit");
}

TEST(CuptiMajorVersion, HasARowForEachThatCanBeUsed) {
  EXPECT_EQ(major_version(23), nullptr) << "CUDA 12.5 has no range profiler";
  ASSERT_NE(major_version(24), nullptr);
  EXPECT_EQ(major_version(24)->major, 12U);
  EXPECT_EQ(major_version(28)->major, 12U);
  EXPECT_STREQ(major_version(28)->switched_on_by, "ROOFLENS_CUPTI_12");
  EXPECT_EQ(major_version(CUPTI_API_VERSION)->major, CUPTI_API_VERSION / 10000U);
  EXPECT_EQ(major_version(CUPTI_API_VERSION - 1), nullptr) << "older than the headers";
  EXPECT_EQ(major_version(140000), nullptr);
}

TEST(CuptiFolders, AreAChosenToolkitsThenPipsThenThoseOfTheSystem) {
  setenv("CUDA_HOME", "/chosen", 1);
  unsetenv("CUDA_PATH");
  setenv("ROOFLENS_CUPTI_PATH", "/site/nvidia/cu13/lib::/site/nvidia/cuda_cupti/lib", 1);
  std::vector<fs::path> folders = cupti_folders();
  ASSERT_GE(folders.size(), 10U);
  EXPECT_EQ(folders[3], "/chosen/lib");
  EXPECT_EQ(folders[4], "/site/nvidia/cu13/lib");
  EXPECT_EQ(folders[5], "/site/nvidia/cuda_cupti/lib");
  EXPECT_EQ(folders[6], "/usr/local/cuda/extras/CUPTI/lib64");
  unsetenv("ROOFLENS_CUPTI_PATH");
  EXPECT_EQ(cupti_folders().at(4), "/usr/local/cuda/extras/CUPTI/lib64");
}

TEST(CuptiResult, SaysWhatItMeans) {
  std::shared_ptr<const Api> api;
  try {
    api = load();
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_NO_THROW(check(*api, CUPTI_SUCCESS, "nothing"));
  EXPECT_THROW(check(*api, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "x"), PermissionDenied);
  EXPECT_THROW(check(*api, CUPTI_ERROR_HARDWARE_BUSY, "x"), Unavailable);
  EXPECT_THROW(check(*api, CUPTI_ERROR_NOT_SUPPORTED, "x"), Unavailable);
  try {
    check(*api, CUPTI_ERROR_INVALID_PARAMETER, "asking for counters");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), ContainsRegex("asking for counters: .*INVALID_PARAMETER.* \\(1\\)"));
  }
}

TEST(CuptiLibrary, IsAsNewAsTheHeadersAndSaysWhereItIs) {
  std::shared_ptr<const Api> api;
  try {
    api = load();
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_GE(api->version, static_cast<unsigned>(CUPTI_API_VERSION));
  EXPECT_TRUE(fs::path(api->path).is_absolute()) << api->path;
  EXPECT_EQ(load()->path, api->path) << "a second load must use the copy that is there";
}

}  // namespace
}  // namespace rooflens::collect::cupti
