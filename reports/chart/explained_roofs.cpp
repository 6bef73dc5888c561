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

}  // namespace

Scene draw_explained(const Scene& empty, const std::vector<const Roof*>& roofs,
                     const std::function<void(Scene&, const std::vector<const Roof*>&)>& draw) {
  std::vector<const Roof*> unexplained;
  for (int attempt = 0;; ++attempt) {
    Scene scene = empty;
    draw(scene, unexplained);
    std::vector<const Roof*> missing;
    for (const Roof* roof : roofs) {
      if (!written(scene, roof->wordings.front())) missing.push_back(roof);
    }
    if (attempt == 2 || missing == unexplained) return scene;
    unexplained = std::move(missing);
  }
}

}  // namespace rooflens::reports::chart
