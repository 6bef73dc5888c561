// Prints a scene as SVG: real text, so that it can be searched, copied and restyled. Each text states its width, so
// that another font on the reader's machine cannot make labels collide.
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "reports/draw/font.hpp"
#include "reports/draw/printers.hpp"
#include "reports/words/format.hpp"
#include "reports/words/palette_variables.hpp"

namespace rooflens::reports {
namespace {

using namespace chart;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      case '\n':
        result += "&#10;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// At most two decimals, no trailing zeros, no "-0".
std::string number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

constexpr std::array kLineRoles{"grid", "axis", "roof",      "roof_at_maximum", "own_roof",
                                "wall", "stem", "connector", "leader",          "arrow"};
constexpr std::array kTextRoles{"title", "verdict", "device",     "badge", "legend",
                                "axis",  "tick",    "roof_words", "name",  "note"};

template <typename Role, std::size_t N>
std::string_view word(const std::array<const char*, N>& words, Role role) {
  return words[static_cast<std::size_t>(role)];
}

// Colours of a file are final; on a page they are its variables, so that the picture follows its theme.
enum class Target { file, page };

std::string colour(Rgb colour, Target target) {
  if (target == Target::page) {
    static const auto names = palette_variables(kLightPalette);
    for (const auto& [name, value] : names) {
      if (value == colour) return "var(" + name + ")";
    }
  }
  return hex(colour);
}

// ` fill="#0072b2" fill-opacity="0.5"`
std::string paint(std::string_view attribute, const Paint& paint, Target target) {
  std::string text = fmt::format(" {}=\"{}\"", attribute, colour(paint.colour, target));
  if (paint.alpha < 1) text += fmt::format(" {}-opacity=\"{}\"", attribute, number(paint.alpha));
  return text;
}

class Printer {
 public:
  explicit Printer(const Scene& scene, Target target = Target::file) : scene_(scene), target_(target) {}

  void operator()(const Area& area) {
    out_ += fmt::format("<path d=\"{}Z\"{}{}/>\n", path(area.points), paint("fill", area.paint),
                        of(area.kernel, area.level));
  }

  void operator()(const Plate& plate) {
    const Rect& rect = plate.rect;
    out_ +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}/>\n", pixel(rect.x), pixel(rect.y),
                    pixel(rect.width), pixel(rect.height), pixel(plate.radius), paint("fill", plate.paint));
  }

  void operator()(const Polyline& line) {
    const auto [dash, gap] = pattern(line.dash);
    const std::string dashes =
        line.dash == Dash::none ? "" : fmt::format(" stroke-dasharray=\"{} {}\"", pixel(dash), pixel(gap));
    out_ += fmt::format("<path d=\"{}\" fill=\"none\"{} stroke-width=\"{}\"{}{}{}{}/>\n", path(line.points),
                        paint("stroke", line.paint), pixel(line.width), dashes,
                        on_page("data-role", word(kLineRoles, line.role)), of(line.kernel, line.level),
                        on_page("data-tip", line.tip));
  }

  void operator()(const Marker& marker) {
    const std::vector<Point> corners = outline(marker);
    const std::string shape = corners.empty() ? fmt::format("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", pixel(marker.at.x),
                                                            pixel(marker.at.y), pixel(marker.radius))
                                              : fmt::format("path d=\"{}Z\"", path(corners));
    const std::string fill = marker.fill ? paint("fill", *marker.fill) : " fill=\"none\"";
    const std::string edge =
        fmt::format("{} stroke-width=\"{}\"", paint("stroke", marker.edge), pixel(marker.edge_width));
    if (!marker.kernel || (target_ == Target::file && *marker.kernel >= scene_.names.size())) {
      out_ += fmt::format("<{}{}{}/>\n", shape, fill, edge);
    } else if (target_ == Target::page) {
      const std::string at = fmt::format("{} {} {}", pixel(marker.at.x), pixel(marker.at.y), pixel(marker.radius));
      out_ += fmt::format("<{}{}{}{}{}{}/>\n", shape, fill, edge,
                          on_page("data-role", marker.primary ? "mark" : "secondary"), of(marker.kernel, marker.shape),
                          on_page("data-at", at));
    } else {
      out_ += fmt::format("<{}{}{}><title>{}</title></{}>\n", shape, fill, edge,
                          escaped(shortened(scene_.names[*marker.kernel])), shape.substr(0, shape.find(' ')));
    }
  }

  void operator()(const Text& text) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}", pixel(text.at.x), pixel(text.at.y),
                        pixel(text.size), paint("fill", {text.colour}));
    // Of a page, which brings its font, ticks are most of the texts.
    if (target_ == Target::file || text.role != TextRole::tick) {
      out_ += fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                          pixel(text_width(text.text, text.size, text.weight)));
    }
    if (text.weight == Weight::semibold) out_ += " font-weight=\"600\"";
    if (text.anchor == Anchor::middle) out_ += " text-anchor=\"middle\"";
    if (text.anchor == Anchor::end) out_ += " text-anchor=\"end\"";
    if (text.angle != 0) {
      out_ += fmt::format(" transform=\"rotate({} {} {})\"", number(text.angle * 180 / std::numbers::pi),
                          pixel(text.at.x), pixel(text.at.y));
    }
    if (text.halo) {
      out_ += fmt::format("{} stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                          paint("stroke", {*text.halo}), pixel(kHaloWidth));
    }
    out_ += on_page("data-role", word(kTextRoles, text.role)) + of(text.kernel, text.level);
    if (text.pivot) out_ += on_page("data-pivot", pixel(text.pivot->x) + " " + pixel(text.pivot->y));
    if (text.zoom > 1) out_ += on_page("data-zoom", number(text.zoom));
    out_ += fmt::format(">{}</text>\n", escaped(text.text));
  }

  // Without fonts and styles, which the page has.
  [[nodiscard]] std::string finish_for_page() const {
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n{}</svg>\n",
                       number(scene_.width), number(scene_.height), out_);
  }

  [[nodiscard]] std::string finish() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "font-family=\"Inter, 'Inter Variable', 'Helvetica Neue', Arial, sans-serif\" "
        "style=\"font-feature-settings:'calt' 0;font-kerning:none\">\n"
        "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"{3}\"/>\n{4}</svg>\n",
        number(scene_.width), number(scene_.height), escaped(scene_.title), hex(scene_.background), out_);
  }

 private:
  // Tooltips: long enough for any name that people read.
  static std::string shortened(const std::string& name) { return shorten_middle(name, 200); }

  [[nodiscard]] std::string paint(std::string_view attribute, const Paint& paint) const {
    return reports::paint(attribute, paint, target_);
  }

  // To a hundredth in files; a page, which holds each picture in several sizes, to a tenth.
  [[nodiscard]] std::string pixel(double value) const {
    return number(target_ == Target::file ? value : std::round(value * 10) / 10);
  }
  [[nodiscard]] std::string path(const std::vector<Point>& points) const {
    std::string text;
    for (const Point& p : points) text += fmt::format("{}{} {}", text.empty() ? "M" : "L", pixel(p.x), pixel(p.y));
    return text;
  }

  // ` data-role="tick"`; files need nothing of it, nor does a page what is empty.
  [[nodiscard]] std::string on_page(std::string_view attribute, std::string_view value) const {
    if (target_ == Target::file || value.empty()) return "";
    return fmt::format(" {}=\"{}\"", attribute, escaped(value));
  }
  [[nodiscard]] std::string of(std::optional<std::size_t> kernel, std::optional<models::Level> level) const {
    return on_page("data-kernel", kernel ? std::to_string(*kernel) : "") +
           on_page("data-level", level ? info(*level).id : "");
  }

  const Scene& scene_;
  Target target_;
  std::string out_;
};

}  // namespace

std::string chart::print_svg(const Scene& scene) {
  Printer printer(scene);
  for (const Item& item : scene.items) std::visit(printer, item);
  return printer.finish();
}

std::string chart::print_page_svg(const Scene& scene) {
  Printer printer(scene, Target::page);
  for (const Item& item : scene.items) std::visit(printer, item);
  return printer.finish_for_page();
}

std::string render_svg(const Document& document, const PictureOptions& options) {
  return print_svg(build_scene(document, options));
}

}  // namespace rooflens::reports
