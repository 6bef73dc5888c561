#include "reports/draw/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "models/base/utf8.hpp"
#include "reports/words/embedded.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

// Every advance of one face, read once: afterwards nothing is shared but constants.
class Advances {
 public:
  explicit Advances(std::string_view font) {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    if (FT_Init_FreeType(&library) != 0) throw std::runtime_error("FreeType does not start");
    const auto* bytes = reinterpret_cast<const FT_Byte*>(font.data());
    if (FT_New_Memory_Face(library, bytes, static_cast<FT_Long>(font.size()), 0, &face) != 0) {
      FT_Done_FreeType(library);
      throw std::runtime_error("FreeType cannot read the embedded font");
    }
    const auto advance = [&](FT_UInt glyph) {
      if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0) return 0.0;
      return static_cast<double>(face->glyph->advance.x) / face->units_per_EM;
    };
    missing_ = advance(0);
    FT_UInt glyph = 0;
    for (FT_ULong code = FT_Get_First_Char(face, &glyph); glyph != 0; code = FT_Get_Next_Char(face, code, &glyph)) {
      advances_.emplace(static_cast<char32_t>(code), advance(glyph));
    }
    FT_Done_Face(face);
    FT_Done_FreeType(library);
  }

  [[nodiscard]] double of(char32_t code) const {
    const auto it = advances_.find(code);
    return it == advances_.end() ? missing_ : it->second;
  }

 private:
  std::unordered_map<char32_t, double> advances_;
  double missing_ = 0;
};

const Advances& advances(Weight weight) {
  static const std::array<Advances, 2> faces{Advances(embedded::inter_regular_otf()),
                                             Advances(embedded::inter_semibold_otf())};
  return faces[weight == Weight::semibold ? 1 : 0];
}

// The character at `at`; moves `at` past it.
char32_t next_character(std::string_view text, std::size_t& at) {
  const char32_t character = models::utf8_character_at(text, at);
  at += std::max(models::utf8_length_at(text, at), std::size_t{1});
  return character;
}

}  // namespace

double text_width(std::string_view text, double size, Weight weight) {
  const Advances& face = advances(weight);
  double width = 0;
  for (std::size_t at = 0; at < text.size();) width += face.of(next_character(text, at));
  return width * size;
}

std::string fit_end(std::string_view text, double size, Weight weight, double width) {
  if (text_width(text, size, weight) <= width) return std::string(text);
  const double room = width - text_width("…", size, weight);
  const Advances& face = advances(weight);
  double used = 0;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    used += face.of(next_character(text, at)) * size;
    if (used > room) break;
    end = at;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> wrap(std::string_view text, double size, Weight weight, double width, std::size_t lines) {
  std::vector<std::string> result;
  std::size_t from = 0;
  while (from < text.size() && result.size() + 1 < lines) {
    if (text_width(text.substr(from), size, weight) <= width) break;
    std::size_t end = from;
    for (std::size_t space = text.find(' ', from); space != std::string_view::npos; space = text.find(' ', space + 1)) {
      if (text_width(text.substr(from, space - from), size, weight) > width) break;
      end = space;
    }
    if (end == from) break;
    result.emplace_back(text.substr(from, end - from));
    from = end + 1;
  }
  if (from < text.size()) result.push_back(fit_end(text.substr(from), size, weight, width));
  return result;
}

}  // namespace rooflens::reports::chart
