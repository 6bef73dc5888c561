// Prints a scene as PNG: cairo draws, with the embedded fonts through FreeType, and libpng packs. No system font and no
// font configuration is looked at.
#include <cairo-ft.h>
#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <png.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "reports/chart/printers.hpp"
#include "reports/embedded.hpp"

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

class Painter {
 public:
  explicit Painter(cairo_t* context)
      : cr_(context), faces_{font_face(embedded::inter_regular_otf()), font_face(embedded::inter_semibold_otf())} {
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
  void use(const Paint& paint) const {
    const auto& [red, green, blue] = paint.colour;
    cairo_set_source_rgba(cr_, red / 255.0, green / 255.0, blue / 255.0, paint.alpha);
  }

  cairo_t* cr_;
  std::array<Handle<cairo_font_face_t>, 2> faces_;
};

// cairo's 0x00RRGGBB words as a PNG file.
std::string pack(const cairo_surface_t* picture) {
  auto* surface = const_cast<cairo_surface_t*>(picture);
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  const unsigned char* data = cairo_image_surface_get_data(surface);
  std::string bytes(width * height * 3, '\0');
  char* out = bytes.data();
  for (std::size_t y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (std::size_t x = 0; x < width; ++x) {
      *out++ = static_cast<char>(row[x] >> 16);
      *out++ = static_cast<char>(row[x] >> 8);
      *out++ = static_cast<char>(row[x]);
    }
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;
  std::string file(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = file.size();
  if (png_image_write_to_memory(&image, file.data(), &size, 0, bytes.data(), 0, nullptr) == 0) {
    throw std::runtime_error(std::string("libpng: ") + image.message);
  }
  file.resize(size);
  return file;
}

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
    const Painter painter(context.get());
    for (const Item& item : scene.items) std::visit(painter, item);
  }
  cairo_surface_flush(surface.get());
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
  }
  return pack(surface.get());
}

std::string render_png(const Document& document, const PictureOptions& options) {
  return print_png(build_scene(document, options), options.scale);
}

}  // namespace rooflens::reports
