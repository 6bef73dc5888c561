#include "profiler/cli/options/man_page.hpp"

#include <ostream>
#include <string>

#include "profiler/actions/version.hpp"
#include "profiler/cli/options/help_text.hpp"

namespace rooflens::cli {
namespace {

// Text as roff shows it: a hyphen that can be copied, and no line that is taken for a macro.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

void print_verbatim(std::string_view lines, std::ostream& out) { out << ".nf\n" << roff(lines) << ".fi\n"; }

void print_option(const Option& option, std::ostream& out) {
  out << ".TP\n";
  if (option.letter) out << "\\fB\\-" << option.letter << "\\fR, ";
  out << "\\fB" << roff("--" + option.name) << "\\fR";
  if (!option.value.empty()) out << " \\fI" << roff(option.value) << "\\fR";
  out << '\n' << roff(cell(option)) << '\n';
}

void print_command(const OptionTable& table, std::ostream& out) {
  out << ".SS \"rooflens " << roff(table.help().usage) << "\"\n" << roff(summary_of(table.command())) << ".\n";
  for (const Option& option : table.options()) print_option(option, out);
  out << ".PP\nExamples:\n.PP\n";
  print_verbatim(table.help().examples, out);
  if (!table.help().more.empty()) {
    out << ".PP\n";
    print_verbatim(table.help().more, out);
  }
}

}  // namespace

void print_man_page(const EachTable& each, std::ostream& out) {
  out << ".TH ROOFLENS 1 \"\" \"rooflens " << version() << "\" \"User Commands\"\n.SH NAME\nrooflens \\- "
      << roff(kSlogan) << "\n.SH SYNOPSIS\n.B rooflens\n.I COMMAND\n[OPTIONS]\n.SH EXAMPLES\n";
  print_verbatim(kFirstExamples, out);
  out << ".SH COMMANDS\nEvery command has " << roff("-h, --help and --help-all") << ".\n";
  each([&](const OptionTable& table) { print_command(table, out); });
  out << ".SH EXIT STATUS\n"
      << roff(kExitCodes) << ".\n"
      << roff("Under profile, a non-zero code of the application wins, 128 and the signal's number if one ended it.\n");
}

}  // namespace rooflens::cli
