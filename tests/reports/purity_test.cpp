// A report is a function of its document: not of the run, the locale or the machine's fonts.
#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <cstdlib>
#include <locale>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

std::array<std::string, 5> every_format(const Sample& sample) {
  const Document document = sample.document();
  return {render_text(document, {}), render_csv(document), render_json(document), render_svg(document, {}),
          render_png(document, {.scale = 1})};
}

TEST(Purity, GivesTheSameBytesForTheSameRecording) {
  const Sample first(fixtures::troubled_kernels());
  const Sample second(fixtures::troubled_kernels());
  EXPECT_EQ(every_format(first), every_format(second));
}

class CommaNumbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Purity, DoesNotLookAtTheLocale) {
  const Sample sample(fixtures::twelve_kernels());
  const auto before = every_format(sample);
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new CommaNumbers));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed
  const auto after = every_format(sample);
  std::locale::global(old);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(before, after);
}

TEST(Purity, NeedsNoSystemFonts) {
  const Sample sample(fixtures::one_kernel());
  const std::string before = render_png(sample.document(), {.scale = 1});
  ::setenv("FONTCONFIG_FILE", "/dev/null", 1);
  ::setenv("FONTCONFIG_PATH", "/nonexistent", 1);
  EXPECT_EQ(render_png(sample.document(), {.scale = 1}), before);
}

}  // namespace
}  // namespace rooflens::reports
