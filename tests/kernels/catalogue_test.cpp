// The catalogue: complete, unique, found by name, glob and near miss.
#include "kernels/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace rooflens::kernels {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string_view> names(const std::vector<const Kernel*>& kernels) {
  std::vector<std::string_view> result;
  for (const Kernel* kernel : kernels) result.push_back(kernel->name);
  return result;
}

TEST(Catalogue, HasEveryLineOfTheFileInItsOrderWithItsSources) {
  const std::filesystem::path folder = std::filesystem::path(ROOFLENS_SOURCE_DIR) / "kernels";
  std::ifstream file(folder / "catalogue.def");
  const std::regex entry(R"(ROOFLENS_KERNEL\((\w+), (\w+)\))");
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, entry)) continue;
    for (const char* extension : {".hpp", ".cpp", ".cu"}) {
      EXPECT_TRUE(std::filesystem::exists(folder / match.str(1) / (match.str(2) + extension))) << line << extension;
    }
    expected.push_back(match.str(1) + "/" + std::regex_replace(match.str(2), std::regex("_"), "-"));
  }
  std::vector<std::string> found;
  for (const Kernel* kernel : catalogue()) found.emplace_back(kernel->name);
  EXPECT_EQ(found, expected);
  EXPECT_THAT(found, SizeIs(testing::Gt(0)));
}

TEST(Catalogue, NamesAreUniqueAndBeginWithTheFamily) {
  std::set<std::string_view> seen;
  for (const Kernel* kernel : catalogue()) {
    EXPECT_TRUE(seen.insert(kernel->name).second) << kernel->name;
    EXPECT_EQ(kernel->name.substr(0, kernel->family.size() + 1), std::string(kernel->family) + "/");
    EXPECT_FALSE(kernel->summary.empty()) << kernel->name;
  }
}

TEST(Catalogue, DefaultsLieWithinTheLimits) {
  for (const Kernel* kernel : catalogue()) EXPECT_NO_THROW((void)make_problem(*kernel, {})) << kernel->name;
}

TEST(Catalogue, DefaultsMoveFarMoreThanAnL2HoldsOrComputeLong) {
  for (const Kernel* kernel : catalogue()) {
    const models::Work work = kernel->work(make_problem(*kernel, {}));
    double operations = 0;
    for (const auto& [precision, count] : work.operations) operations += count.value();
    EXPECT_TRUE(work.compulsory.total().value() > 4 * 60e6 || operations > 5e10) << kernel->name;
  }
}

TEST(Catalogue, NeedsAtLeastTheDeviceMemoryThatIsReadAndWritten) {
  for (const Kernel* kernel : catalogue()) {
    const Problem problem = make_problem(*kernel, {});
    EXPECT_GE(kernel->device_memory(problem), kernel->work(problem).compulsory.total()) << kernel->name;
  }
}

TEST(Catalogue, RequestsAtLeastTheCompulsoryBytes) {
  for (const Kernel* kernel : catalogue()) {
    const models::Work work = kernel->work(make_problem(*kernel, {}));
    EXPECT_GE(work.requested.total(), work.compulsory.total()) << kernel->name;
    EXPECT_GE(work.ideal_l2.total(), work.compulsory.total()) << kernel->name;
  }
}

TEST(Find, GivesTheKernelOrNothing) {
  ASSERT_NE(find("transpose/naive-row"), nullptr);
  EXPECT_EQ(find("transpose/naive-row")->name, "transpose/naive-row");
  EXPECT_EQ(find("transpose/naive_row"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(Match, StarStandsForAnything) {
  EXPECT_THAT(names(match("transpose/*")), ElementsAre("transpose/naive-row", "transpose/tiled", "transpose/padded"));
  EXPECT_THAT(names(match("*/tiled")), ElementsAre("transpose/tiled", "sgemm/tiled", "stencil3d/tiled"));
}

TEST(Match, StarCrossesTheSlash) {
  EXPECT_THAT(names(match("s*m/t*d")), ElementsAre("sgemm/tiled"));
  EXPECT_EQ(match("*").size(), catalogue().size());
  EXPECT_EQ(match("**").size(), catalogue().size());
}

TEST(Match, QuestionMarkStandsForOneCharacter) {
  EXPECT_THAT(names(match("copy/float?")), ElementsAre("copy/float4"));
  EXPECT_THAT(match("copy/float4?"), IsEmpty());
}

TEST(Match, TriesLaterPlacesWhenTheFirstFails) {
  EXPECT_THAT(names(match("*e/*ed")), ElementsAre("transpose/tiled", "transpose/padded"));
}

TEST(Match, WantsTheWholeName) {
  EXPECT_THAT(match("transpose"), IsEmpty());
  EXPECT_THAT(match(""), IsEmpty());
  EXPECT_THAT(names(match("copy/float4")), ElementsAre("copy/float4"));
}

TEST(Nearest, PutsTheMisspeltNameFirst) {
  EXPECT_EQ(nearest("reduction/sequentail").front(), "reduction/sequential");
  EXPECT_EQ(nearest("sgem/naive").front(), "sgemm/naive");
}

TEST(Nearest, KnowsTheVariantAlone) { EXPECT_EQ(nearest("grid-strid").front(), "reduction/grid-stride"); }

TEST(Nearest, GivesAtMostWhatWasAskedFor) {
  EXPECT_THAT(nearest("x", 2), SizeIs(2));
  EXPECT_THAT(nearest("x", 0), IsEmpty());
  EXPECT_EQ(nearest("x", 1000).size(), catalogue().size());
}

}  // namespace
}  // namespace rooflens::kernels
