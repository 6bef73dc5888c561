#include "profiler/cli/options/board_option.hpp"

#include <vector>

#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {

const models::Board& board_named(const std::string& option, const std::string& text, std::ostream& notes) {
  const std::vector<const models::Board*> found = models::boards_named(text);
  if (found.size() == 1) return *found.front();
  const models::Board* usual = models::usual_board(text);
  std::string names;
  const auto add = [&](const models::Board& board) {
    if (&board != usual) names.append(names.empty() ? "" : ", ").append(board.name);
  };
  if (found.empty()) {
    for (const models::Board& board : models::boards()) add(board);
    throw usage_error(option + " knows no GPU model `" + text + "`", "it knows " + names);
  }
  for (const models::Board* board : found) add(*board);
  if (usual) {
    notes << "rooflens: note: " << option << ' ' << text << " is taken for " << usual->name << ", not " << names
          << '\n';
    return *usual;
  }
  throw usage_error(option + " " + text + " names " + std::to_string(found.size()) + " GPU models: " + names,
                    "say which: " + option + " '" + std::string(found.front()->name) + "'");
}

}  // namespace rooflens::cli
