// `rooflens list`: what there is to run, and what there is to count.
#include <fmt/core.h>

#include <ostream>

#include "kernels/catalogue.hpp"
#include "models/base/joined.hpp"
#include "models/base/trouble.hpp"
#include "models/counters/counter_group.hpp"
#include "models/counters/metric_table.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::cli {
namespace {

using collect::cupti::ChipPasses;
using json = reports::Json;

constexpr OptionTable::Help kListHelp{
    .usage = "list [kernels|counters] [OPTIONS]",
    .words = "kernels|counters",
    .examples =
        "  rooflens list                             kernels with their parameters and limits\n"
        "  rooflens list counters --chip GH100       passes on one chip, and the metrics\n"};

json counterpart_json(const kernels::Counterpart& counterpart) {
  if (counterpart.name.empty()) return nullptr;
  return {{"name", counterpart.name}, {"cause", counterpart.cause}, {"severity", counterpart.severity}};
}

void list_kernels_json(std::ostream& out) {
  json array = json::array();
  for (const kernels::Kernel* kernel : kernels::catalogue()) {
    json parameters = json::array();
    for (const kernels::Parameter& p : kernel->parameters) {
      parameters.push_back({{"name", p.name},
                            {"summary", p.summary},
                            {"default", p.default_value},
                            {"minimum", p.minimum},
                            {"maximum", p.maximum},
                            {"multiple_of", p.multiple_of},
                            {"power_of_two", p.power_of_two}});
    }
    array.push_back({{"name", kernel->name},
                     {"family", kernel->family()},
                     {"summary", kernel->summary},
                     {"minimum_compute_capability", kernel->minimum_compute_capability.text()},
                     {"counterpart", counterpart_json(kernel->counterpart)},
                     {"parameters", parameters}});
  }
  out << reports::written(array);
}

std::string condition(const kernels::Parameter& p) {
  if (p.power_of_two) return ", a power of two";
  return p.multiple_of > 1 ? fmt::format(", a multiple of {}", p.multiple_of) : "";
}

void list_kernels_text(std::ostream& out) {
  for (const kernels::Kernel* kernel : kernels::catalogue()) {
    out << fmt::format("{:<30} {}\n", kernel->name, kernel->summary);
    for (const kernels::Parameter& p : kernel->parameters) {
      out << fmt::format("{:<30}   {} = {} ({} to {}{}): {}\n", "", p.name, p.default_value, p.minimum, p.maximum,
                         condition(p), p.summary);
    }
  }
}

void list_counters_json(const std::vector<ChipPasses>& passes, std::ostream& out) {
  json root;
  for (const models::CounterGroup* group : {&models::quick_group(), &models::pipes_group(), &models::waits_group()}) {
    for (const auto& wanted : group->counters) {
      json entry{{"name", wanted.name}, {"sass", models::is_sass_counter(wanted.name)}};
      if (!wanted.alternative.empty()) entry["alternative"] = wanted.alternative;
      root[std::string(group->id)].push_back(entry);
    }
  }
  root["passes"] = json::array();
  for (const ChipPasses& p : passes) {
    json refused = json::array();
    for (const models::Refusal& refusal : p.refused) refused.push_back(refusal.counter);
    root["passes"].push_back({{"chip", p.chip},
                              {"quick", p.quick},
                              {"pipes", p.pipes},
                              {"waits", p.waits},
                              {"tensor", p.tensor},
                              {"refused", refused}});
  }
  for (const models::MetricRow& row : models::metric_table()) {
    root["metrics"].push_back(
        {{"id", row.id}, {"label", row.label}, {"summary", row.summary}, {"formula", models::formula(row)}});
  }
  out << reports::written(root);
}

void list_counters_text(const std::vector<ChipPasses>& passes, std::ostream& out) {
  const models::CounterGroup &quick = models::quick_group(), &pipes = models::pipes_group(),
                             &waits = models::waits_group();
  out << fmt::format("quick: {} ({} counters)\n", quick.summary, quick.counters.size());
  out << fmt::format("pipes: {}; `run` adds it\n", pipes.summary);
  out << fmt::format("waits: {}; `profile` adds it, `run` with --stalls\n", waits.summary);
  out << "tensor: operations of the tensor pipe by number format; added by itself for kernels that use it\n\n";
  if (passes.empty()) {
    out << "passes: unknown without CUPTI\n";
  } else {
    out << "passes by chip    quick   pipes   waits  tensor  not offered\n";
    for (const ChipPasses& p : passes) {
      out << fmt::format("  {:<14} {:>7} {:>7} {:>7} {:>7}  {}\n", p.chip, p.quick, p.pipes, p.waits, p.tensor,
                         p.refused.empty() ? "-" : models::joined(p.refused, " ", &models::Refusal::counter));
    }
  }
  out << "\nmetrics made of them:\n";
  for (const models::MetricRow& row : models::metric_table()) {
    out << fmt::format("  {:<30} {}\n  {:<30}   = {}\n", row.id, row.summary, "", models::formula(row));
  }
}

}  // namespace

int list_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  std::string format = "text";
  std::string chip;
  OptionTable table(kListHelp);
  table.group("Output").text_or_json(&format).add("chip", &chip, "NAME",
                                                  "with counters: passes on this chip only (GH100, AD102, ...)");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return kOk;
  const Arguments words = typed->words.empty() ? Arguments{"kernels"} : typed->words;
  if (words.size() != 1)
    throw usage_error("list takes one word, kernels or counters, not " + std::to_string(words.size()));
  if (words.front() != "kernels" && words.front() != "counters")
    throw usage_error("list takes one of kernels, counters, not `" + words.front() + "`");
  const bool as_json = format == "json";
  if (words.front() == "kernels") {
    if (!chip.empty()) throw usage_error("--chip goes with `list counters`", "kernels are the same for every chip");
    as_json ? list_kernels_json(streams.out) : list_kernels_text(streams.out);
    return kOk;
  }
  std::vector<ChipPasses> passes;
  try {
    passes = backend.group_passes(chip);
  } catch (const models::Trouble& error) {
    if (!chip.empty()) throw;
    streams.err << "rooflens: note: " << error.what() << '\n';
  }
  as_json ? list_counters_json(passes, streams.out) : list_counters_text(passes, streams.out);
  return kOk;
}

}  // namespace rooflens::cli
