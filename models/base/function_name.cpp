#include "models/base/function_name.hpp"

#include <string_view>

namespace rooflens::models {
namespace {

bool opens(char c) { return c == '<' || c == '(' || c == '{' || c == '['; }
bool closes(char c) { return c == '>' || c == ')' || c == '}' || c == ']'; }

// "a::b<c>::d(e)" in parts outside all brackets, separated by `separator`.
std::vector<std::string> split_outside(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (closes(text[i]) && !(text[i] == '>' && i > 0 && text[i - 1] == '-')) --depth;
    if (depth == 0 && text.substr(i).starts_with(separator)) {
      parts.emplace_back();
      i += separator.size() - 1;
      continue;
    }
    if (opens(text[i])) ++depth;
    parts.back() += text[i];
  }
  return parts;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.front() == ' ') text.erase(0, 1);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string up_to(const std::string& text, char c) { return text.substr(0, text.find(c)); }

bool is_lambda(const std::string& part) {
  return part.empty() || part.front() == '{' || part.starts_with("operator()") || part.starts_with("(anonymous") ||
         part.starts_with("'lambda") || part == "const";
}

// The last component that names something: of a lambda, the function that it stands in.
std::string telling_component(const std::string& name) {
  const std::vector<std::string> parts = split_outside(name, "::");
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const std::string text = trimmed(*part);
    if (!is_lambda(text)) return text;
  }
  return name;
}

// Where the parameter list begins: the last brackets outside all others, with nothing but "const" behind them.
std::size_t parameters_begin(const std::string& name) {
  int depth = 0;
  std::size_t begin = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (opens(name[i]) && depth++ == 0 && name[i] == '(') begin = i;
    if (!closes(name[i]) || (name[i] == '>' && i > 0 && name[i - 1] == '-')) continue;
    if (--depth == 0 && name[i] == ')') {
      const std::string behind = trimmed(name.substr(i + 1));
      if (behind.empty() || behind == "const") return begin;
    }
  }
  return name.size();
}

// Without the return type in front and the parameters behind. "(anonymous namespace)" holds a space too, but inside
// brackets.
std::string without_signature(const std::string& name) {
  std::string text;
  for (const std::string& word : split_outside(name.substr(0, parameters_begin(name)), " ")) {
    if (!word.empty() && !word.starts_with("const") && word.front() != '*' && word.front() != '&') text = word;
  }
  return text.empty() ? name : text;
}

std::string without_arguments(const std::string& component) { return up_to(up_to(component, '<'), '('); }

}  // namespace

std::string base_name(const std::string& function) {
  const std::string component = telling_component(without_signature(function));
  const std::string base = without_arguments(component);
  return base.empty() ? component : base;
}

std::string qualified_name(const std::string& function) {
  std::string name;
  for (const std::string& part : split_outside(without_signature(function), "::")) {
    const std::string component = trimmed(part);
    if (!is_lambda(component)) name.append(name.empty() ? "" : "::").append(without_arguments(component));
  }
  return name.empty() ? function : name;
}

std::vector<std::string> template_arguments(const std::string& function) {
  const std::string component = telling_component(without_signature(function));
  const std::size_t open = component.find('<');
  if (open == std::string::npos) return {};
  int depth = 0;
  for (std::size_t i = open; i < component.size(); ++i) {
    if (opens(component[i])) ++depth;
    if (!closes(component[i]) || --depth > 0) continue;
    std::vector<std::string> arguments;
    for (const std::string& argument : split_outside(component.substr(open + 1, i - open - 1), ",")) {
      arguments.push_back(trimmed(argument));
    }
    return arguments;
  }
  return {};
}

}  // namespace rooflens::models
