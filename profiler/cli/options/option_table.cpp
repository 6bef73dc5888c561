#include "profiler/cli/options/option_table.hpp"

#include <algorithm>
#include <boost/program_options.hpp>

#include "models/base/edit_distance.hpp"
#include "models/base/joined.hpp"
#include "profiler/cli/options/help_text.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

constexpr const char* kWords = "words of no option";

bool has_word(const Arguments& arguments, std::initializer_list<std::string_view> wanted) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::any_of(arguments.begin(), end, [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

// "did you mean --repetitions? " for "--repet"; empty when nothing is near.
std::string did_you_mean(const std::string& typed, const OptionTable& table) {
  const std::string word = typed.substr(0, typed.find('='));
  const std::string name = word.substr(std::min(word.size(), word.find_first_not_of('-')));
  std::string best;
  std::size_t least = name.size();
  for (const Option& option : table.options()) {
    const bool begins = option.name.starts_with(name);
    if (!begins && !models::is_near(name, option.name)) continue;
    const std::size_t distance = begins ? 0 : models::edit_distance(name, option.name);
    if (distance >= least) continue;
    least = distance;
    best = option.name;
  }
  return best.empty() ? "" : "did you mean --" + best + "? ";
}

po::value_semantic* semantic_of(const Option& option) {
  if (auto* const* on = std::get_if<bool*>(&option.target)) return po::bool_switch(*on);
  if (auto* const* text = std::get_if<std::string*>(&option.target)) return po::value(*text);
  auto* const list = po::value(std::get<std::vector<std::string>*>(option.target))->composing();
  return option.value.ends_with("...") ? list->multitoken() : list;
}

po::options_description described(const OptionTable& table) {
  po::options_description result;
  for (const Option& option : table.options()) {
    const std::string names = option.letter ? option.name + ',' + option.letter : option.name;
    result.add_options()(names.c_str(), semantic_of(option), "");
  }
  if (!table.help().words.empty()) result.add_options()(kWords, po::value<std::vector<std::string>>());
  return result;
}

// An empty value is a shell variable that is not set, most of the time; it would not be noticed.
void check_value(const Option& option) {
  const auto* text = std::get_if<std::string*>(&option.target);
  if (!text) return;
  const std::string& value = **text;
  if (value.empty())
    throw usage_error("--" + option.name + " is given an empty value", "without a value, leave the option out");
  if (!option.chooses()) return;
  const std::vector<std::string> choices = split(option.value, '|');
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw usage_error("--" + option.name + " takes one of " + models::joined(choices) + ", not `" + value + "`");
}

Typed typed_in(const po::variables_map& values, const OptionTable& table) {
  Typed typed;
  for (const Option& option : table.options()) {
    if (!values.count(option.name) || values[option.name].defaulted()) continue;
    check_value(option);
    typed.given.insert(option.name);
  }
  if (values.count(kWords)) typed.words = values[kWords].as<std::vector<std::string>>();
  return typed;
}

}  // namespace

std::string Option::fallback() const {
  const auto* held = std::get_if<std::string*>(&target);
  return held && *held ? **held : "";
}

OptionTable& OptionTable::group(std::string heading) {
  heading_ = std::move(heading);
  rare_ = false;
  return *this;
}

OptionTable& OptionTable::rare() {
  rare_ = true;
  return *this;
}

OptionTable& OptionTable::add(std::string_view names, Option::Target target, std::string value, std::string text) {
  const std::size_t comma = names.find(',');
  const char letter = comma == std::string_view::npos ? '\0' : names[comma + 1];
  options_.push_back(
      {std::string(names.substr(0, comma)), letter, std::move(value), std::move(text), heading_, rare_, target});
  return *this;
}

OptionTable& OptionTable::force(bool* target) { return add("force,f", target, "", "overwrite files that exist"); }

OptionTable& OptionTable::text_or_json(std::string* target) {
  return add("format", target, "text|json", "what to print");
}

bool OptionTable::wants_next(std::string_view word) const {
  const auto takes = [&](auto&& same) {
    return std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return same(o) && !o.value.empty(); });
  };
  if (word.starts_with("--")) return takes([&](const Option& option) { return option.name == word.substr(2); });
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (takes([&](const Option& option) { return option.letter == word[i]; })) return i + 1 == word.size();
  }
  return false;
}

std::optional<Typed> OptionTable::parse(const Arguments& arguments, const Streams& streams) const {
  if (streams.take_options) {
    streams.take_options(*this);
    return std::nullopt;
  }
  const bool all = has_word(arguments, {"--help-all"});
  if (all || has_word(arguments, {"--help", "-h"})) {
    print_help(*this, all, streams);
    return std::nullopt;
  }
  using style = po::command_line_style::style_t;
  const int strict = po::command_line_style::unix_style & ~style::allow_guessing;
  const std::string shows_options = "`rooflens " + command() + " --help` shows the options";
  po::positional_options_description positional;
  if (!help_.words.empty()) positional.add(kWords, -1);
  const po::options_description options = described(*this);
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(options).positional(positional).style(strict).run(), values);
    po::notify(values);
    return typed_in(values, *this);
  } catch (const po::unknown_option& error) {
    const std::string& name = error.get_option_name();
    throw usage_error(command() + " has no option " + name, did_you_mean(name, *this) + shows_options);
  } catch (const po::multiple_occurrences& error) {
    const bool pattern = error.get_option_name() == "--kernel" || error.get_option_name() == "--exclude";
    throw usage_error(error.get_option_name() + " is given more than once",
                      pattern ? "one expression can stand for several kernels: 'gemm|softmax'" : shows_options);
  } catch (const po::too_many_positional_options_error&) {
    throw usage_error(command() + " takes nothing but options", shows_options);
  } catch (const po::error& error) {
    throw usage_error(error.what(), shows_options);
  }
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace rooflens::cli
