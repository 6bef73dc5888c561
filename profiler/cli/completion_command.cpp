// `rooflens completion SHELL` and `rooflens man`: what a package installs beside the executable. Both are written from
// the option tables of all commands, and listed in no overview.
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/completion.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kCompletionHelp{
    .usage = "completion bash|zsh|fish",
    .words = "bash|zsh|fish",
    .examples =
        "  source <(rooflens completion bash)                                     for this shell\n"
        "  rooflens completion fish > ~/.config/fish/completions/rooflens.fish    for all of them\n"};

constexpr OptionTable::Help kManHelp{.usage = "man",
                                     .words = "",
                                     .examples =
                                         "  rooflens man | man -l -             reads it\n"
                                         "  rooflens man > rooflens.1           keeps it\n"};

// A command hands its table over instead of running.
EachTable all_tables(const Backend& backend, const Streams& streams) {
  return [&backend, &streams](const std::function<void(const OptionTable&)>& visit) {
    Streams taking = streams;
    taking.take_options = visit;
    for (const Command& command : commands()) {
      if (!command.group.empty()) command.run(backend, {}, taking);
    }
  };
}

}  // namespace

int completion_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const auto typed = OptionTable(kCompletionHelp).parse(arguments, streams);
  if (!typed) return kOk;
  const std::string shell = typed->words.size() == 1 ? typed->words.front() : "";
  const EachTable each = all_tables(backend, streams);
  if (shell == "bash") {
    print_bash_completion(each, streams.out);
  } else if (shell == "zsh") {
    print_zsh_completion(each, streams.out);
  } else if (shell == "fish") {
    print_fish_completion(each, streams.out);
  } else {
    throw usage_error("completion takes one of bash, zsh, fish");
  }
  return kOk;
}

int man_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  if (OptionTable(kManHelp).parse(arguments, streams)) print_man_page(all_tables(backend, streams), streams.out);
  return kOk;
}

}  // namespace rooflens::cli
