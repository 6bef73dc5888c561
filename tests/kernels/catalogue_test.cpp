// The catalogue: complete, unique, found by name, glob and near miss.
#include "kernels/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace rooflens::kernels {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::SizeIs;
using testing::StartsWith;

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
    EXPECT_TRUE(std::filesystem::exists(folder / match.str(1) / (match.str(2) + ".cu"))) << line;
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
    EXPECT_THAT(kernel->name, StartsWith(std::string(kernel->family()) + "/"));
    EXPECT_FALSE(kernel->summary.empty()) << kernel->name;
  }
}

TEST(Catalogue, DefaultsLieWithinTheLimits) {
  for (const Kernel* kernel : catalogue()) EXPECT_NO_THROW((void)make_problem(*kernel, {})) << kernel->name;
}

TEST(Catalogue, DefaultsMoveFarMoreThanAnL2HoldsOrComputeLong) {
  for (const Kernel* kernel : catalogue()) {
    if (kernel->family() == "latency") continue;  // waits, and does little meanwhile
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

TEST(Catalogue, CounterpartsAreOtherKernelsAndTheCauseIsNamed) {
  for (const Kernel* kernel : catalogue()) {
    if (kernel->counterpart.name.empty()) continue;
    EXPECT_NE(find(kernel->counterpart.name), nullptr) << kernel->name << " names " << kernel->counterpart.name;
    EXPECT_NE(kernel->counterpart.name, kernel->name);
    EXPECT_FALSE(kernel->counterpart.cause.empty()) << kernel->name;
    EXPECT_FALSE(kernel->counterpart.severity.empty()) << kernel->name;
  }
}

TEST(Catalogue, ExpectedCountersAreWholeNumbersAndNamedOnce) {
  for (const Kernel* kernel : catalogue()) {
    if (kernel->expected_counters == nullptr) continue;
    std::set<std::string_view> seen;
    for (const ExpectedCounter& counter : kernel->expected_counters(make_problem(*kernel, {}))) {
      EXPECT_TRUE(seen.insert(counter.name).second) << kernel->name << " " << counter.name;
      EXPECT_EQ(counter.value, std::floor(counter.value)) << kernel->name << " " << counter.name;
      EXPECT_GE(counter.value, 0) << kernel->name << " " << counter.name;
    }
  }
}

TEST(Catalogue, WhatAThreadHasInFlightIsWholeLoadsOfIt) {
  int declared = 0;
  for (const Kernel* kernel : catalogue()) {
    if (kernel->in_flight_per_thread == nullptr) continue;
    ++declared;
    const models::Work work = declared_work(*kernel, make_problem(*kernel, {}));
    ASSERT_TRUE(work.in_flight_per_thread.has_value()) << kernel->name;
    EXPECT_GE(work.in_flight_per_thread->value(), 4) << kernel->name;
    EXPECT_EQ(std::fmod(work.in_flight_per_thread->value(), 4), 0) << kernel->name;
    EXPECT_GT(work.requested.read.value(), 0) << kernel->name;
  }
  EXPECT_EQ(declared, 27);
}

TEST(Catalogue, LoadsInFlightGoWithTheParameter) {
  const Kernel* kernel = find("parallelism/loads-per-thread");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(declared_work(*kernel, make_problem(*kernel, {{"loads", 3}})).in_flight_per_thread->value(), 12);
  EXPECT_FALSE(declared_work(*find("reduction/two-pass"), make_problem(*find("reduction/two-pass"), {}))
                   .in_flight_per_thread.has_value());
}

TEST(Find, GivesTheKernelOrNothing) {
  ASSERT_NE(find("transpose/naive-row"), nullptr);
  EXPECT_EQ(find("transpose/naive-row")->name, "transpose/naive-row");
  EXPECT_EQ(find("transpose/naive_row"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(Match, StarStandsForAnything) {
  EXPECT_THAT(names(match("triad/*")),
              AllOf(IsSupersetOf({"triad/one-d", "triad/float4"}), Each(StartsWith("triad/"))));
  EXPECT_THAT(names(match("*/one-d")), AllOf(IsSupersetOf({"triad/one-d", "saxpy/one-d"}), Each(EndsWith("/one-d"))));
}

TEST(Match, StarCrossesTheSlash) {
  EXPECT_THAT(names(match("s*py/o*d")), Contains("saxpy/one-d"));
  EXPECT_THAT(names(match("sa*d")), Contains("saxpy/one-d"));
  EXPECT_EQ(match("*").size(), catalogue().size());
  EXPECT_EQ(match("**").size(), catalogue().size());
}

TEST(Match, QuestionMarkStandsForOneCharacter) {
  EXPECT_THAT(names(match("copy/float?")), IsSupersetOf({"copy/float4", "copy/float1"}));
  EXPECT_THAT(names(match("copy/?loat4")), ElementsAre("copy/float4"));
  EXPECT_THAT(match("copy/float4?"), IsEmpty());
}

TEST(Match, TriesLaterPlacesWhenTheFirstFails) {
  EXPECT_THAT(names(match("*e/*-*row")), Contains("transpose/naive-row"));
}

TEST(Match, WantsTheWholeName) {
  EXPECT_THAT(match("transpose"), IsEmpty());
  EXPECT_THAT(match(""), IsEmpty());
  EXPECT_THAT(names(match("copy/float4")), ElementsAre("copy/float4"));
}

TEST(Nearest, PutsTheMisspeltNameFirst) {
  EXPECT_EQ(nearest("reduction/sequentail").front(), "reduction/sequential");
  EXPECT_EQ(nearest("gem/naive").front(), "gemm/naive");
}

TEST(Nearest, KnowsTheVariantAlone) { EXPECT_EQ(nearest("naive-colum").front(), "transpose/naive-column"); }

TEST(Nearest, GivesAtMostWhatWasAskedFor) {
  EXPECT_THAT(nearest("transpse", 2), SizeIs(2));
  EXPECT_THAT(nearest("transpse", 0), IsEmpty());
}

TEST(Nearest, IsNothingForWhatIsNearToNoName) {
  EXPECT_THAT(nearest("nope/*"), IsEmpty());
  EXPECT_THAT(nearest("x"), IsEmpty());
  EXPECT_THAT(nearest("*"), IsEmpty());
}

TEST(Nearest, TakesAWildcardForTheFamily) { EXPECT_THAT(nearest("gem/*").front(), StartsWith("gemm/")); }

}  // namespace
}  // namespace rooflens::kernels
