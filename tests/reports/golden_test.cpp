// What each text format prints, kept as files.
#include "tests/reports/golden.hpp"

#include <gtest/gtest.h>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

struct Recorded {
  const char* name;
  models::Recording (*make)();
};

class Golden : public ::testing::TestWithParam<Recorded> {
 protected:
  // Points at the first line that differs instead of printing both files.
  void expect_golden(const std::string& extension, const std::string& actual) {
    const std::string name = std::string("reports/") + GetParam().name + extension;
    const std::string expected = golden(name, actual);
    if (actual == expected) return;
    const auto differs = std::mismatch(actual.begin(), actual.end(), expected.begin(), expected.end());
    const auto line = std::count(actual.begin(), differs.first, '\n') + 1;
    const auto from = static_cast<std::size_t>(differs.first - actual.begin());
    ADD_FAILURE() << name << " differs in line " << line << " from: " << actual.substr(from, 80)
                  << "\nROOFLENS_UPDATE_GOLDEN=1 writes it anew";
  }
  Sample sample_{GetParam().make()};
};

TEST_P(Golden, Text) { expect_golden(".txt", render_text(sample_.document(), {})); }
TEST_P(Golden, Csv) { expect_golden(".csv", render_csv(sample_.document())); }
TEST_P(Golden, Json) { expect_golden(".json", render_json(sample_.document())); }
TEST_P(Golden, Svg) { expect_golden(".svg", render_svg(sample_.document(), {})); }

INSTANTIATE_TEST_SUITE_P(Recordings, Golden,
                         ::testing::Values(Recorded{"one_kernel", fixtures::one_kernel},
                                           Recorded{"twelve_kernels", fixtures::twelve_kernels},
                                           Recorded{"troubled_kernels", fixtures::troubled_kernels}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace rooflens::reports
