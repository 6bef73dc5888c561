#include "profiler/cli/options/options.hpp"

#include <algorithm>
#include <ostream>

#include "models/base/edit_distance.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

bool asks_for_help(const Arguments& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::any_of(arguments.begin(), end, [](const auto& word) { return word == "--help" || word == "-h"; });
}

// "did you mean --repetitions? " for "--repet"; empty when nothing is near.
std::string did_you_mean(const std::string& typed, const po::options_description& options) {
  const std::string word = typed.substr(0, typed.find('='));
  const std::string name = word.substr(std::min(word.size(), word.find_first_not_of('-')));
  std::string best;
  std::size_t least = name.size();
  for (const auto& option : options.options()) {
    const std::string& candidate = option->long_name();
    const bool begins = candidate.starts_with(name);
    if (!begins && !models::is_near(name, candidate)) continue;
    const std::size_t distance = begins ? 0 : models::edit_distance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best.empty() ? "" : "did you mean --" + best + "? ";
}

// A shell variable that is not set, most of the time; an option that counts as not given would not be noticed.
void refuse_empty(const po::variables_map& values, const po::options_description& options) {
  for (const auto& [name, value] : values) {
    const auto* text = boost::any_cast<std::string>(&value.value());
    if (!text || !text->empty() || value.defaulted()) continue;
    if (!options.find_nothrow(name, false)) continue;
    throw usage_error("--" + name + " is given an empty value", "without a value, leave the option out");
  }
}

std::string summary_of(const std::string& command) {
  const auto all = commands();
  const auto it = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == command; });
  return "rooflens " + command + (it == all.end() ? "" : ": " + std::string(it->summary));
}

}  // namespace

std::optional<po::variables_map> parse_options(const Arguments& arguments, po::options_description options,
                                               const po::positional_options_description& positional, const Help& help,
                                               const Streams& streams) {
  const std::string command = help.usage.substr(0, help.usage.find(' '));
  options.add_options()("help,h", "show this help");
  if (asks_for_help(arguments)) {
    streams.out << summary_of(command) << "\n\nusage: rooflens " << help.usage << "\n\n"
                << options << "\nexamples:\n"
                << help.examples;
    return std::nullopt;
  }
  // Positional values are parsed through an option that help does not show.
  po::options_description all;
  all.add(options);
  if (positional.max_total_count() > 0) {
    all.add_options()(positional.name_for_position(0).c_str(), po::value<std::vector<std::string>>());
  }
  using style = po::command_line_style::style_t;
  const int strict = po::command_line_style::unix_style & ~style::allow_guessing;
  const std::string shows_options = "`rooflens " + command + " --help` shows the options";
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(strict).run(), values);
    refuse_empty(values, options);
    po::notify(values);
    return values;
  } catch (const po::unknown_option& error) {
    throw usage_error(command + " has no option " + error.get_option_name(),
                      did_you_mean(error.get_option_name(), options) + shows_options);
  } catch (const po::multiple_occurrences& error) {
    const bool pattern = error.get_option_name() == "--kernel";
    throw usage_error(error.get_option_name() + " is given more than once",
                      pattern ? "one expression can stand for several kernels: 'gemm|softmax'" : shows_options);
  } catch (const po::too_many_positional_options_error&) {
    throw usage_error(command + " takes nothing but options", shows_options);
  } catch (const po::error& error) {
    throw usage_error(error.what(), shows_options);
  }
}

std::string one_of(const std::string& option, const std::string& value,
                   std::initializer_list<std::string_view> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
  std::string list;
  for (const std::string_view choice : choices) list += (list.empty() ? "" : ", ") + std::string(choice);
  throw usage_error(option + " takes one of " + list + ", not `" + value + "`");
}

}  // namespace rooflens::cli
