// `rooflens doctor`: whether counters can be collected here, why not, and what to do.
#include <fmt/core.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/doctor/doctor_checks.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"

namespace rooflens::cli {
namespace {

using json = reports::Json;

constexpr std::size_t kStatusWidth = 9;
constexpr std::size_t kIdWidth = 13;
constexpr std::size_t kIndent = kStatusWidth + kIdWidth;

std::string_view colour_of(doctor::Status status) {
  switch (status) {
    case doctor::Status::problem:
      return "\033[31m";
    case doctor::Status::warning:
      return "\033[33m";
    case doctor::Status::unknown:
      return "\033[2m";
    case doctor::Status::ok:
      break;
  }
  return "\033[32m";
}

// How far a broken line's rest is indented: as the line itself, and below the words of an item ("  1. ...").
std::size_t hanging(const std::string& line) {
  const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
  const bool item = spaces + 1 < line.size() && line[spaces] >= '0' && line[spaces] <= '9' && line[spaces + 1] == '.';
  return spaces + (item ? 3 : 0);
}

// The text as lines of at most `width` letters, each after the first indented; its own line breaks stay.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t column = std::min(line.find_first_not_of(' '), line.size());
    std::string shown(column, ' ');
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const std::size_t length = reports::length_utf8(word);
      const bool first = shown.find_first_not_of(' ') == std::string::npos;
      if (!first && column + 1 + length > width) {
        shown += '\n' + std::string(kIndent + hanging(line), ' ');
        column = hanging(line);
      } else if (!first) {
        shown += ' ';
        ++column;
      }
      shown += word;
      column += length;
    }
    result += (result.empty() ? "" : '\n' + std::string(kIndent, ' ')) + shown;
  }
  return result;
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

std::string problems(const std::vector<doctor::Check>& checks) {
  std::string text;
  for (const doctor::Check& check : checks) {
    if (check.status == doctor::Status::problem) text += (text.empty() ? "" : ", ") + check.id;
  }
  return text;
}

// Every check: status, id, fact; below it consequence and remedy where something is wrong; a verdict at the end.
void print_checks(const std::vector<doctor::Check>& checks, const Streams& streams) {
  const std::size_t width = static_cast<std::size_t>(std::clamp(streams.columns, 60, 120)) - kIndent;
  for (const doctor::Check& check : checks) {
    const std::string status = padded(name(check.status), kStatusWidth);
    streams.out << (streams.colour ? fmt::format("{}{}\033[0m", colour_of(check.status), status) : status)
                << padded(check.id, kIdWidth) << wrapped(reports::clean_utf8(check.fact), width) << '\n';
    if (check.status == doctor::Status::ok) continue;
    for (const std::string& text : {check.consequence, check.remedy.empty() ? "" : "→ " + check.remedy}) {
      if (!text.empty()) streams.out << std::string(kIndent, ' ') << wrapped(text, width) << '\n';
    }
  }
  const std::string wrong = problems(checks);
  streams.out << '\n'
              << (wrong.empty() ? "Counters can be collected here.\n"
                                : fmt::format("Counters cannot be collected here: {}.\n", wrong));
}

// One object: "counters" (whether they can be collected) and "checks", an array of objects.
void print_checks_json(const std::vector<doctor::Check>& checks, std::ostream& out) {
  json list = json::array();
  for (const doctor::Check& check : checks) {
    list.push_back({{"id", check.id},
                    {"status", name(check.status)},
                    {"fact", check.fact},
                    {"consequence", check.consequence},
                    {"remedy", check.remedy}});
  }
  const json root{{"counters", doctor::counters_can_be_collected(checks)}, {"checks", list}};
  out << reports::written(root);
}

constexpr OptionTable::Help kDoctorHelp{
    .usage = "doctor [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens doctor --probe all       asks CUPTI on every GPU, not on the first only\n"
        "  rooflens doctor --format json     for scripts; the exit code is 0 or 4 either way\n"};

doctor::Probe probe_named(const std::string& word) {
  return word == "first" ? doctor::Probe::first : word == "all" ? doctor::Probe::all : doctor::Probe::none;
}

}  // namespace

int doctor_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  std::string format = "text";
  std::string probe = "first";
  OptionTable table(kDoctorHelp);
  table.group("Output").text_or_json(&format).add("probe", &probe, "first|all|none", "the GPUs to ask for counters");
  if (!table.parse(arguments, streams)) return kOk;
  const bool as_json = format == "json";
  const std::vector<doctor::Check> checks = doctor::diagnose(backend.gather_facts(probe_named(probe)));
  as_json ? print_checks_json(checks, streams.out) : print_checks(checks, streams);
  return doctor::counters_can_be_collected(checks) ? kOk : kNoDevice;
}

}  // namespace rooflens::cli
