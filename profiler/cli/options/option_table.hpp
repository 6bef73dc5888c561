// The options of a command as a table: parsing, --help, the man page and the completion of shells all read it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profiler/cli/options/program.hpp"

namespace rooflens::cli {

struct Option {
  /// Where its value goes; a switch has none.
  using Target = std::variant<bool*, std::string*, std::vector<std::string>*>;

  std::string name;   ///< "output"
  char letter = 0;    ///< 'o', or none
  std::string value;  ///< what follows it: "FILE", or the choices as "text|json"; empty for a switch
  std::string text;   ///< one line of at most kMostHelp characters
  std::string group;
  bool rare = false;  ///< shown by --help-all only
  Target target{};

  [[nodiscard]] bool chooses() const { return value.find('|') != std::string::npos; }
  /// The value that its target held before parsing.
  [[nodiscard]] std::string fallback() const;
};

inline constexpr std::size_t kMostHelp = 90;

/// What was typed besides the values that are in the targets now.
struct Typed {
  std::vector<std::string> words;  ///< that belong to no option
  std::set<std::string> given;     ///< names of options

  [[nodiscard]] bool has(const std::string& option) const { return given.contains(option); }
};

class OptionTable {
 public:
  /// `usage` begins with the command's name: "report SESSION [OPTIONS]". `examples` are two lines, `more` follows the
  /// options. Words that belong to no option are taken where `words` names them: "SESSION".
  struct Help {
    std::string_view usage;
    std::string_view words;
    std::string_view examples;
    std::string_view more = "";
  };
  explicit OptionTable(const Help& help) : help_(help) {}

  /// What follows stands under this heading; `rare` under it, but in --help-all only.
  OptionTable& group(std::string heading);
  OptionTable& rare();
  /// "output,o" is --output and -o. The target holds the default.
  OptionTable& add(std::string_view names, Option::Target target, std::string value, std::string text);
  OptionTable& force(bool* target);                ///< --force
  OptionTable& text_or_json(std::string* target);  ///< --format, of what is printed

  /// Fills the targets. Nothing is returned where help was asked for and printed, or where `streams` takes the table.
  /// Prefixes are not guessed. Throws CommandError (kUsage).
  [[nodiscard]] std::optional<Typed> parse(const Arguments& arguments, const Streams& streams) const;
  /// Whether the word ends with an option that takes the next word as its value.
  [[nodiscard]] bool wants_next(std::string_view word) const;

  [[nodiscard]] std::string command() const { return std::string(help_.usage.substr(0, help_.usage.find(' '))); }
  [[nodiscard]] const Help& help() const { return help_; }
  [[nodiscard]] const std::vector<Option>& options() const { return options_; }

 private:
  Help help_;
  std::vector<Option> options_;
  std::string heading_ = "options";
  bool rare_ = false;
};

/// The words between separators: "text|json" has two. An empty text is one empty word.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

}  // namespace rooflens::cli
