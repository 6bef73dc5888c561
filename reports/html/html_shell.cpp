#include "reports/html/html_shell.hpp"

#include <fmt/core.h>

#include <utility>

#include "models/base/sha256.hpp"
#include "reports/html/html_encode.hpp"
#include "reports/words/embedded.hpp"
#include "reports/words/format.hpp"
#include "reports/words/palette_variables.hpp"

ROOFLENS_EMBEDDED(page_html)

namespace rooflens::reports {
namespace {

std::string variables(const Palette& palette) {
  std::string css;
  for (const auto& [name, colour] : palette_variables(palette)) css += fmt::format("{}:{};", name, hex(colour));
  return css;
}

// The colours of what is bound by each of them: ".tone-dram{--fill:var(--dram-fill);--ink:var(--dram-ink)}".
std::string tones() {
  std::string css;
  for (const models::BindingInfo& binding : models::kBindings)
    css += fmt::format(".tone-{0}{{--fill:var(--{0}-fill);--ink:var(--{0}-ink)}}\n", binding.id);
  return css;
}

std::string font_face(int weight, std::string_view woff2) {
  return fmt::format(
      "@font-face{{font-family:Inter;font-weight:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n", weight,
      base64(woff2));
}

std::string style(std::string_view css) {
  return font_face(400, embedded::inter_regular_woff2()) + font_face(600, embedded::inter_semibold_woff2()) +
         fmt::format(":root{{color-scheme:light;{}}}\n", variables(kLightPalette)) +
         fmt::format(
             "@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{}}}}}\n",
             variables(kDarkPalette)) +
         fmt::format("@media screen{{:root[data-theme=dark]{{color-scheme:dark;{}}}}}\n", variables(kDarkPalette)) +
         tones() + std::string(css);
}

// The template's {{name}} marks, each replaced once, in order of appearance.
std::string fill(std::string_view page, std::initializer_list<std::pair<std::string_view, std::string>> marks) {
  std::string out;
  for (const auto& [mark, value] : marks) {
    const std::size_t at = page.find(mark);
    if (at == std::string_view::npos) continue;
    out += page.substr(0, at);
    out += value;
    page.remove_prefix(at + mark.size());
  }
  return out.append(page);
}

}  // namespace

std::string data_block(std::string_view id, std::string data, std::size_t plain) {
  if (data.size() <= plain) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>", id,
                       escape_script_data(std::move(data)));
  }
  return fmt::format("<script type=\"application/gzip\" id=\"{}\">{}</script>", id, base64(gzip(data)));
}

std::string assemble_page(const PageParts& parts) {
  const std::string css = style(parts.style);
  const std::string policy = fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; font-src data:; base-uri 'none'; "
      "form-action 'none'",
      base64(models::sha256(parts.script)), base64(models::sha256(css)));
  return fill(embedded::page_html(), {{"{{policy}}", policy},
                                      {"{{title}}", escape_html(clean_utf8(parts.title))},
                                      {"{{style}}", css},
                                      {"{{missing}}", std::string(kMissing)},
                                      {"{{data}}", parts.data},
                                      {"{{script}}", std::string(parts.script)}});
}

}  // namespace rooflens::reports
