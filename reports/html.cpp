// Assembles the page: one HTML file that opens offline, whose policy admits exactly its own script and style.
#include <fmt/core.h>

#include "reports/embedded.hpp"
#include "reports/format.hpp"
#include "reports/html_data.hpp"
#include "reports/html_encode.hpp"
#include "reports/html_instructions.hpp"
#include "reports/html_sha256.hpp"
#include "reports/palette.hpp"
#include "reports/report.hpp"

ROOFLENS_EMBEDDED(page_html)
ROOFLENS_EMBEDDED(page_js)
ROOFLENS_EMBEDDED(page_css)

namespace rooflens::reports {
namespace {

// JSON longer than this is compressed: the browser unpacks a megabyte in a few milliseconds.
constexpr std::size_t kPlainLimit = 200'000;

std::string variables(const Palette& p) {
  std::string css = fmt::format(
      "--surface:{};--raised:{};--text:{};--muted:{};--axis:{};--grid:{};--grid-minor:{};--warning-fill:{};"
      "--warning-ink:{};",
      hex(p.surface), hex(p.raised), hex(p.text), hex(p.muted), hex(p.axis), hex(p.grid), hex(p.grid_minor),
      hex(p.warning.fill), hex(p.warning.ink));
  for (const models::BindingInfo& binding : models::kBindings) {
    const Swatch& swatch = p.of(binding.binding);
    css += fmt::format("--{0}-fill:{1};--{0}-ink:{2};", binding.id, hex(swatch.fill), hex(swatch.ink));
  }
  return css;
}

std::string font_face(int weight, std::string_view woff2) {
  return fmt::format(
      "@font-face{{font-family:Inter;font-weight:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n", weight,
      base64(woff2));
}

std::string style() {
  return font_face(400, embedded::inter_regular_woff2()) + font_face(600, embedded::inter_semibold_woff2()) +
         fmt::format(":root{{color-scheme:light;{}}}\n", variables(kLightPalette)) +
         fmt::format(
             "@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{}}}}}\n",
             variables(kDarkPalette)) +
         fmt::format("@media screen{{:root[data-theme=dark]{{color-scheme:dark;{}}}}}\n", variables(kDarkPalette)) +
         std::string(embedded::page_css());
}

std::string data_block(std::string_view id, std::string json) {
  if (json.size() <= kPlainLimit) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>", id,
                       escape_script_data(std::move(json)));
  }
  return fmt::format("<script type=\"application/gzip\" id=\"{}\">{}</script>", id, base64(gzip(json)));
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

std::string render_html(const Document& document) {
  const std::string css = style();
  const std::string_view js = embedded::page_js();
  const std::string policy = fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; font-src data:; base-uri 'none'; "
      "form-action 'none'",
      base64(sha256(js)), base64(sha256(css)));
  return fill(embedded::page_html(),
              {{"{{policy}}", policy},
               {"{{title}}", escape_html(clean_utf8(document.title))},
               {"{{style}}", css},
               {"{{data}}", data_block("overview", page_overview(document)) + "\n" +
                                data_block("details", page_details(document)) + "\n" +
                                data_block("instructions", page_instructions(document, kDetailedKernels))},
               {"{{script}}", std::string(js)}});
}

}  // namespace rooflens::reports
