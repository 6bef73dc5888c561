// Writes a session of many simulated kernels, for measuring reports.   usage: many_kernels KERNELS FACTOR FILE.rlens
// FACTOR stretches every duration, so that two such sessions differ.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "profiler/actions/save_recording.hpp"
#include "tests/fixtures/recordings.hpp"

int main(int argc, char** argv) {
  using namespace rooflens;
  if (argc != 4) {
    std::fputs("usage: many_kernels KERNELS FACTOR FILE.rlens\n", stderr);
    return 2;
  }
  try {
    models::Recording recording = fixtures::many_kernels(std::strtoul(argv[1], nullptr, 10));
    const double factor = std::strtod(argv[2], nullptr);
    for (models::Observation& observation : recording.observations) {
      for (models::Seconds& duration : observation.durations) duration = duration * factor;
    }
    actions::save_recording(argv[3], recording, true);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
