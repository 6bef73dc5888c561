#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reports/chart/axis.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports::chart {
namespace {

const Marker* primary_of(const std::vector<Marker>& markers, std::size_t kernel) {
  const auto it =
      std::find_if(markers.begin(), markers.end(), [&](const Marker& m) { return m.kernel == kernel && m.primary; });
  return it == markers.end() ? nullptr : &*it;
}

bool says(const Scene& scene, TextRole role, const std::string& words) {
  const std::vector<Text> texts = all<Text>(scene);
  return std::any_of(texts.begin(), texts.end(),
                     [&](const Text& text) { return text.role == role && text.text.find(words) != std::string::npos; });
}

TEST(Chart, PlacesAKernelAtItsIntensityUnderItsRoof) {
  const Sample sample(fixtures::one_kernel());
  const Scene scene = build_scene(sample.document(), {});
  const std::vector<Marker> markers = all<Marker>(scene);
  const Marker* marker = primary_of(markers, 0);
  ASSERT_NE(marker, nullptr);
  EXPECT_TRUE(scene.plots.at(0).contains(marker->at));
  EXPECT_EQ(marker->shape, models::Level::dram);
  EXPECT_TRUE(marker->fill.has_value());
}

TEST(Chart, OneLineStandsForRoofsThatNoPictureTellsApart) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations.clear();
  models::CeilingOrigin origin;
  origin.source = models::CeilingSource::measured;
  recording.machines.front().ceilings.compute = {
      {models::Precision::fp32, models::OperationRate(100e12), origin},
      {models::Precision::tensor_fp64, models::OperationRate(100.6e12), origin},
      {models::Precision::fp16, models::OperationRate(103e12), origin}};
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  EXPECT_TRUE(says(scene, TextRole::roof, "FP32 and FP64 tensor 100 TFLOP/s"));
  EXPECT_TRUE(says(scene, TextRole::roof, "FP16 103 TFLOP/s"));
}

TEST(Chart, PlacesKernelsWithoutFlopsByFallingTime) {
  const Sample sample(fixtures::twelve_kernels());
  const Scene scene = build_scene(sample.document(), {});
  const Rect panel = scene.plots.at(1);
  std::vector<std::pair<double, double>> columns;  // x, share of time
  for (const Marker& marker : all<Marker>(scene)) {
    if (!marker.kernel || !marker.primary || !panel.contains(marker.at)) continue;
    columns.emplace_back(marker.at.x, sample.machine().kernels.at(*marker.kernel).share_of_time);
  }
  std::sort(columns.begin(), columns.end());
  ASSERT_GT(columns.size(), 2U);
  EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end(), [](auto& a, auto& b) { return a.second > b.second; }));
}

TEST(Chart, NeverClipsAPointAboveItsRoof) {
  const Sample sample(fixtures::troubled_kernels());
  const std::size_t impossible = 2;  // copy/impossible: 7.16 TB/s under a DRAM roof of 4.92
  const Scene scene = build_scene(sample.document(), {});
  const std::vector<Marker> markers = all<Marker>(scene);
  const Marker* marker = primary_of(markers, impossible);
  ASSERT_NE(marker, nullptr);
  const Rect panel = scene.plots.at(1);
  EXPECT_TRUE(panel.contains(marker->at));
  const Rgb dram = kLightPalette.of(models::Level::dram).ink;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role != LineRole::roof || !(line.paint.colour == dram) || line.points[0].x < panel.x) continue;
    EXPECT_LT(marker->at.y, line.points[0].y);
  }
  EXPECT_TRUE(says(scene, TextRole::note, "Counters and time contradict each other: copy/impossible (146"));
}

TEST(Chart, NamesWhatContradictsItselfAsTheFindingsDo) {
  for (const auto& [above, named] : {std::pair{1.01, false}, std::pair{1.03, true}}) {
    models::Recording recording = fixtures::one_kernel();
    const double fraction = *models::analyse(recording).machines[0].kernels[0].busiest_fraction;
    for (models::Seconds& duration : recording.observations[0].durations) duration = duration * (fraction / above);
    const Sample sample(std::move(recording));
    EXPECT_EQ(says(build_scene(sample.document(), {}), TextRole::note, "Counters and time contradict"), named) << above;
  }
}

TEST(Chart, LeavesRoomAbovePointsThatAreFarAboveEveryRoof) {
  models::Recording recording = fixtures::one_kernel();
  for (models::Seconds& duration : recording.observations[0].durations) duration = duration * 1e-4;
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  const std::vector<Marker> markers = all<Marker>(scene);
  ASSERT_NE(primary_of(markers, 0), nullptr);
  const Rect mark = bounds(bounds(*primary_of(markers, 0)));
  EXPECT_GT(mark.y, scene.plots[0].y);
}

TEST(Chart, DrawsNoFailedKernelButNamesIt) {
  const Sample sample(fixtures::troubled_kernels());
  const Scene scene = build_scene(sample.document(), {});
  EXPECT_EQ(primary_of(all<Marker>(scene), 0), nullptr);
  EXPECT_TRUE(says(scene, TextRole::note, "failed verification: vector_add/one-d"));
  EXPECT_TRUE(says(scene, TextRole::note, "no duration recorded: transpose/padded"));
}

TEST(Chart, DrawsWhatWasNotCountedHollow) {
  const Sample sample(fixtures::troubled_kernels());
  const Scene scene = build_scene(sample.document(), {});
  const std::vector<Marker> markers = all<Marker>(scene);
  const std::size_t analytic = 6;
  const std::size_t counted = 4;
  ASSERT_NE(primary_of(markers, analytic), nullptr);
  EXPECT_FALSE(primary_of(markers, analytic)->fill.has_value());
  EXPECT_TRUE(primary_of(markers, counted)->fill.has_value());
  EXPECT_TRUE(says(scene, TextRole::legend, "hollow"));
}

TEST(Chart, ShowsKernelsWithoutFlopsInAPanelOfTheirOwn) {
  const Sample sample(fixtures::twelve_kernels());
  const Scene scene = build_scene(sample.document(), {});
  ASSERT_EQ(scene.plots.size(), 2u);
  const std::vector<Marker> markers = all<Marker>(scene);
  const std::size_t copy = 2;
  ASSERT_NE(primary_of(markers, copy), nullptr);
  EXPECT_TRUE(scene.plots[1].contains(primary_of(markers, copy)->at));
  const Sample only_flops(fixtures::one_kernel());
  EXPECT_EQ(build_scene(only_flops.document(), {}).plots.size(), 1u);
}

TEST(Chart, GivesThePanelTheWholeWidthWhenNoKernelHasFlops) {
  models::Recording recording = fixtures::twelve_kernels();
  std::erase_if(recording.observations, [](const models::Observation& o) { return o.name != "copy/float4"; });
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  ASSERT_EQ(scene.plots.size(), 1u);
  EXPECT_GT(scene.plots[0].width, 1000);
}

TEST(Chart, SaysOnItsFaceThatDataIsSimulated) {
  for (const auto& [width, height] : {std::pair{1200, 760}, {700, 500}, {400, 300}}) {
    const Sample sample(fixtures::one_kernel());
    EXPECT_TRUE(says(build_scene(sample.document(), {.width = width, .height = height}), TextRole::badge, "SIMULATED"));
  }
  models::Recording recording = fixtures::one_kernel();
  recording.provenance.kind = models::RecordingKind::recorded;
  const Sample recorded(std::move(recording));
  EXPECT_FALSE(says(build_scene(recorded.document(), {}), TextRole::badge, "SIMULATED"));
}

TEST(Chart, SaysWhereEveryRoofComesFromAtAnySize) {
  for (const auto& [width, height] : {std::pair{1200, 760}, {700, 500}, {400, 300}}) {
    const Sample sample(fixtures::twelve_kernels());
    const Scene scene = build_scene(sample.document(), {.width = width, .height = height});
    std::string words;
    for (const Text& text : all<Text>(scene)) words += text.text + " ";
    for (const char* origin : {"counter peak at 1.62 GHz", "theoretical at 3.20 GHz", "theoretical at 1.91 GHz"}) {
      EXPECT_NE(words.find(origin), std::string::npos) << origin << " at " << width;
    }
  }
}

TEST(Chart, MakesAreaProportionalToTheShareOfTime) {
  const Sample sample(fixtures::twelve_kernels());
  const Scene scene = build_scene(sample.document(), {});
  const std::vector<Marker> markers = all<Marker>(scene);
  const auto& kernels = sample.machine().kernels;
  const double naive = primary_of(markers, 9)->radius;
  const double tiled = primary_of(markers, 10)->radius;
  EXPECT_NEAR(naive * naive / (tiled * tiled), kernels[9].share_of_time / kernels[10].share_of_time, 0.01);
}

TEST(Chart, SurvivesARecordingWithoutKernelsAndRoofs) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations.clear();
  recording.machines[0].ceilings = {};
  const Sample sample(std::move(recording));
  EXPECT_TRUE(build_scene(sample.document(), {}).plots.empty());
  EXPECT_TRUE(build_scene(sample.document(), {.machine = 7}).items.empty());
}

TEST(Chart, SurvivesAMachineWithoutRoofs) {
  models::Recording recording = fixtures::twelve_kernels();
  recording.machines[0].ceilings = {};
  const Sample sample(std::move(recording));
  EXPECT_EQ(build_scene(sample.document(), {}).plots.size(), 2u);
}

TEST(Chart, LeavesSlopesTheirPartOfTheWidthBesidePointsFarToTheRight) {
  models::Recording recording = fixtures::one_kernel();
  models::CounterSet& counters = recording.observations[0].counters;
  const double bytes = *counters.value("dram__bytes.sum") * 1e-10;
  counters = {};  // no level whose points lie to the left
  counters.set("dram__bytes.sum", {.value = bytes, .samples = 1, .min = bytes, .max = bytes, .pass = 0});
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  double ridge = 0;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role == LineRole::roof && line.points[0].y != line.points[1].y) ridge = std::max(ridge, line.points[1].x);
  }
  EXPECT_GT(ridge, scene.plots[0].x + 0.29 * scene.plots[0].width);
}

TEST(Chart, NamesADashedRoofBelowWhereItsLineHasNoRoom) {
  models::Recording recording = fixtures::twelve_kernels();
  models::Machine& machine = recording.machines[0];
  const auto dram = *machine.ceilings.best(models::Level::dram);
  models::MemoryCeiling measured = dram;
  measured.rate = dram.rate * 0.95;
  measured.origin.source = models::CeilingSource::measured;
  models::MemoryCeiling l2 = measured;
  l2.level = models::Level::l2;
  l2.rate = dram.rate * 1.05;
  std::erase_if(machine.ceilings.memory, [](const auto& roof) { return roof.level == models::Level::l2; });
  machine.ceilings.memory.insert(machine.ceilings.memory.begin(), {measured, l2});
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  EXPECT_TRUE(says(scene, TextRole::note, ", dashed: DRAM 4.92") || says(scene, TextRole::roof, "DRAM 4.92"));
}

TEST(LogAxis, MapsDecadesEvenly) {
  const LogAxis axis(1, 100, 0, 200);
  EXPECT_DOUBLE_EQ(axis.pixel(10), 100);
  EXPECT_DOUBLE_EQ(axis.value(100), 10);
  EXPECT_EQ(axis.ticks(150), (std::vector<double>{1, 100}));
}

TEST(LogAxis, WritesTicksWithoutExponentsWhereTheyAreShort) {
  EXPECT_EQ(tick_text(0.01), "0.01");
  EXPECT_EQ(tick_text(1000), "1000");
  EXPECT_EQ(tick_text(0.00001), "10⁻⁵");
  EXPECT_EQ(tick_text(10000), "10\u00A0k");
  EXPECT_EQ(tick_text(5e6), "5\u00A0M");
}

// A measured DRAM roof beside a calculated one of FP32.
models::Recording measured_dram(double spread) {
  models::Recording recording = fixtures::twelve_kernels();
  const models::CeilingOrigin origin{models::CeilingSource::measured, models::ClockBasis::during_run, {}, "", spread};
  recording.machines[0].ceilings.memory.push_back({models::Level::dram, models::ByteRate(4.3e12), origin});
  return recording;
}

TEST(Chart, DrawsCalculatedRoofsInWideDashesAndMeasuredOnesSolid) {
  const Sample sample(measured_dram(0.1));
  const Rgb dram = kLightPalette.of(models::Level::dram).ink;
  int measured = 0, calculated = 0;
  for (const Polyline& line : all<Polyline>(build_scene(sample.document(), {}))) {
    if (line.role != LineRole::roof) continue;
    EXPECT_EQ(line.dash, line.paint.colour == dram ? Dash::none : Dash::wide);
    ++(line.paint.colour == dram ? measured : calculated);
  }
  EXPECT_EQ(measured, 2) << "in both plots";
  EXPECT_GT(calculated, 2);
}

TEST(Chart, ABandShowsTheSpreadInBothPlots) {
  const Rgb dram = kLightPalette.of(models::Level::dram).ink;
  const auto bands = [&](double spread) {
    std::vector<double> heights;
    const Sample sample(measured_dram(spread));
    for (const Area& area : all<Area>(build_scene(sample.document(), {}))) {
      if (area.paint.colour == dram) heights.push_back(area.points[3].y - area.points[0].y);
    }
    return heights;
  };
  ASSERT_EQ(bands(0.1).size(), 2u);
  EXPECT_NEAR(bands(0.2)[0] / bands(0.1)[0], std::log(1.2 / 0.8) / std::log(1.1 / 0.9), 1e-6);
  EXPECT_TRUE(bands(0).empty());
}

TEST(Chart, DrawsTheRoofsOfASessionWithoutKernels) {
  models::Recording recording = measured_dram(0.1);
  recording.observations.clear();
  const Sample sample(std::move(recording));
  const Scene scene = build_scene(sample.document(), {});
  EXPECT_EQ(scene.plots.size(), 1u);
  EXPECT_TRUE(says(scene, TextRole::roof, "DRAM 4.30 TB/s"));
  EXPECT_TRUE(says(scene, TextRole::roof, "FP64"));
  EXPECT_TRUE(says(scene, TextRole::roof, "FP8 tensor"));
}

}  // namespace
}  // namespace rooflens::reports::chart
