#include "profiler/cli/options/board_option.hpp"

#include <vector>

#include "models/base/joined.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

const models::Board& board_named(const std::string& option, const std::string& text, std::ostream& notes) {
  std::vector<const models::Board*> found = models::boards_named(text);
  if (found.size() == 1) {
    if (!models::usual_board(text))
      notes << "rooflens: note: " << option << ' ' << text << " is taken for " << found.front()->name << '\n';
    return *found.front();
  }
  if (found.empty()) {
    throw usage_error(option + " knows no GPU model `" + text + "`",
                      "it knows " + models::joined(models::boards(), ", ", &models::Board::name));
  }
  if (const models::Board* usual = models::usual_board(text)) {
    std::erase(found, usual);
    notes << "rooflens: note: " << option << ' ' << text << " is taken for " << usual->name << ", not "
          << models::joined(found, ", ", &models::Board::name) << '\n';
    return *usual;
  }
  throw usage_error(option + " " + text + " names " + std::to_string(found.size()) +
                        " GPU models: " + models::joined(found, ", ", &models::Board::name),
                    "say which: " + option + " '" + std::string(found.front()->name) + "'");
}

}  // namespace rooflens::cli
