// What code reaches, in cubins that nvcc made of code.cu here, whole and damaged.
#include "profiler/count/kernel_code.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rooflens::inject {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::vector<char> cubin(const std::string& name) {
  std::ifstream file(std::string(ROOFLENS_CUBINS) + "/" + name + ".cubin", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::map<std::string, unsigned> reach_in(const std::vector<char>& bytes) {
  return reach_of_kernels(std::as_bytes(std::span(bytes)));
}

class KernelCodeOf : public ::testing::TestWithParam<const char*> {};

// Atomic operations for the GPU alone are no reason. All volatile reads have system scope:
// those of a scan that looks back at other blocks too.
TEST_P(KernelCodeOf, ReachesWhatItCalls) {
  const std::vector<char> bytes = cubin(GetParam());
  ASSERT_FALSE(bytes.empty());
  EXPECT_THAT(reach_in(bytes),
              UnorderedElementsAre(Pair("k0_nothing", 0U), Pair("k8_swaps", 0U), Pair("k1_prints", Reach::prints),
                                   Pair("k2_allocates", Reach::heap), Pair("k3_frees", Reach::heap),
                                   Pair("k4_asserts", Reach::asserts), Pair("k5_points", Reach::prints),
                                   Pair("k6_waits", Reach::kTalks), Pair("k7_swaps_for_all", Reach::kTalks),
                                   Pair("k9_looks_back", Reach::system_reads)));
}
INSTANTIATE_TEST_SUITE_P(All, KernelCodeOf, ::testing::Values("sm_75", "sm_80", "sm_90a", "sm_120"));

// Linked from several objects, as libraries of collectives are: the functions are symbols of their own.
TEST(KernelCode, IsFollowedThroughPointersAndLaunches) {
  const auto found = reach_in(cubin("linked"));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.at("k0_nothing"), 0U);
  EXPECT_EQ(found.at("k1_prints"), unsigned{Reach::prints});
  EXPECT_TRUE(found.at("k5_points") & Reach::prints);
  EXPECT_TRUE(found.at("k10_launches") & Reach::launches);
  EXPECT_FALSE(found.at("k10_launches") & Reach::prints);
  EXPECT_EQ(found.at("k6_waits"), Reach::kTalks);
}

// Where there are more sections than a header can say, the first section does.
TEST(KernelCode, IsReadWhereTheHeaderDoesNotSayHowManySectionsThereAre) {
  std::vector<char> bytes = cubin("sm_90a");
  const auto whole = reach_in(bytes);
  Elf64_Ehdr head;
  std::memcpy(&head, bytes.data(), sizeof head);
  Elf64_Shdr first;
  std::memcpy(&first, bytes.data() + head.e_shoff, sizeof first);
  first.sh_size = std::exchange(head.e_shnum, Elf64_Half{0});
  first.sh_link = std::exchange(head.e_shstrndx, Elf64_Half{SHN_XINDEX});
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + head.e_shoff, &first, sizeof first);
  EXPECT_EQ(reach_in(bytes), whole);
}

TEST(KernelCode, IsTheLeastSafeOfOneName) {
  KernelCode code;
  EXPECT_EQ(code.reach("k1_prints"), std::nullopt);
  const std::vector<char> bytes = cubin("sm_90a");
  EXPECT_TRUE(code.add(bytes.data(), bytes.size()));
  EXPECT_FALSE(code.add(nullptr, 100));
  EXPECT_FALSE(code.add("no cubin", 8));
  EXPECT_EQ(code.reach("k1_prints"), unsigned{Reach::prints});
  EXPECT_EQ(code.reach("k0_nothing"), 0U);
  EXPECT_EQ(code.reach("printf"), std::nullopt);
}

// Read in memory of just that size, which AddressSanitizer guards.
TEST(KernelCode, OfADamagedFileIsReadWithinIt) {
  const std::vector<char> whole = cubin("sm_90a");
  EXPECT_THAT(reach_in({}), IsEmpty());
  for (std::size_t size = 0; size < whole.size(); size += 61) {
    static_cast<void>(reach_in({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}));
  }
  std::minstd_rand random(1);
  std::size_t other = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<char> mutated = whole;
    for (int k = 0; k < 4; ++k) {
      // Half of them where tables begin: headers of the file and of its sections, and the call graph before the code.
      const std::size_t place = random() % mutated.size();
      const std::size_t table = mutated.size() - 1 - random() % (mutated.size() / 6);
      mutated[k % 2 == 0 ? place : i % 2 == 0 ? random() % 64 : table] = static_cast<char>(random());
    }
    other += reach_in(mutated) != reach_in(whole) ? 1U : 0U;
  }
  EXPECT_GT(other, 100U) << "they were read";
}

TEST(KernelCode, IsToldInWords) {
  EXPECT_EQ(words_of(Reach::prints | Reach::heap), "prints and allocates or frees memory on the GPU");
  EXPECT_EQ(words_of(Reach::launches | Reach::kTalks), "launches kernels on the GPU");
  EXPECT_EQ(words_of(Reach::kTalks), "");
}

}  // namespace
}  // namespace rooflens::inject
