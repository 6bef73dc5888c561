// Text cells of CSV files. A spreadsheet takes a cell that begins with = + - @, a tab or a line break for a formula and
// may run it; a single quote in front makes it text (OWASP, "CSV Injection"). Names come from any application.
#pragma once

#include <string>
#include <string_view>

namespace rooflens::models {

/// Whether a spreadsheet could take the text, without single quotes in front, for a formula.
[[nodiscard]] inline bool formula_behind_quotes(std::string_view text) {
  const std::size_t begin = text.find_first_not_of('\'');
  return begin != text.npos && std::string_view("=+-@\t\r\n").find(text[begin]) != std::string_view::npos;
}

/// The cell of a text. Quotes before such a begin get one more too, so that unshielded() finds the text again.
[[nodiscard]] inline std::string shielded(std::string_view text) {
  return (formula_behind_quotes(text) ? "'" : "") + std::string(text);
}

/// The text of a cell that shielded() made. Never of numbers: "-5" is one.
[[nodiscard]] inline std::string_view unshielded(std::string_view cell) {
  if (cell.starts_with('\'') && formula_behind_quotes(cell)) cell.remove_prefix(1);
  return cell;
}

}  // namespace rooflens::models
