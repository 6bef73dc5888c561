#include "profiler/actions/ceiling_readings.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "models/base/joined.hpp"
#include "models/base/timing.hpp"
#include "models/roofs/probe.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

using json = nlohmann::ordered_json;
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

json json_of(const Reading& reading) {
  json samples = json::array();
  for (const Timing& sample : reading.samples) {
    samples.push_back({sample.work, sample.time.value(), sample.clock.value()});
    if (sample.threads_per_sm) samples.back().push_back(*sample.threads_per_sm);
  }
  json entry{{"probe", reading.probe}, {"point", reading.point}, {"text", reading.text}, {"samples", samples}};
  if (const auto& f = reading.in_flight) {
    entry["in_flight"] = {f->threads_per_sm, f->loads, f->width_bytes, f->copies};
  }
  if (reading.power_watts) entry["power_watts"] = *reading.power_watts;
  return entry;
}

Reading reading_from(const json& entry) {
  Reading reading{entry.at("probe"), entry.at("point"), entry.at("text"), {}};
  if (entry.contains("power_watts")) reading.power_watts = entry.at("power_watts").get<double>();
  for (const json& sample : entry.at("samples")) {
    reading.samples.push_back({.work = sample.at(0),
                               .time = models::Seconds(sample.at(1).get<double>()),
                               .clock = models::Hertz(sample.at(2).get<double>())});
    if (sample.size() > 3) reading.samples.back().threads_per_sm = sample.at(3).get<double>();
  }
  if (entry.contains("in_flight")) {
    const json& f = entry.at("in_flight");
    reading.in_flight = {.threads_per_sm = f.at(0), .loads = f.at(1), .width_bytes = f.at(2), .copies = f.at(3)};
  }
  return reading;
}

}  // namespace

std::string encode_survey(const Survey& survey) {
  json readings = json::array();
  for (const Reading& reading : survey.best) readings.push_back(json_of(reading));
  json sweep = json::array();
  for (const Reading& reading : survey.sweep) sweep.push_back(json_of(reading));
  json counted = json::array();
  for (const auto& entry : survey.counted) counted.push_back({{"probe", entry.probe}, {"share", entry.share}});
  json refused = json::array();
  for (const auto& entry : survey.refused) refused.push_back({{"probe", entry.probe}, {"reason", entry.reason}});
  return json{{"readings", readings}, {"refused", refused}, {"sweep", sweep}, {"counted", counted}}.dump() + "\n";
}

Survey decode_survey(const std::string& text) {
  try {
    const json all = json::parse(text);
    Survey survey;
    for (const json& entry : all.at("readings")) survey.best.push_back(reading_from(entry));
    for (const json& entry : all.at("sweep")) survey.sweep.push_back(reading_from(entry));
    for (const json& entry : all.at("counted")) survey.counted.push_back({entry.at("probe"), entry.at("share")});
    for (const json& entry : all.at("refused")) survey.refused.push_back({entry.at("probe"), entry.at("reason")});
    return survey;
  } catch (const json::exception& error) {
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
    Choice choice{word.substr(0, equals), 0};
    const char* last = word.data() + word.size();
    const char* first = std::min(word.data() + equals + 1, last);
    const auto [rest, error] = std::from_chars(first, last, choice.point);
    if (!models::find_probe(choice.probe) || error != std::errc() || rest != last) {
      throw usage_error("`" + word + "` is no point of a probe");
    }
    choices.push_back(std::move(choice));
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

}  // namespace rooflens::cli
