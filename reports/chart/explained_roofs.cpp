#include "reports/chart/explained_roofs.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::reports::chart {
namespace {

bool written(const Scene& scene, const std::string& words) {
  return std::any_of(scene.items.begin(), scene.items.end(), [&words](const Item& item) {
    const auto* text = std::get_if<Text>(&item);
    return text && text->role == TextRole::roof && text->text == words;
  });
}

// A thin line in the colour of the roof's level.
bool dashed(const Scene& scene, const Rgb& ink) {
  return std::any_of(scene.items.begin(), scene.items.end(), [&ink](const Item& item) {
    const auto* line = std::get_if<Polyline>(&item);
    return line && line->role == LineRole::roof_at_maximum && line->paint.colour == ink;
  });
}

bool explained(const Scene& scene, const Palette& colours, const Roof& roof) {
  const auto any = [&scene](const std::string& words) { return written(scene, words); };
  if (roof.own) return std::any_of(roof.wordings.begin(), roof.wordings.end(), any);
  if (roof.judged_by || !roof.memory) return written(scene, roof.wordings.front());
  return !dashed(scene, colours.of(roof.memory->level).ink) ||
         std::any_of(roof.wordings.begin(), roof.wordings.end(), any);
}

}  // namespace

Scene draw_explained(const Scene& empty, const Palette& colours, const std::vector<const Roof*>& roofs,
                     const std::function<void(Scene&, const std::vector<const Roof*>&)>& draw) {
  std::vector<const Roof*> unexplained;
  for (int attempt = 0;; ++attempt) {
    Scene scene = empty;
    draw(scene, unexplained);
    std::vector<const Roof*> missing;
    for (const Roof* roof : roofs) {
      if (!explained(scene, colours, *roof)) missing.push_back(roof);
    }
    if (attempt == 2 || missing == unexplained) return scene;
    unexplained = std::move(missing);
  }
}

}  // namespace rooflens::reports::chart
