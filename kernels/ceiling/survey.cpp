#include "kernels/ceiling/survey.hpp"

#include <algorithm>
#include <utility>

#include "models/roofs/probe.hpp"

namespace rooflens::kernels::ceiling {
namespace {

bool is_time(std::string_view probe) {
  const models::ProbeInfo* info = models::find_probe(probe);
  return info && info->unit == "s";
}

bool better(std::string_view probe, double a, double b) { return is_time(probe) ? a < b : a > b; }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

constexpr int kMoreOfMoving = 6;  // launches, where a power limit makes the clock of each another

void take(Prober& prober, const Choice& choice, int repetitions, Reading& into) {
  for (int i = 0; i < repetitions; ++i) into.samples.push_back(prober.measure(choice.probe, choice.point));
}

Reading read(Prober& prober, const Choice& choice, std::string text, int repetitions) {
  Reading reading{choice.probe, choice.point, std::move(text), {}};
  take(prober, choice, repetitions, reading);
  return reading;
}

}  // namespace

double value_of(std::string_view probe, const Timing& sample) {
  if (!(sample.time.value() > 0)) return 0;
  return is_time(probe) ? sample.time.value() / sample.work : sample.work / sample.time.value();
}

double median_value(const Reading& reading) {
  std::vector<double> values;
  for (const Timing& sample : reading.samples) values.push_back(value_of(reading.probe, sample));
  return median(std::move(values));
}

models::Hertz median_clock(const Reading& reading) {
  std::vector<double> clocks;
  for (const Timing& sample : reading.samples) {
    if (sample.clock.value() > 0) clocks.push_back(sample.clock.value());
  }
  return models::Hertz(median(std::move(clocks)));
}

std::optional<double> median_threads(const Reading& reading) {
  std::vector<double> threads;
  for (const Timing& sample : reading.samples) {
    if (sample.threads_per_sm) threads.push_back(*sample.threads_per_sm);
  }
  if (threads.empty()) return std::nullopt;
  return median(std::move(threads));
}

Survey survey(Prober& prober, std::span<const std::string> probes, int repetitions,
              const std::function<void(std::string_view probe)>& now) {
  Survey result;
  for (const std::string& probe : probes) {
    now(probe);
    DesignSpace space = prober.design_space(probe);
    if (space.points.empty()) {
      result.refused.push_back({probe, space.refusal});
      continue;
    }
    Reading best;
    for (std::size_t point = 0; point < space.points.size(); ++point) {
      Reading reading = read(prober, {probe, point}, space.points[point], repetitions);
      if (point == 0 || better(probe, median_value(reading), median_value(best))) best = std::move(reading);
    }
    result.best.push_back(std::move(best));
  }
  return result;
}

void add_latency_sweep(Survey& survey, Prober& prober, int repetitions,
                       const std::function<void(std::string_view probe)>& now) {
  const std::string probe(models::kLatencySweep.id);
  now(probe);
  DesignSpace space = prober.design_space(probe);
  if (space.points.empty()) survey.refused.push_back({probe, space.refusal});
  for (std::size_t point = 0; point < space.points.size(); ++point) {
    Reading reading = read(prober, {probe, point}, space.points[point], repetitions);
    reading.in_flight = space.in_flight.at(point);
    survey.sweep.push_back(std::move(reading));
  }
}

std::vector<Reading> measure_again(Prober& prober, std::span<const Choice> choices, int repetitions,
                                   const std::function<void(std::string_view probe)>& now, const PowerMeter& power) {
  std::vector<Reading> readings;
  for (const Choice& choice : choices) {
    now(choice.probe);
    const DesignSpace space = prober.design_space(choice.probe);
    const bool moving_clock = prober.settle(choice.probe, choice.point);
    Reading reading{choice.probe, choice.point, space.points.at(choice.point), {}};
    std::vector<double> watts;
    for (int round = 0; round < (moving_clock ? kMoreOfMoving : 1); ++round) {
      take(prober, choice, repetitions, reading);
      if (const auto now_drawn = power && moving_clock ? power() : std::nullopt) watts.push_back(*now_drawn);
    }
    if (!watts.empty()) reading.power_watts = median(std::move(watts));
    readings.push_back(std::move(reading));
  }
  return readings;
}

}  // namespace rooflens::kernels::ceiling
