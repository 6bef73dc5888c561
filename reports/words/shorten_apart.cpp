#include "reports/words/shorten_apart.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include "models/base/utf8.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using Points = std::vector<std::string_view>;  // the code points of a name

constexpr std::size_t kLeast = 12;       // for a head, what differs and a tail, with two ellipses
constexpr std::size_t kLeastPlace = 4;   // for a place where names differ, with its ellipsis
constexpr std::size_t kLongestWord = 8;  // code points before a difference that are shown of its word

Points points_of(std::string_view text) {
  Points points;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (models::continues_utf8(text, end)) ++end;
    points.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return points;
}

std::size_t common_prefix(const std::vector<Points>& names) {
  std::size_t length = names.front().size();
  for (const Points& name : names) {
    const auto [end, ignored] = std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    length = std::min(length, static_cast<std::size_t>(end - name.begin()));
  }
  return length;
}

bool in_word(std::string_view point) { return std::isalnum(static_cast<unsigned char>(point[0])) != 0; }

// The begin of the word in which names begin to differ, unless that is more than `most` code points back.
std::size_t word_begin(const Points& name, std::size_t difference, std::size_t most) {
  std::size_t begin = difference;
  while (begin > 0 && difference - begin <= most && in_word(name[begin - 1])) --begin;
  return difference - begin <= most ? begin : difference;
}

// What of a name is shown: true for each code point that is.
using Shown = std::vector<bool>;

std::size_t length_of(const Shown& shown) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] || i == 0 || shown[i - 1]) ++length;
  }
  return length;
}

// The rightmost code point that is left out and follows one that is shown; shown.size() where there is none.
std::size_t last_gap(const Shown& shown) {
  for (std::size_t i = shown.size(); i-- > 1;) {
    if (!shown[i] && shown[i - 1]) return i;
  }
  return shown.size();
}

bool is_digit(std::string_view point) { return std::isdigit(static_cast<unsigned char>(point[0])) != 0; }

// The end of a number does not stand for it: "(grid 512)" does not become "…12)", unless names differ there.
std::size_t tail_begin(const Points& name, std::size_t side, std::span<const std::size_t> differences) {
  std::size_t begin = name.size() - side, end = begin;
  while (begin > 0 && is_digit(name[begin - 1])) --begin;
  while (end < name.size() && is_digit(name[end])) ++end;
  const bool cut = begin < name.size() - side && end > name.size() - side;
  const bool differ = std::ranges::any_of(differences, [&](std::size_t d) { return d >= begin && d < end; });
  return cut && !differ ? end : name.size() - side;
}

std::string text_of(const Points& name, const Shown& shown) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (shown[i]) text += name[i];
    if (!shown[i] && (i == 0 || shown[i - 1])) text += "…";
  }
  return text;
}

// Head, the places where names differ, and tail; the room that is left goes to what follows them. Of too many places
// the last ones.
std::string around(const Points& name, std::span<const std::size_t> differences, std::size_t limit) {
  if (name.size() <= limit) return text_of(name, Shown(name.size(), true));
  const std::size_t side = (limit - 2) / 4;
  const std::size_t room = limit - 2 * side - 1;
  const std::size_t most = std::max<std::size_t>(1, room / kLeastPlace);
  if (differences.size() > most) differences = differences.last(most);
  const std::size_t place = room / differences.size() - 1;
  Shown shown(name.size(), false);
  const auto show = [&](std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < std::min(begin + count, name.size()); ++i) shown[i] = true;
  };
  show(0, side);
  show(tail_begin(name, side, differences), side);
  for (const std::size_t difference : differences) {
    show(word_begin(name, difference, std::min(kLongestWord, place / 2)), place);
  }
  for (std::size_t gap = last_gap(shown); gap < name.size(); gap = last_gap(shown)) {
    shown[gap] = true;
    if (length_of(shown) <= limit) continue;
    shown[gap] = false;
    break;
  }
  return text_of(name, shown);
}

using Group = std::map<std::string, std::set<std::string>>;  // short -> the names that became it

// `differences`: where these names differ from others that are cut to the same length.
void add_apart(const std::set<std::string>& names, std::vector<std::size_t> differences, std::size_t limit,
               std::map<std::string, std::string>& result) {
  std::vector<Points> all;
  for (const std::string& name : names) all.push_back(points_of(name));
  differences.push_back(common_prefix(all));
  Group groups;
  std::size_t i = 0;
  for (const std::string& name : names) {
    const Points& points = all[i++];
    groups[around(points, differences, limit)].insert(name);
  }
  for (const auto& [text, same] : groups) {
    if (same.size() == 1 || same.size() == names.size()) {
      for (const std::string& name : same) result[name] = text;
    } else {
      add_apart(same, differences, limit, result);
    }
  }
}

// Groups whose names became equal only in being kept apart from others of their own group become one.
bool merge_equal(Group& groups, const std::map<std::string, std::string>& result) {
  std::map<std::string_view, std::string> owner;  // short -> the first group with it
  std::map<std::string, std::string> into;
  for (const auto& [text, same] : groups) {
    for (const std::string& name : same) {
      const auto [first, is_new] = owner.try_emplace(result.at(name), text);
      if (!is_new && first->second != text) into.try_emplace(text, first->second);
    }
  }
  for (const auto& [from, to] : into) {
    std::string target = to;
    while (into.count(target) > 0) target = into.at(target);
    groups[target].merge(groups.at(from));
    groups.erase(from);
  }
  return !into.empty();
}

}  // namespace

std::vector<std::string> shorten_apart(const std::vector<std::string>& names, std::size_t limit) {
  Group groups;
  for (const std::string& name : names) groups[shorten_middle(name, limit)].insert(name);
  std::map<std::string, std::string> result;
  do {
    for (const auto& [text, same] : groups) {
      if (same.size() > 1 && limit >= kLeast) {
        add_apart(same, {}, limit, result);
      } else {
        for (const std::string& name : same) result[name] = text;
      }
    }
  } while (merge_equal(groups, result));
  std::vector<std::string> shortened;
  for (const std::string& name : names) shortened.push_back(result.at(name));
  return shortened;
}

}  // namespace rooflens::reports
