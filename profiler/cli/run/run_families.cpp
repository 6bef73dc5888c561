#include "profiler/cli/run/run_families.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "kernels/catalogue.hpp"
#include "kernels/story.hpp"

namespace rooflens::cli {
namespace {

models::Seconds milliseconds(double ms) { return models::Seconds(ms * 1e-3); }

models::FamilyMember member(std::string_view kernel, std::string_view change) {
  models::FamilyMember result;
  result.kernel = kernel;
  result.change = change;
  result.peer = kernels::peer_of(kernel);
  return result;
}

models::FamilyMember member(const kernels::Step& from, bool step) {
  models::FamilyMember result = member(from.kernel, from.change);
  result.step = step;
  for (const kernels::Published& p : from.published) {
    result.published.push_back(
        {std::string(p.source), std::string(p.board), std::string(p.problem), milliseconds(p.printed_ms),
         p.kernel_ms > 0 ? std::optional(milliseconds(p.kernel_ms)) : std::nullopt, std::string(p.remark)});
  }
  return result;
}

models::Family family(std::string_view name) {
  const kernels::Story story = kernels::story_of(name);
  models::Family result{std::string(name), std::string(story.note), {}};
  for (const kernels::Step& from : story.steps) result.members.push_back(member(from, true));
  for (const kernels::Step& from : story.beside) result.members.push_back(member(from, false));
  for (const kernels::Kernel* kernel : kernels::catalogue()) {
    const bool told = std::any_of(result.members.begin(), result.members.end(),
                                  [&](const models::FamilyMember& m) { return m.kernel == kernel->name; });
    if (kernel->family() == name && !told) result.members.push_back(member(kernel->name, kernel->summary));
  }
  return result;
}

}  // namespace

std::vector<models::Family> families_of(std::span<const Case> cases) {
  std::vector<models::Family> families;
  for (const Case& entry : cases) {
    const std::string_view name = entry.kernel->family();
    const bool known = std::any_of(families.begin(), families.end(), [&](const auto& f) { return f.name == name; });
    if (name != "peer" && !known) families.push_back(family(name));
  }
  return families;
}

}  // namespace rooflens::cli
