// Kernels that are one template, and what the headline makes of them.
#include "models/explain/kernel_groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/explain/analysis.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A kernel of 800 kB takes 0.8 µs at its roof.
class KernelGroups : public ::testing::Test {
 protected:
  Observation& add(const std::string& name, const std::string& function, double time_us) {
    Observation& o = fixtures::add_kernel(recording_, name, {time_us});
    o.cache = CachePolicy::uncontrolled;
    o.launches.front().function = function;
    return o;
  }
  const MachineAnalysis& machine() {
    analysis_ = analyse(recording_);
    return analysis_.machines.front();
  }
  Recording recording_ = fixtures::small_recording();
  Analysis analysis_;
};

TEST_F(KernelGroups, HoldTheVariantsOfATemplate) {
  add("apply<Add>", "void at::apply<Add>(int)", 2);
  add("one", "one(int)", 4);
  add("apply<Mul>", "void at::apply<Mul>(int)", 4).launches_made = 3;
  ASSERT_EQ(machine().groups.size(), 1u);
  const KernelGroup& group = machine().groups.front();
  EXPECT_EQ(group.name, "apply");
  EXPECT_THAT(group.kernels, ElementsAre(2u, 0u)) << "most time first";
  EXPECT_EQ(group.launches, 4u);
  EXPECT_DOUBLE_EQ(group.share_of_time, (2 + 3 * 4) / 18.0);
  EXPECT_NEAR(group.recoverable.value(), (1.2 + 3 * 3.2) * 1e-6, 1e-12);
}

TEST_F(KernelGroups, AreOfOneScopeAndOfDifferentKernels) {
  add("apply<Add>", "void a::apply<Add>(int)", 2);
  add("apply<Mul>", "void b::apply<Mul>(int)", 2);
  add("same", "same(int)", 2);
  add("same", "same(int)", 2);  // of another process
  EXPECT_THAT(machine().groups, IsEmpty());
}

TEST_F(KernelGroups, AreOfApplicationsAlone) {
  for (const char* function : {"f<1>(int)", "f<2>(int)"}) add(function, function, 2).cache = CachePolicy::cold;
  EXPECT_THAT(machine().groups, IsEmpty());
}

TEST_F(KernelGroups, StandInTheHeadlineWhereTheyMatterMoreThanItsFirstKernel) {
  add("large", "large(int)", 3.5);
  add("apply<Add>", "void apply<Add>(int)", 2.5);
  EXPECT_THAT(machine().verdict, Not(HasSubstr("named")));
  add("apply<Mul>", "void apply<Mul>(int)", 2.5);
  EXPECT_THAT(machine().verdict, HasSubstr(" Together, 2 kernels named apply take 59 %."));
  add("large<2>", "large<2>(int)", 30);
  EXPECT_THAT(machine().verdict, HasSubstr(" Together, 2 kernels named large take 87 %."));
}

// All of one block on 10 SMs: each is told to cut its work into more blocks.
TEST_F(KernelGroups, AreWhatToTryFirstWhereTheirKernelsShareAnAdvice) {
  add("large", "large(int)", 8);
  for (const char* name : {"apply<Add>", "apply<Mul>"}) {
    Observation& o = add(name, std::string("void ") + name + "(int)", 5);
    o.launches.front().grid = {1, 1, 1};
    for (const auto& [counter, value] :
         {std::pair{"sm__cycles_active.max", 5000.0}, {"sm__cycles_active.avg", 500.0}}) {
      o.counters.set(counter, {.value = value, .samples = 1, .min = value, .max = value, .pass = 0});
    }
  }
  EXPECT_THAT(machine().verdict, HasSubstr(" First to try in 2 kernels named apply: cut the work into more, smaller "
                                           "blocks (saves "));
}

}  // namespace
}  // namespace rooflens::models
