#include "profiler/cli/options.hpp"

#include <algorithm>
#include <ostream>

#include "profiler/cli/error.hpp"

namespace rooflens::cli {

namespace po = boost::program_options;

std::optional<po::variables_map> parse_options(const Arguments& arguments, const po::options_description& options,
                                               const po::positional_options_description& positional,
                                               const std::string& usage, const Streams& streams) {
  // Positional values are parsed through an option that help does not show.
  po::options_description all;
  all.add(options).add_options()("help,h", "show this help");
  if (positional.max_total_count() > 0) {
    all.add_options()(positional.name_for_position(0).c_str(), po::value<std::vector<std::string>>());
  }
  using style = po::command_line_style::style_t;
  const int strict = po::command_line_style::unix_style & ~style::allow_guessing;
  const std::string command = "rooflens " + usage.substr(0, usage.find(' '));
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(strict).run(), values);
    if (values.count("help") > 0) {
      streams.out << "usage: rooflens " << usage << "\n\n" << options << "  -h [ --help ]  show this help\n";
      return std::nullopt;
    }
    po::notify(values);
    return values;
  } catch (const po::error& error) {
    throw usage_error(error.what(), "`" + command + " --help` shows the options");
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
