#include "kernels/ceiling/launch_probe.cuh"

#include <chrono>

#include "kernels/ceiling/event_pair.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kThreads = 32;
constexpr int kInARow = 1000;
constexpr int kOneByOne = 100;

__global__ void empty() {}

void launch(unsigned int blocks) {
  empty<<<blocks, kThreads>>>();
  ROOFLENS_CUDA(cudaGetLastError());
}

Timing in_a_row(unsigned int blocks) {
  EventPair events;
  launch(blocks);
  events.begin();
  for (int i = 0; i < kInARow; ++i) launch(blocks);
  events.end();
  return {.work = kInARow, .time = events.elapsed(), .clock = {}};
}

Timing until_known(unsigned int blocks) {
  launch(blocks);
  ROOFLENS_CUDA(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kOneByOne; ++i) {
    launch(blocks);
    ROOFLENS_CUDA(cudaDeviceSynchronize());
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  return {.work = kOneByOne, .time = models::Seconds(time.count()), .clock = {}};
}

Timing between_events(unsigned int blocks) {
  EventPair events;
  launch(blocks);
  models::Seconds sum;
  for (int i = 0; i < kOneByOne; ++i) {
    events.begin();
    launch(blocks);
    events.end();
    sum += events.elapsed();
  }
  return {.work = kOneByOne, .time = sum, .clock = {}};
}

}  // namespace

std::vector<std::string> launch_points(const std::string& probe) {
  if (probe != "launch" && probe != "launch-latency" && probe != "empty-kernel") return {};
  return {"1 block of 32 threads", "1 block of 32 threads per SM"};
}

Timing measure_launches(const std::string& probe, std::size_t point, int sms) {
  const auto blocks = point == 0 ? 1U : static_cast<unsigned int>(sms);
  if (probe == "launch") return in_a_row(blocks);
  return probe == "launch-latency" ? until_known(blocks) : between_events(blocks);
}

}  // namespace rooflens::kernels::ceiling
