// Writes the pages that the browser tests open: `web_pages DIRECTORY`.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "models/compare/comparison.hpp"
#include "models/explain/analysis.hpp"
#include "reports/compare/compare.hpp"
#include "reports/draw/printers.hpp"
#include "reports/words/report.hpp"
#include "tests/fixtures/recordings.hpp"

namespace {

using rooflens::models::Recording;

void write(const std::filesystem::path& path, const Recording& recording, std::string_view title) {
  const auto analysis = rooflens::models::analyse(recording);
  std::ofstream(path, std::ios::binary) << rooflens::reports::render_html({recording, analysis, title});
}

// What `rooflens plot` draws, with what a page has of it; its plots are as large as the page's on a usual screen.
void write_picture(const std::filesystem::path& path, const Recording& recording, int width = 1000) {
  const auto analysis = rooflens::models::analyse(recording);
  using namespace rooflens::reports::chart;
  std::ofstream(path, std::ios::binary) << print_page_svg(
      build_scene({recording, analysis, ""}, {.width = width, .height = 720, .bare = true}));
}

void write(const std::filesystem::path& path, const Recording& a, const Recording& b) {
  const auto of_a = rooflens::models::analyse(a);
  const auto of_b = rooflens::models::analyse(b);
  const auto comparison = rooflens::models::compare({&a, &of_a}, {&b, &of_b});
  std::ofstream(path, std::ios::binary) << rooflens::reports::render_html({comparison, "before.rlens", "after.rlens"});
}

// As if recorded on another GPU: kernels with an even number took 1.6 times as long, each third the same, the rest 0.8
// times; memory roofs are a third lower; the last kernel is missing.
Recording on_another_gpu(Recording recording) {
  auto& machine = recording.machines.front();
  machine.device.name = "NVIDIA H100";
  for (auto& roof : machine.ceilings.memory) roof.rate = roof.rate * (2.0 / 3);
  recording.observations.pop_back();
  for (std::size_t i = 0; i < recording.observations.size(); ++i) {
    const double factor = i % 3 == 0 ? 1 : i % 2 == 0 ? 1.6 : 0.8;
    for (auto& duration : recording.observations[i].durations) duration = duration * factor;
  }
  return recording;
}

// Two GPUs in one session; the second ran one kernel.
Recording two_machines() {
  Recording recording = rooflens::fixtures::twelve_kernels();
  rooflens::models::Machine second = rooflens::fixtures::simulated_h200();
  second.id = 1;
  second.device.name = "NVIDIA H200 NVL";
  recording.machines.push_back(second);
  recording.observations.push_back(rooflens::fixtures::one_kernel().observations.front());
  recording.observations.back().machine = 1;
  return recording;
}

// Names that try to leave their element: markup, the end of a data block, a line break, an invalid byte.
Recording hostile_names() {
  Recording recording = rooflens::fixtures::twelve_kernels();
  const char* const names[] = {"</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>",
                               "\"quoted\" & 'single' <!-- comment", "two\nlines\r\nand \xff bytes", "{{script}}"};
  for (std::size_t i = 0; i < std::size(names); ++i) recording.observations[i].name = names[i];
  recording.machines[0].device.name = "<b>GPU</b>";
  recording.notes = {{rooflens::models::NoteLevel::warning, "<b>", "<img src=x onerror=window.hacked=1>", "", {}}};
  return recording;
}

// What `ceilings` writes: roofs and no kernel.
Recording roofs_alone() {
  Recording recording = rooflens::fixtures::measured_roofs();
  recording.observations.clear();
  return recording;
}

// The fixture's application, whose range holds two of its kernels on rank 0.
Recording profiled_with_range() {
  Recording recording = rooflens::fixtures::profiled_application();
  auto& all = recording.observations;
  all.back().launches = {all[2].launches.front(), all[4].launches.front()};
  return recording;
}

// A kernel that takes 400 000 times as long as its roof allows.
Recording far_from_its_roof() {
  Recording recording = rooflens::fixtures::one_kernel();
  for (auto& duration : recording.observations[0].durations) duration = 3e5 * duration;
  return recording;
}

// Its formula says that the task needs twice the bytes that were counted.
Recording doing_less() {
  Recording recording = rooflens::fixtures::one_kernel();
  auto& compulsory = recording.observations[0].work->compulsory;
  compulsory = {compulsory.read * 2, compulsory.written * 2};
  return recording;
}

// A reduction that spends itself on indices: 90 % of the INT32 roof.
Recording counting_indices() {
  Recording recording = rooflens::fixtures::twelve_kernels();
  auto& kernel = recording.observations[6];
  const double time = kernel.durations.front().value();
  const double operations =
      0.9 * time * recording.machines[0].ceilings.best(rooflens::models::Precision::int32)->rate.value();
  rooflens::fixtures::do_integer_work(kernel, operations);
  return recording;
}

// Times and traffic alone: no gap can be divided, and there is no instruction roofline.
Recording without_instructions() {
  Recording recording = rooflens::fixtures::one_kernel();
  auto& counters = recording.observations[0].counters;
  const double bytes = *counters.value("dram__bytes.sum");
  counters = {};
  counters.set("dram__bytes.sum", {.value = bytes, .samples = 1, .min = bytes, .max = bytes, .pass = 0});
  return recording;
}

// measured_roofs() with what single probes reached, a link, a measured roof of issue, and no roof of L2.
Recording probed() {
  using namespace rooflens::models;
  Recording recording = rooflens::fixtures::measured_roofs();
  Ceilings& roofs = recording.machines.front().ceilings;
  std::erase_if(roofs.memory, [](const auto& roof) { return roof.level == Level::l2; });
  roofs.instruction.push_back({Pipe::issue,
                               OperationRate(1.02e12),
                               {CeilingSource::measured, ClockBasis::during_run, megahertz(1980), "Issue: x", 0.01}});
  roofs.probes = ProbeResults{
      .measured_utc = "2026-11-21T03:40:00Z",
      .tool_version = "0.1.0",
      .roofs = {{"dram-read", "16 B loads, 8 in flight, 4 blocks of 512 threads per SM", 4.31e12, megahertz(1905), 0.02,
                 5, 15, 0.995},
                {"dram-copy", "16 B accesses, blocks of 512 threads", 4.14e12, megahertz(1900), 0.001, 5, 15, {}},
                {"launch-latency", "1 block of 32 threads", 8.2e-6, {}, 0.012, 5, 15, {}}},
      .refused = {{"tensor-fp8", "no such instruction"}}};
  roofs.links = {{"host", LinkKind::pcie, LinkDirection::from_peer, ByteRate(55e9), 0.001, 11, Seconds(2e-6), {}}};
  return recording;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: web_pages DIRECTORY\n";
    return 2;
  }
  namespace fixtures = rooflens::fixtures;
  const std::filesystem::path directory = argv[1];
  std::filesystem::create_directories(directory);
  write(directory / "one.html", fixtures::one_kernel(), "One kernel");
  write(directory / "twelve.html", fixtures::twelve_kernels(), "Twelve kernels");
  write(directory / "many.html", fixtures::many_kernels(200), "Two hundred kernels");
  write(directory / "huge.html", fixtures::many_kernels(10'000), "Ten thousand kernels");
  write(directory / "troubled.html", fixtures::troubled_kernels(), "Troubled kernels");
  write(directory / "machines.html", two_machines(), "Two machines");
  write(directory / "hostile.html", hostile_names(), "<script>window.hacked=1</script>");
  write(directory / "measured.html", fixtures::measured_roofs(), "Measured roofs");
  write(directory / "roofs.html", roofs_alone(), "Roofs");
  write(directory / "probed.html", probed(), "Probes");
  write(directory / "profiled.html", profiled_with_range(), "An application under profile");
  write(directory / "families.html", fixtures::told_families(), "Families");
  write(directory / "uncounted.html", without_instructions(), "No instructions counted");
  write(directory / "integers.html", counting_indices(), "Indices");
  write(directory / "less.html", doing_less(), "Less than its formula");
  write(directory / "far.html", far_from_its_roof(), "Far from its roof");
  write(directory / "compared.html", on_another_gpu(fixtures::twelve_kernels()), fixtures::twelve_kernels());
  write(directory / "compared_same.html", fixtures::twelve_kernels(), fixtures::twelve_kernels());
  write(directory / "compared_many.html", on_another_gpu(fixtures::many_kernels(200)), fixtures::many_kernels(200));
  write(directory / "compared_huge.html", on_another_gpu(fixtures::many_kernels(10'000)),
        fixtures::many_kernels(10'000));
  write(directory / "compared_troubled.html", fixtures::troubled_kernels(), fixtures::twelve_kernels());
  write(directory / "compared_hostile.html", hostile_names(), hostile_names());
  write(directory / "compared_machines.html", on_another_gpu(two_machines()), two_machines());
  write_picture(directory / "one.svg", fixtures::one_kernel(), 930);
  write_picture(directory / "profiled.svg", profiled_with_range(), 930);
  write_picture(directory / "twelve.svg", fixtures::twelve_kernels());
  write_picture(directory / "measured.svg", fixtures::measured_roofs());
  write_picture(directory / "roofs.svg", roofs_alone(), 930);
  write_picture(directory / "many.svg", fixtures::many_kernels(200), 930);
  write(directory / "empty.html", Recording{}, "Empty");
}
