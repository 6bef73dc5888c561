// What kernels claim about themselves holds together: partners exist, and counters are whole numbers, named once.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "kernels/catalogue.hpp"

namespace rooflens::kernels {
namespace {

TEST(Claims, NameAPartnerThatExistsAndDiffersAndSayInWhat) {
  for (const Kernel* kernel : catalogue()) {
    if (kernel->partner.name.empty()) continue;
    EXPECT_NE(find(kernel->partner.name), nullptr) << kernel->name;
    EXPECT_NE(kernel->partner.name, kernel->name);
    EXPECT_FALSE(kernel->partner.cause.empty()) << kernel->name;
    EXPECT_FALSE(kernel->partner.dose.empty()) << kernel->name;
  }
}

TEST(Claims, OfCountersAreWholeNumbersNamedOnce) {
  for (const Kernel* kernel : catalogue()) {
    if (kernel->expected_counters == nullptr) continue;
    std::set<std::string_view> seen;
    for (const ExpectedCounter& counter : kernel->expected_counters(make_problem(*kernel, {}))) {
      EXPECT_TRUE(seen.insert(counter.name).second) << kernel->name << ' ' << counter.name;
      EXPECT_GE(counter.value, 0) << kernel->name << ' ' << counter.name;
      EXPECT_EQ(counter.value, std::floor(counter.value)) << kernel->name << ' ' << counter.name;
    }
    EXPECT_FALSE(seen.empty()) << kernel->name << " claims nothing at its defaults";
  }
}

}  // namespace
}  // namespace rooflens::kernels
