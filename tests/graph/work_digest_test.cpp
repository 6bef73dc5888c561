#include "profiler/graph/work_digest.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

class WorkDigest : public ::testing::Test {
 protected:
  // A kernel of (void* x, int n, struct {void* y; int m;}).
  [[nodiscard]] std::uint64_t of(std::uint64_t x, int n, std::uint64_t y, int m) const {
    KernelStep step;
    step.arguments.resize(28);
    std::memcpy(step.arguments.data(), &x, sizeof x);
    std::memcpy(step.arguments.data() + 8, &n, sizeof n);
    std::memcpy(step.arguments.data() + 16, &y, sizeof y);
    std::memcpy(step.arguments.data() + 24, &m, sizeof m);
    return work_digest(table, step);
  }

  FakeDriver driver;
  GraphDriver table = FakeDriver::table();
  static constexpr std::uint64_t kX = 0x7f0012340000, kY = 0x7f0056780000, kZ = 0x302000000;
};

TEST_F(WorkDigest, IsTheSameWhereOnlyAddressesMove) {
  EXPECT_EQ(of(kX, 64, kY, 3), of(kY, 64, kX, 3));
  EXPECT_EQ(of(kX, 64, kY, 3), of(kZ, 64, kZ, 3));
}

TEST_F(WorkDigest, DiffersWithEveryNumber) {
  EXPECT_NE(of(kX, 64, kY, 3), of(kX, 65, kY, 3));
  EXPECT_NE(of(kX, 64, kY, 3), of(kX, 64, kY, 4));
  EXPECT_NE(of(kX, 64, kY, 3), of(kX, 3, kY, 64));
}

TEST_F(WorkDigest, DiffersWhereAnAddressIsMissing) {
  EXPECT_NE(of(kX, 64, kY, 3), of(kX, 64, 0, 3));
  EXPECT_NE(of(kX, 64, kY, 3), of(0, 64, kY, 3));
}

// A hash, or the bits of a floating-point number.
TEST_F(WorkDigest, TakesForAddressesOnlyWhatTheDriverKnows) {
  driver.pageable = true;
  EXPECT_NE(of(kX, 64, kY, 3), of(kZ, 64, kY, 3));
  driver.pageable = false;
  EXPECT_NE(of(0x4000000000000000, 64, kY, 3), of(0x4008000000000000, 64, kY, 3));
  EXPECT_NE(of(4096, 64, kY, 3), of(8192, 64, kY, 3)) << "a size";
}

}  // namespace
}  // namespace rooflens::graph
