// Prints a scene as PNG: cairo draws, with the embedded fonts through FreeType. No system font and no font
// configuration is looked at.
#include <cairo-ft.h>
#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "reports/draw/disc.hpp"
#include "reports/draw/png_file.hpp"
#include "reports/draw/printers.hpp"
#include "reports/words/embedded.hpp"

namespace rooflens::reports {
namespace {

using namespace chart;

struct Release {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <typename T>
using Handle = std::unique_ptr<T, Release>;

// A FreeType face with the library it belongs to. cairo keeps faces in caches beyond their last use by us, so cairo
// destroys this when it lets go.
struct FreeTypeFace {
  explicit FreeTypeFace(std::string_view font) {
    if (FT_Init_FreeType(&library) != 0) throw std::runtime_error("FreeType does not start");
    const auto* bytes = reinterpret_cast<const FT_Byte*>(font.data());
    if (FT_New_Memory_Face(library, bytes, static_cast<FT_Long>(font.size()), 0, &face) != 0) {
      FT_Done_FreeType(library);
      throw std::runtime_error("FreeType cannot read the embedded font");
    }
  }
  FreeTypeFace(const FreeTypeFace&) = delete;
  FreeTypeFace& operator=(const FreeTypeFace&) = delete;
  ~FreeTypeFace() {
    FT_Done_Face(face);
    FT_Done_FreeType(library);
  }
  FT_Library library = nullptr;
  FT_Face face = nullptr;
};

Handle<cairo_font_face_t> font_face(std::string_view font) {
  static const cairo_user_data_key_t key{};
  auto owner = std::make_unique<FreeTypeFace>(font);
  Handle<cairo_font_face_t> face(cairo_ft_font_face_create_for_ft_face(owner->face, FT_LOAD_NO_HINTING));
  const auto destroy = [](void* data) { delete static_cast<FreeTypeFace*>(data); };
  if (cairo_font_face_set_user_data(face.get(), &key, owner.get(), destroy) != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error("cairo is out of memory");
  }
  static_cast<void>(owner.release());
  return face;
}

// The pixels of an image surface on which nothing is about to be drawn any more.
Canvas canvas_of(cairo_surface_t* surface) {
  cairo_surface_flush(surface);
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  const std::size_t stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface)) / sizeof(std::uint32_t);
  auto* first = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface));
  return {{first, first ? stride * height : 0},
          static_cast<std::size_t>(cairo_image_surface_get_width(surface)),
          height,
          stride};
}

class Painter {
 public:
  Painter(cairo_t* context, cairo_surface_t* surface)
      : cr_(context),
        surface_(surface),
        faces_{font_face(embedded::inter_regular_otf()), font_face(embedded::inter_semibold_otf())} {
    const Handle<cairo_font_options_t> options(cairo_font_options_create());
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cr_, options.get());
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
  }

  void operator()(const Area& area) const {
    path(area.points);
    cairo_close_path(cr_);
    use(area.paint);
    cairo_fill(cr_);
  }

  void operator()(const Plate& plate) const {
    constexpr double quarter = std::numbers::pi / 2;
    const auto& [rect, r, paint] = plate;
    cairo_new_path(cr_);
    cairo_arc(cr_, rect.right() - r, rect.y + r, r, -quarter, 0);
    cairo_arc(cr_, rect.right() - r, rect.bottom() - r, r, 0, quarter);
    cairo_arc(cr_, rect.x + r, rect.bottom() - r, r, quarter, 2 * quarter);
    cairo_arc(cr_, rect.x + r, rect.y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr_);
    use(paint);
    cairo_fill(cr_);
  }

  void operator()(const Polyline& line) const {
    path(line.points);
    use(line.paint);
    cairo_set_line_width(cr_, line.width);
    const std::array<double, 2> dashes = pattern(line.dash);
    cairo_set_dash(cr_, dashes.data(), line.dash == Dash::none ? 0 : 2, 0);
    cairo_stroke(cr_);
    cairo_set_dash(cr_, nullptr, 0, 0);
  }

  void operator()(const Marker& marker) const {
    if (marker.shape == models::Level::dram && marker.fill && marker.edge_width <= 0) return disc(marker);
    const std::vector<Point> corners = outline(marker);
    if (corners.empty()) {
      cairo_new_path(cr_);
      cairo_arc(cr_, marker.at.x, marker.at.y, marker.radius, 0, 2 * std::numbers::pi);
    } else {
      path(corners);
    }
    cairo_close_path(cr_);
    if (marker.fill) {
      use(*marker.fill);
      cairo_fill_preserve(cr_);
    }
    use(marker.edge);
    cairo_set_line_width(cr_, marker.edge_width);
    cairo_stroke(cr_);
  }

  void operator()(const Text& text) const {
    cairo_save(cr_);
    cairo_set_font_face(cr_, faces_[text.weight == Weight::semibold ? 1 : 0].get());
    cairo_set_font_size(cr_, text.size);
    cairo_text_extents_t extents;
    cairo_text_extents(cr_, text.text.c_str(), &extents);
    const double back = text.anchor == Anchor::middle ? 0.5 : text.anchor == Anchor::end ? 1.0 : 0.0;
    cairo_translate(cr_, text.at.x, text.at.y);
    cairo_rotate(cr_, text.angle);
    cairo_move_to(cr_, -back * extents.x_advance, 0);
    if (text.halo) {
      cairo_text_path(cr_, text.text.c_str());
      use({*text.halo});
      cairo_set_line_width(cr_, kHaloWidth);
      cairo_stroke(cr_);
      cairo_move_to(cr_, -back * extents.x_advance, 0);
    }
    use({text.colour});
    cairo_show_text(cr_, text.text.c_str());
    cairo_restore(cr_);
  }

 private:
  void path(const std::vector<Point>& points) const {
    cairo_new_path(cr_);
    for (const Point& p : points) cairo_line_to(cr_, p.x, p.y);
  }
  void disc(const Marker& marker) const {
    Point centre = marker.at;
    double radius = marker.radius, none = 0;
    cairo_user_to_device(cr_, &centre.x, &centre.y);
    cairo_user_to_device_distance(cr_, &radius, &none);
    draw_disc(canvas_of(surface_), centre, radius, *marker.fill);
    cairo_surface_mark_dirty(surface_);
  }
  void use(const Paint& paint) const {
    const auto& [red, green, blue] = paint.colour;
    cairo_set_source_rgba(cr_, red / 255.0, green / 255.0, blue / 255.0, paint.alpha);
  }

  cairo_t* cr_;
  cairo_surface_t* surface_;
  std::array<Handle<cairo_font_face_t>, 2> faces_;
};

}  // namespace

std::string chart::print_png(const Scene& scene, double wanted_scale) {
  const double scale = std::clamp(wanted_scale, 0.25, 16.0);
  const Handle<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(scene.width * scale)),
                                 static_cast<int>(std::lround(scene.height * scale))));
  const Handle<cairo_t> context(cairo_create(surface.get()));
  cairo_scale(context.get(), scale, scale);
  const auto& [red, green, blue] = scene.background;
  cairo_set_source_rgb(context.get(), red / 255.0, green / 255.0, blue / 255.0);
  cairo_paint(context.get());
  {
    const Painter painter(context.get(), surface.get());
    for (const Item& item : scene.items) std::visit(painter, item);
  }
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
  }
  const Canvas canvas = canvas_of(surface.get());
  return png_file({canvas.pixels.data(), canvas.width, canvas.height, canvas.stride});
}

std::string render_png(const Document& document, const PictureOptions& options) {
  return print_png(build_scene(document, options), options.scale);
}

}  // namespace rooflens::reports
