// Completion for shells, from the same tables as --help.
#pragma once

#include <iosfwd>

#include "profiler/cli/options/man_page.hpp"

namespace rooflens::cli {

void print_bash_completion(const EachTable& each, std::ostream& out);
void print_zsh_completion(const EachTable& each, std::ostream& out);
void print_fish_completion(const EachTable& each, std::ostream& out);

}  // namespace rooflens::cli
