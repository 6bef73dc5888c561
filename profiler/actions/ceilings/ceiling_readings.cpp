#include "profiler/actions/ceilings/ceiling_readings.hpp"

#include <algorithm>

#include "models/base/joined.hpp"
#include "models/base/json_text.hpp"
#include "models/base/named_fields.hpp"
#include "models/base/number_in.hpp"
#include "models/base/timing.hpp"
#include "models/roofs/probe.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/config/json_fields.hpp"

namespace rooflens::kernels::ceiling {

ROOFLENS_FIELDS(json_fields, Timing, (work), (time), (clock), (threads_per_sm))
ROOFLENS_FIELDS(json_fields, InFlight, (threads_per_sm), (loads), (width_bytes), (copies))
ROOFLENS_FIELDS(json_fields, Reading, (probe), (point), (text), (samples), (in_flight), (power_watts))
ROOFLENS_FIELDS(json_fields, Refused, (probe), (reason))
ROOFLENS_FIELDS(json_fields, Counted, (probe), (share))
ROOFLENS_FIELDS(json_fields, Survey, (readings, best), (refused), (sweep), (counted))

}  // namespace rooflens::kernels::ceiling

namespace rooflens::actions {
namespace {

using collect::Json;
using kernels::ceiling::Choice;
using kernels::ceiling::Reading;
using kernels::ceiling::Survey;
using kernels::ceiling::Timing;

// Order statistics of plain numbers, by the code that has them for times.
models::TimingSummary summarised(const std::vector<double>& values) {
  std::vector<models::Seconds> numbers;
  for (const double value : values) numbers.emplace_back(value);
  return models::summarise(numbers).value_or(models::TimingSummary{});
}

models::MeasuredRoof roof_of(const std::vector<const Reading*>& readings) {
  models::MeasuredRoof roof;
  roof.probe = readings.front()->probe;
  roof.point = readings.front()->text;
  roof.processes = static_cast<int>(readings.size());
  roof.repetitions = static_cast<int>(readings.front()->samples.size());
  std::vector<double> medians;
  std::vector<double> clocks;
  std::vector<double> spreads;
  std::vector<double> powers;
  for (const Reading* reading : readings) {
    std::vector<double> values;
    for (const Timing& sample : reading->samples) {
      values.push_back(kernels::ceiling::value_of(reading->probe, sample));
    }
    if (const auto spread = summarised(values).relative_spread()) spreads.push_back(*spread);
    medians.push_back(median_value(*reading));
    if (reading->power_watts) powers.push_back(*reading->power_watts);
    if (const double clock = median_clock(*reading).value(); clock > 0) clocks.push_back(clock);
  }
  const models::TimingSummary between = summarised(medians);
  roof.value = between.median.value();
  roof.clock = models::Hertz(summarised(clocks).median.value());
  if (!powers.empty()) roof.power_watts = summarised(powers).median.value();
  roof.spread = summarised(spreads).median.value();
  if (roof.value > 0) roof.spread = std::max(roof.spread, 0.5 * ((between.maximum - between.minimum) / between.median));
  return roof;
}

}  // namespace

std::string encode_survey(const Survey& survey) { return models::json_line(collect::json_of(survey)) + "\n"; }

Survey decode_survey(const std::string& text) {
  try {
    Survey survey;
    collect::read_json(Json::parse(text), survey);
    return survey;
  } catch (const Json::exception& error) {
    throw CommandError(kFailure, std::string("the measuring process did not say what it measured: ") + error.what(),
                       "run `rooflens ceilings` again");
  }
}

std::string choices_text(std::span<const Reading> best) {
  return models::joined(best, ",", [](const Reading& r) { return r.probe + "=" + std::to_string(r.point); });
}

std::vector<Choice> parse_choices(const std::string& text) {
  std::vector<Choice> choices;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string probe = word.substr(0, equals);
    const auto point = models::number_in<decltype(Choice::point)>(word.substr(std::min(equals + 1, word.size())));
    if (!models::find_probe(probe) || !point) throw usage_error("`" + word + "` is no point of a probe");
    choices.push_back({probe, *point});
    begin = end + 1;
  }
  return choices;
}

std::vector<models::MeasuredRoof> combine(std::span<const std::vector<Reading>> processes) {
  std::vector<models::MeasuredRoof> roofs;
  if (processes.empty()) return roofs;
  for (std::size_t i = 0; i < processes.front().size(); ++i) {
    std::vector<const Reading*> same;
    for (const std::vector<Reading>& readings : processes) {
      if (i < readings.size() && readings[i].probe == processes.front()[i].probe) same.push_back(&readings[i]);
    }
    models::MeasuredRoof roof = roof_of(same);
    if (roof.value > 0) roofs.push_back(std::move(roof));
  }
  return roofs;
}

std::vector<models::LatencySweepPoint> latency_points(std::span<const Reading> sweep) {
  std::vector<models::LatencySweepPoint> points;
  for (const Reading& reading : sweep) {
    if (!reading.in_flight) continue;
    const kernels::ceiling::InFlight& in_flight = *reading.in_flight;
    points.push_back({.threads_per_sm = median_threads(reading).value_or(in_flight.threads_per_sm),
                      .loads = in_flight.loads,
                      .width_bytes = in_flight.width_bytes,
                      .rate = models::ByteRate(median_value(reading)),
                      .copies = in_flight.copies});
  }
  return points;
}

}  // namespace rooflens::actions
