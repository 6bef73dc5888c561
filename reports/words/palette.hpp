// The one palette, as data, for every format that has colour. Okabe-Ito hues ("Color Universal Design", 2008), one per
// resource: a roof and the kernels that it binds share it. Fills differ in lightness too, so that they survive grey.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/base/level.hpp"
#include "models/explain/analysis.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  constexpr bool operator==(const Rgb&) const = default;
};

/// 0xRRGGBB as a colour.
[[nodiscard]] constexpr Rgb rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16 & 0xff), static_cast<std::uint8_t>(hex >> 8 & 0xff),
          static_cast<std::uint8_t>(hex & 0xff)};
}

/// "#0072b2".
[[nodiscard]] inline std::string hex(Rgb colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const unsigned part : {colour.red, colour.green, colour.blue}) {
    text += digits[part >> 4];
    text += digits[part & 0xf];
  }
  return text;
}

/// `fill` for areas, `ink` for lines and words: ink has a contrast of at least 4.5 (WCAG AA) on the surface.
struct Swatch {
  Rgb fill;
  Rgb ink;
};

struct Palette {
  Rgb surface;                     ///< behind everything
  Rgb raised;                      ///< plot area, table stripes, cards
  Rgb text;                        ///< words that matter; AA on surface and raised
  Rgb muted;                       ///< axis numbers, notes; AA on surface and raised
  Rgb axis;                        ///< frame and ticks
  Rgb grid;                        ///< decades
  Rgb grid_minor;                  ///< 2..9 between decades
  Swatch warning;                  ///< "SIMULATED DATA", failed verification
  std::array<Swatch, 9> bindings;  ///< in the order of models::Binding

  [[nodiscard]] constexpr const Swatch& of(models::Binding binding) const {
    return bindings[static_cast<std::size_t>(binding)];
  }
  /// A level's roof has the colour of the kernels that it binds.
  [[nodiscard]] constexpr const Swatch& of(models::Level level) const {
    switch (level) {
      case models::Level::shared:
        return of(models::Binding::shared);
      case models::Level::l1:
        return of(models::Binding::l1);
      case models::Level::l2:
        return of(models::Binding::l2);
      case models::Level::dram:
        break;
    }
    return of(models::Binding::dram);
  }
};

inline constexpr Palette kLightPalette{
    .surface = rgb(0xffffff),
    .raised = rgb(0xf7f9fb),
    .text = rgb(0x16202b),
    .muted = rgb(0x55606e),
    .axis = rgb(0x9aa5b1),
    .grid = rgb(0xdde3e9),
    .grid_minor = rgb(0xedf1f4),
    .warning = {rgb(0xfde8e6), rgb(0xb3261e)},
    .bindings = {{
        {rgb(0x0072b2), rgb(0x0068a3)},  // DRAM: blue
        {rgb(0xcc79a7), rgb(0x9d3f76)},  // L2: reddish purple
        {rgb(0x009e73), rgb(0x00755a)},  // L1: bluish green
        {rgb(0x7cc7f0), rgb(0x1f759f)},  // shared: sky blue
        {rgb(0xd55e00), rgb(0xb24c00)},  // compute: vermillion
        {rgb(0x2f3a45), rgb(0x2f3a45)},  // instructions: black
        {rgb(0xe6d92e), rgb(0x6f6700)},  // host memory: yellow
        {rgb(0xf0b32c), rgb(0x8a5c00)},  // no roof: orange
        {rgb(0xa3abb5), rgb(0x5b6570)},  // unknown: grey
    }},
};

inline constexpr Palette kDarkPalette{
    .surface = rgb(0x11161c),
    .raised = rgb(0x171e26),
    .text = rgb(0xe8edf2),
    .muted = rgb(0xa0acb8),
    .axis = rgb(0x5c6875),
    .grid = rgb(0x2b343e),
    .grid_minor = rgb(0x1f272f),
    .warning = {rgb(0x4a1f1c), rgb(0xff9c92)},
    .bindings = {{
        {rgb(0x2f8fd6), rgb(0x63b1ee)},  // DRAM: blue
        {rgb(0xcc79a7), rgb(0xe39cc4)},  // L2: reddish purple
        {rgb(0x12a87d), rgb(0x3fcfa4)},  // L1: bluish green
        {rgb(0x8fd0f5), rgb(0xa5dbf8)},  // shared: sky blue
        {rgb(0xe5702a), rgb(0xf79a5e)},  // compute: vermillion
        {rgb(0xdde3ea), rgb(0xe8edf2)},  // instructions: white
        {rgb(0xece25a), rgb(0xf2ea7d)},  // host memory: yellow
        {rgb(0xf0b840), rgb(0xf5c862)},  // no roof: orange
        {rgb(0x7d8894), rgb(0xaab4bf)},  // unknown: grey
    }},
};

[[nodiscard]] constexpr const Palette& palette(Theme theme) {
  return theme == Theme::dark ? kDarkPalette : kLightPalette;
}

}  // namespace rooflens::reports
