#include "reports/words/palette.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rooflens::reports {
namespace {

// Relative luminance and contrast: WCAG 2.1.
double luminance(Rgb c) {
  const auto linear = [](std::uint8_t part) {
    const double v = part / 255.0;
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double contrast(Rgb a, Rgb b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Palette, HasWordsThatCanBeRead) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const Palette& p = palette(theme);
    for (const Rgb behind : {p.surface, p.raised}) {
      EXPECT_GE(contrast(p.text, behind), 7);
      EXPECT_GE(contrast(p.muted, behind), 4.5);
      for (const Swatch& swatch : p.bindings) EXPECT_GE(contrast(swatch.ink, behind), 4.5) << hex(swatch.ink);
    }
    EXPECT_GE(contrast(p.warning.ink, p.warning.fill), 4.5);
  }
}

TEST(Palette, TellsWhatBindsMostApartInGrey) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const Palette& p = palette(theme);
    const auto grey = [&](models::Binding b) { return luminance(p.of(b).fill); };
    EXPECT_GT(grey(models::Binding::no_roof) / grey(models::Binding::compute), 1.5);
    EXPECT_GT(grey(models::Binding::compute) / grey(models::Binding::dram), 1.1);
    EXPECT_GT(grey(models::Binding::shared) / grey(models::Binding::l1), 1.5);
  }
}

TEST(Palette, GivesARoofTheColourOfTheKernelsItBinds) {
  EXPECT_EQ(kLightPalette.of(models::Level::l2).fill, kLightPalette.of(models::Binding::l2).fill);
  EXPECT_EQ(kLightPalette.of(models::Level::shared).fill, kLightPalette.of(models::Binding::shared).fill);
}

TEST(Palette, WritesHex) { EXPECT_EQ(hex(rgb(0x0072b2)), "#0072b2"); }

}  // namespace
}  // namespace rooflens::reports
