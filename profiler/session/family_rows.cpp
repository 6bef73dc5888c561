// Rows of the families of catalogue kernels.
#include "profiler/session/tables.hpp"

#include <map>
#include <string>
#include <utility>

#include "profiler/session/rows.hpp"

namespace rooflens::session {

void insert_family(Database& database, const models::Family& family) {
  Statement insert = prepare_insert<models::Family>(database, "family", {"id"});
  Statement insert_member = prepare_insert<models::FamilyMember>(database, "family_member", {"family_id", "ordinal"});
  Statement insert_time =
      prepare_insert<models::PublishedTime>(database, "published_time", {"family_id", "member", "ordinal"});
  const std::int64_t id = database.integer("SELECT coalesce(max(id), 0) + 1 FROM family");
  insert_row(insert, family, id);
  for (std::size_t i = 0; i < family.members.size(); ++i) {
    const models::FamilyMember& member = family.members[i];
    insert_row(insert_member, member, id, i);
    for (std::size_t k = 0; k < member.published.size(); ++k) insert_row(insert_time, member.published[k], id, i, k);
  }
}

std::vector<models::Family> read_families(Database& database) {
  std::vector<models::Family> families;
  std::map<std::int64_t, std::size_t> places;
  Statement select = prepare_select<models::Family>(database, "family", {"id"}, "ORDER BY id");
  while (select.step()) {
    places.emplace(read<std::int64_t>(select, 0), families.size());
    families.push_back(read_row<models::Family>(select, 1));
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::size_t, std::size_t>> members;
  Statement member = prepare_select<models::FamilyMember>(database, "family_member", {"family_id", "ordinal"},
                                                          "ORDER BY family_id, ordinal");
  while (member.step()) {
    const auto id = read<std::int64_t>(member, 0);
    const auto family = places.find(id);
    if (family == places.end())
      throw InvalidContents("a member names family " + std::to_string(id) + ", which is not there");
    std::vector<models::FamilyMember>& list = families[family->second].members;
    members.emplace(std::pair(id, read<std::int64_t>(member, 1)), std::pair(family->second, list.size()));
    list.push_back(read_row<models::FamilyMember>(member, 2));
  }
  Statement time = prepare_select<models::PublishedTime>(database, "published_time", {"family_id", "member"},
                                                         "ORDER BY family_id, member, ordinal");
  while (time.step()) {
    const auto found = members.find({read<std::int64_t>(time, 0), read<std::int64_t>(time, 1)});
    if (found == members.end()) throw InvalidContents("a published time names a member that is not there");
    families[found->second.first].members[found->second.second].published.push_back(
        read_row<models::PublishedTime>(time, 2));
  }
  return families;
}

}  // namespace rooflens::session
