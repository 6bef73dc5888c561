// Completion for shells and the man page, from the same tables as --help.
#pragma once

#include <functional>
#include <iosfwd>

#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {

/// Calls its argument for the table of every command that the overview lists, in that order.
using EachTable = std::function<void(const std::function<void(const OptionTable&)>&)>;

/// rooflens(1) in roff, with the macros of man(7).
void print_man_page(const EachTable& each, std::ostream& out);

void print_bash_completion(const EachTable& each, std::ostream& out);
void print_zsh_completion(const EachTable& each, std::ostream& out);
void print_fish_completion(const EachTable& each, std::ostream& out);

}  // namespace rooflens::cli
