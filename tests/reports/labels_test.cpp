// No word of a chart touches another word, a marker or a roof: checked on the scene's geometry.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "tests/reports/sample.hpp"

namespace rooflens::reports::chart {
namespace {

struct Case {
  std::size_t kernels;
  int width;
  int height;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.kernels << " kernels at " << c.width << "x" << c.height; }

void expect_texts_within(const Scene& scene) {
  for (const Text& text : all<Text>(scene)) {
    const Rect rect = bounds(bounds(text));
    EXPECT_GE(rect.x, 0) << text.text;
    EXPECT_GE(rect.y, 0) << text.text;
    EXPECT_LE(rect.right(), scene.width) << text.text;
    EXPECT_LE(rect.bottom(), scene.height) << text.text;
  }
}

class Labels : public ::testing::TestWithParam<Case> {
 protected:
  Labels()
      : sample_(GetParam().kernels == 1    ? fixtures::one_kernel()
                : GetParam().kernels == 12 ? fixtures::twelve_kernels()
                : GetParam().kernels == 7  ? fixtures::troubled_kernels()
                                           : fixtures::many_kernels(GetParam().kernels)),
        scene_(build_scene(sample_.document(), {.width = GetParam().width, .height = GetParam().height})) {}
  Sample sample_;
  Scene scene_;
};

TEST_P(Labels, DoNotTouchEachOther) {
  const std::vector<Text> texts = all<Text>(scene_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t k = i + 1; k < texts.size(); ++k) {
      EXPECT_FALSE(overlap(bounds(texts[i]), bounds(texts[k]))) << texts[i].text << " | " << texts[k].text;
    }
  }
}

TEST_P(Labels, DoNotTouchMarkers) {
  for (const Text& text : all<Text>(scene_)) {
    for (const Marker& marker : all<Marker>(scene_)) {
      EXPECT_FALSE(overlap(bounds(text), bounds(marker))) << text.text;
    }
  }
}

TEST_P(Labels, DoNotLieOnRoofsOrLeaders) {
  for (const Text& text : all<Text>(scene_)) {
    for (const Polyline& line : all<Polyline>(scene_)) {
      if (line.role == LineRole::grid || line.role == LineRole::connector) continue;
      EXPECT_FALSE(overlap(bounds(text), box(line.points[0], line.points[1], 0))) << text.text;
    }
  }
}

TEST_P(Labels, StayInThePicture) { expect_texts_within(scene_); }

TEST_P(Labels, NameAtLeastOneKernel) {
  const std::vector<Text> texts = all<Text>(scene_);
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const Text& text) { return text.role == TextRole::name; }));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Labels,
                         ::testing::Values(Case{1, 1200, 760}, Case{1, 700, 500}, Case{1, 400, 300},
                                           Case{12, 1200, 760}, Case{12, 700, 500}, Case{12, 400, 300},
                                           Case{200, 1200, 760}, Case{200, 700, 500}, Case{200, 400, 300},
                                           Case{7, 1200, 760}, Case{7, 700, 500}, Case{7, 400, 300}));

// Two kernels whose markers overlap without covering each other: the second is `faster` times as fast.
Scene of_neighbours(double faster) {
  models::Recording recording = fixtures::one_kernel();
  models::Observation second = recording.observations.front();
  second.name += "-neighbour";
  for (models::Seconds& duration : second.durations) duration = models::Seconds(duration.value() / faster);
  recording.observations.push_back(std::move(second));
  const Sample sample(recording);
  return build_scene(sample.document(), {.width = 700, .height = 500});
}

TEST(NamesOfNeighbours, LeadToTheirOwnMarker) {
  std::size_t led = 0;
  for (const double faster : {1.2, 1.25, 1.3, 1.4, 1.5}) {
    const Scene scene = of_neighbours(faster);
    const std::vector<Polyline> lines = all<Polyline>(scene);
    for (const Text& text : all<Text>(scene)) {
      if (text.role != TextRole::name) continue;
      const Rect words = bounds(bounds(text));
      const double part = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? 0.5 : 1;
      Point end{words.x + part * words.width, words.y + words.height / 2};
      for (const Polyline& line : lines) {
        const Point at = line.points.back();
        const bool own = at.x > words.x - text.size && at.x < words.right() + text.size && at.y > words.y - text.size &&
                         at.y < words.bottom() + text.size;
        if (line.role == LineRole::leader && own) end = line.points.front(), ++led;
      }
      double nearest = INFINITY;
      std::optional<std::size_t> kernel;
      for (const Marker& marker : all<Marker>(scene)) {
        const double away = std::hypot(end.x - marker.at.x, end.y - marker.at.y) - marker.radius;
        if (marker.kernel && away < nearest) nearest = away, kernel = marker.kernel;
      }
      EXPECT_EQ(kernel, text.kernel) << text.text << ", " << faster << " times as fast";
    }
  }
  EXPECT_GT(led, 0U) << "no name has a leader: this test tests nothing";
}

// The same of the other charts, of which a line has many points and words stand in columns.
struct ChartCase {
  Chart chart;
  Accesses accesses;
  std::size_t kernels;
  int width;
  int height;
};

void PrintTo(const ChartCase& c, std::ostream* out) {
  *out << "chart " << static_cast<int>(c.chart) << '/' << static_cast<int>(c.accesses) << ", " << c.kernels
       << " kernels at " << c.width << "x" << c.height;
}

class ChartLabels : public ::testing::TestWithParam<ChartCase> {
 protected:
  ChartLabels()
      : sample_(GetParam().kernels == 12 ? fixtures::measured_roofs() : fixtures::many_kernels(GetParam().kernels)),
        scene_(build_scene(sample_.document(), {.width = GetParam().width,
                                                .height = GetParam().height,
                                                .chart = GetParam().chart,
                                                .labels = 40,
                                                .accesses = GetParam().accesses})) {}
  Sample sample_;
  Scene scene_;
};

TEST_P(ChartLabels, TouchNothing) {
  ASSERT_FALSE(scene_.plots.empty());
  const std::vector<Text> texts = all<Text>(scene_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t k = i + 1; k < texts.size(); ++k) {
      EXPECT_FALSE(overlap(bounds(texts[i]), bounds(texts[k]))) << texts[i].text << " | " << texts[k].text;
    }
    for (const Marker& marker : all<Marker>(scene_)) {
      EXPECT_FALSE(overlap(bounds(texts[i]), bounds(marker))) << texts[i].text;
    }
    for (const Polyline& line : all<Polyline>(scene_)) {
      if (line.role == LineRole::grid || line.role == LineRole::connector) continue;
      for (std::size_t k = 1; k < line.points.size(); ++k) {
        EXPECT_FALSE(overlap(bounds(texts[i]), box(line.points[k - 1], line.points[k], 0))) << texts[i].text;
      }
    }
  }
}

TEST_P(ChartLabels, StayInThePicture) { expect_texts_within(scene_); }

std::vector<ChartCase> every_chart() {
  std::vector<ChartCase> cases;
  for (const auto& [width, height] : {std::pair{1200, 760}, {640, 480}, {400, 300}}) {
    for (const std::size_t kernels : {12u, 200u}) {
      for (const Accesses accesses : {Accesses::all, Accesses::levels, Accesses::global, Accesses::shared}) {
        const bool none = kernels == 200 && accesses == Accesses::shared;  // these kernels have no shared memory
        if (!none) cases.push_back({Chart::instructions, accesses, kernels, width, height});
      }
    }
    cases.push_back({Chart::gap, Accesses::all, 12, width, height});
    cases.push_back({Chart::latency, Accesses::all, 12, width, height});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Charts, ChartLabels, ::testing::ValuesIn(every_chart()));

TEST(LabelBudget, IsTheCallers) {
  const Sample sample(fixtures::twelve_kernels());
  const auto names = [&](int most) {
    const std::vector<Text> texts = all<Text>(build_scene(sample.document(), {.labels = most}));
    return std::count_if(texts.begin(), texts.end(), [](const Text& t) { return t.role == TextRole::name; });
  };
  EXPECT_EQ(names(12), 12);
  EXPECT_EQ(names(0), 0);
}

}  // namespace
}  // namespace rooflens::reports::chart
