#include "profiler/cli/options/help_text.hpp"

#include <algorithm>
#include <ostream>

namespace rooflens::cli {
namespace {

constexpr std::size_t kLeft = 30;  // columns of the options' names
constexpr std::size_t kNarrowest = 60;
constexpr const char* kHelpAll = "help-all";
constexpr std::size_t kWidest = 100;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// A row of two columns; what does not fit beside the name begins below it.
void print_row(std::ostream& out, const std::string& left, const std::string& right, std::size_t width) {
  std::string line = padded("  " + left, kLeft);
  if (left.size() + 4 > kLeft) {
    out << line << '\n';
    line = std::string(kLeft, ' ');
  }
  for (const std::string& word : split(right, ' ')) {
    if (line.size() > kLeft && line.size() + 1 + word.size() > width) {
      out << line << '\n';
      line = std::string(kLeft, ' ');
    }
    line += (line.size() > kLeft ? " " : "") + word;
  }
  out << line << '\n';
}

}  // namespace

std::string spelling(const Option& option) {
  const std::string letter = option.letter ? std::string("-") + option.letter + ", " : "    ";
  return letter + "--" + option.name + (option.value.empty() ? "" : " " + option.value);
}

std::string cell(const Option& option) {
  const std::string fallback = option.fallback();
  return option.text + (fallback.empty() ? "" : " [default: " + fallback + "]");
}

std::vector<Option> options_with_help(const OptionTable& table) {
  std::vector<Option> options = table.options();
  const auto rare = std::count_if(options.begin(), options.end(), [](const Option& option) { return option.rare; });
  options.push_back({.name = "help", .letter = 'h', .value = "", .text = "show this help", .group = "Help"});
  if (rare > 0) {
    options.push_back(
        {.name = kHelpAll,
         .value = "",
         .text = "show " + std::to_string(rare) + " more " + (rare == 1 ? "option" : "options") + ", advanced",
         .group = "Help"});
  }
  return options;
}

std::string_view summary_of(std::string_view command) {
  const auto it = std::ranges::find(commands(), command, &Command::name);
  return it == commands().end() ? "" : it->summary;
}

void print_help(const OptionTable& table, bool all, const Streams& streams) {
  const std::string command = table.command();
  const auto width = std::clamp(static_cast<std::size_t>(std::max(streams.columns, 0)), kNarrowest, kWidest);
  streams.out << program().name << ' ' << command << ": " << summary_of(command) << "\n\nusage: " << program().name
              << ' ' << table.help().usage << "\n\nexamples:\n"
              << table.help().examples;
  std::string group;
  for (const Option& option : options_with_help(table)) {
    if (all ? option.name == kHelpAll : option.rare) continue;
    if (option.group != group) streams.out << '\n' << option.group << ":\n";
    group = option.group;
    print_row(streams.out, spelling(option), cell(option), width);
  }
  if (!table.help().more.empty()) streams.out << '\n' << table.help().more;
}

void print_overview(std::ostream& out) {
  const std::string_view name = program().name;
  out << name << ": " << kSlogan << "\n\nusage: " << name << " COMMAND [OPTIONS]\n\nexamples:\n" << program().examples;
  std::string_view group;
  for (const Command& command : commands()) {
    if (command.group.empty()) continue;
    if (command.group != group) out << '\n' << command.group << ":\n";
    group = command.group;
    out << padded("  " + std::string(command.name), 13) << command.summary << '\n';
  }
  out << "\n`" << name << " COMMAND --help` shows the options of a command";
  if (program().left_out.empty()) {
    out << ", `rooflens man` all of them.\n";
  } else {
    out << ".\n" << program().left_out << ".\n";
  }
  out << "Exit codes: " << kExitCodes << ".\nPages: docs/ of the source, share/doc/rooflens/docs of an installation.\n";
}

}  // namespace rooflens::cli
