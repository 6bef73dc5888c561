// The part of Boost.Program_options that every command repeats: help, strictness, and errors as usage errors.
#pragma once

#include <boost/program_options.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/cli/options/program.hpp"

namespace rooflens::cli {

/// What --help says besides the options.
struct Help {
  std::string usage;     ///< "report SESSION [OPTIONS]": the command's name comes first
  std::string examples;  ///< a line each, ending in a newline
};

/// Parses a command's arguments. Prefixes are not guessed. With --help, wherever it stands, the help is printed and
/// nothing is returned. Throws CommandError (kUsage).
[[nodiscard]] std::optional<boost::program_options::variables_map> parse_options(
    const Arguments& arguments, boost::program_options::options_description options,
    const boost::program_options::positional_options_description& positional, const Help& help, const Streams& streams);

/// `value` if it is one of `choices`; throws CommandError (kUsage) naming the option and the choices.
std::string one_of(const std::string& option, const std::string& value,
                   std::initializer_list<std::string_view> choices);

}  // namespace rooflens::cli
