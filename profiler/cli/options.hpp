// The part of Boost.Program_options that every command repeats: help, strictness, and errors as usage errors.
#pragma once

#include <boost/program_options.hpp>

#include <optional>
#include <string>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {

/// Parses a command's arguments. Prefixes are not guessed. With --help the usage line and the options are printed and
/// nothing is returned. Throws CommandError (kUsage).
[[nodiscard]] std::optional<boost::program_options::variables_map> parse_options(
    const Arguments& arguments, const boost::program_options::options_description& options,
    const boost::program_options::positional_options_description& positional, const std::string& usage,
    const Streams& streams);

/// `value` if it is one of `choices`; throws CommandError (kUsage) naming the option and the choices.
std::string one_of(const std::string& option, const std::string& value,
                   std::initializer_list<std::string_view> choices);

}  // namespace rooflens::cli
