#include "profiler/cli/options/completion.hpp"

#include <algorithm>
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

constexpr std::string_view kBashStart = R"sh(_rooflens() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local options='' valued='' words='' choices='' i
  COMPREPLY=()
  if [[ $current == '=' ]]; then  # readline cuts --format=json at the sign
    current=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)sh";
constexpr std::string_view kBashEnd = R"sh(  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
    return
  fi
  [[ " $valued " != *" $previous "* ]] || return 0
  if [[ $words == APP ]]; then  # what follows the application belongs to it
    for ((i = 2; i < COMP_CWORD; i++)); do
      if [[ " $valued " == *" ${COMP_WORDS[i]} "* ]]; then
        ((++i))
      elif [[ ${COMP_WORDS[i]} != -* || ${COMP_WORDS[i]} == -- ]]; then
        return
      fi
    done
  fi
  case $current in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *)
      case $words in
        KERNEL) COMPREPLY=($(compgen -W "$(_rooflens_kernels)" -- "$current")) ;;
        *'|'*) COMPREPLY=($(compgen -W "${words//|/ }" -- "$current")) ;;
      esac ;;
  esac
}
complete -o default -F _rooflens rooflens
)sh";
constexpr std::string_view kKernels = R"sh(rooflens list 2>/dev/null | sed -n 's|^\([^ ]*/[^ ]*\) .*|\1|p')sh";

std::string spaced(std::string choices) {
  std::ranges::replace(choices, '|', ' ');
  return choices;
}

// A single-quoted word of a POSIX shell.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string both_names(const Option& option) {
  return (option.letter ? std::string("-") + option.letter + ' ' : "") + "--" + option.name;
}

bool is_file(std::string_view value) {
  return value == "FILE" || value == "SESSION" || value.find(".rlens") != std::string_view::npos;
}

std::string names_of_commands() {
  std::string names;
  for (const Command& command : commands()) {
    if (!command.group.empty()) names.append(names.empty() ? "" : " ").append(command.name);
  }
  return names;
}

void print_bash_command(const OptionTable& table, std::ostream& out) {
  std::string options, valued, choices;
  for (const Option& option : options_with_help(table)) {
    const std::string names = both_names(option);
    options.append(options.empty() ? "" : " ").append(names);
    if (option.value.empty()) continue;
    valued.append(valued.empty() ? "" : " ").append(names);
    if (option.chooses())
      choices += "      [[ $previous != --" + option.name + " ]] || choices='" + spaced(option.value) + "'\n";
  }
  out << "    " << table.command() << ")\n      options='" << options << "'\n      valued='" << valued
      << "'\n      words='" << table.help().words << "'\n"
      << choices << "      ;;\n";
}

// Text between brackets of zsh's _arguments, or behind a colon.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_values(const Option& option) {
  if (option.chooses()) return ":" + option.name + ":(" + spaced(option.value) + ")";
  return ":" + zsh_text(option.value) + ":" + (is_file(option.value) ? "_files" : " ");
}

std::string zsh_words(std::string_view words) {
  if (words == "APP") return " \\\n        ':application:_command_names -e' '*::arguments:_normal'";
  if (words == "KERNEL") return " \\\n        '*:kernel:($(_rooflens_kernels))'";
  if (words.find('|') != std::string_view::npos) return " \\\n        ':what:(" + spaced(std::string(words)) + ")'";
  return words.empty() ? "" : " \\\n        '*:session:_files'";
}

void print_zsh_command(const OptionTable& table, std::ostream& out) {
  out << "    " << table.command() << ")\n      _arguments -s";
  for (const Option& option : options_with_help(table)) {
    const std::string text = "[" + zsh_text(option.text) + "]" + (option.value.empty() ? "" : zsh_values(option));
    const std::string name = "--" + option.name;
    const std::string letter = option.letter ? std::string("-") + option.letter : "";
    out << " \\\n        ";
    if (letter.empty()) {
      out << quoted("*" + name + text);
    } else {
      out << quoted("*") << '{' << letter << ',' << name << '}' << quoted(text);
    }
  }
  out << zsh_words(table.help().words) << "\n      ;;\n";
}

// A single-quoted word of fish, where a backslash before a quote is an escape.
std::string fish_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

void print_fish_command(const OptionTable& table, std::ostream& out) {
  const std::string start = "complete -c rooflens -n '__fish_seen_subcommand_from " + table.command() + "'";
  const std::string_view words = table.help().words;
  if (words == "KERNEL") out << start << " -f -a \"(" << kKernels << ")\"\n";
  if (words.find('|') != std::string_view::npos) out << start << " -f -a '" << spaced(std::string(words)) << "'\n";
  for (const Option& option : options_with_help(table)) {
    out << start;
    if (option.letter) out << " -s " << option.letter;
    out << " -l " << option.name;
    if (option.chooses()) {
      out << " -x -a '" << spaced(option.value) << '\'';
    } else if (!option.value.empty()) {
      out << (is_file(option.value) ? " -r" : " -x");
    }
    out << " -d " << fish_quoted(option.text) << '\n';
  }
}

}  // namespace

void print_bash_completion(const EachTable& each, std::ostream& out) {
  out << "# bash completion for rooflens, written by `rooflens completion bash`\n"
      << "_rooflens_kernels() { " << kKernels << "; }\n"
      << kBashStart << "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '" << names_of_commands()
      << " --help --version' -- \"$current\"))\n    return\n  fi\n  case $command in\n";
  each([&](const OptionTable& table) { print_bash_command(table, out); });
  out << "  esac\n" << kBashEnd;
}

void print_zsh_completion(const EachTable& each, std::ostream& out) {
  out << "#compdef rooflens\n# zsh completion for rooflens, written by `rooflens completion zsh`\n"
      << "_rooflens_kernels() { " << kKernels << "; }\n_rooflens() {\n  if ((CURRENT == 2)); then\n"
      << "    local commands=(\n";
  for (const Command& command : commands()) {
    if (!command.group.empty())
      out << "      " << quoted(std::string(command.name) + ":" + std::string(command.summary)) << '\n';
  }
  out << "    )\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift words\n"
      << "  ((CURRENT--))\n  case $command in\n";
  each([&](const OptionTable& table) { print_zsh_command(table, out); });
  out << "  esac\n}\nif [[ $funcstack[1] == _rooflens ]]; then _rooflens \"$@\"; else compdef _rooflens rooflens; fi\n";
}

void print_fish_completion(const EachTable& each, std::ostream& out) {
  out << "# fish completion for rooflens, written by `rooflens completion fish`\n";
  for (const Command& command : commands()) {
    if (command.group.empty()) continue;
    out << "complete -c rooflens -n __fish_use_subcommand -f -a " << command.name << " -d "
        << fish_quoted(command.summary) << '\n';
  }
  each([&](const OptionTable& table) { print_fish_command(table, out); });
}

void print_man_page(const EachTable& each, std::ostream& out) {
  out << ".TH ROOFLENS 1 \"\" \"rooflens " << actions::version() << "\" \"User Commands\"\n.SH NAME\nrooflens \\- "
      << roff(kSlogan) << "\n.SH SYNOPSIS\n.B rooflens\n.I COMMAND\n[OPTIONS]\n.SH EXAMPLES\n";
  print_verbatim(kFirstExamples, out);
  out << ".SH COMMANDS\nEvery command has " << roff("-h, --help and --help-all") << ".\n";
  each([&](const OptionTable& table) { print_command(table, out); });
  out << ".SH EXIT STATUS\n"
      << roff(kExitCodes) << ".\n"
      << roff("Under profile, a non-zero code of the application wins, 128 and the signal's number if one ended it.\n");
}

}  // namespace rooflens::cli
