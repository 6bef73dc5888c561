#include "profiler/actions/run/run_cases.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kernels/catalogue.hpp"
#include "kernels/story.hpp"
#include "models/base/joined.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"
#include "reports/words/format.hpp"

namespace rooflens::actions {
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

bool has_parameter(const kernels::Kernel& kernel, const std::string& name) {
  return std::any_of(kernel.parameters.begin(), kernel.parameters.end(), [&](const auto& p) { return p.name == name; });
}

// The cross product of the swept values that this kernel has; one empty set without any.
std::vector<std::map<std::string, std::int64_t>> combinations(const kernels::Kernel& kernel,
                                                              const RunRequest& request) {
  std::vector<std::map<std::string, std::int64_t>> sets(1);
  for (const auto& [name, values] : request.sweep) {
    if (!has_parameter(kernel, name)) continue;
    std::vector<std::map<std::string, std::int64_t>> next;
    for (const auto& set : sets) {
      for (const std::int64_t value : values) {
        next.push_back(set);
        next.back()[name] = value;
      }
    }
    sets = std::move(next);
  }
  return sets;
}

// Problems of all kernels; never much more than the most there may be, however large the product is.
std::size_t count_problems(std::span<const kernels::Kernel* const> chosen, const RunRequest& request) {
  std::size_t count = 0;
  for (const kernels::Kernel* kernel : chosen) {
    std::size_t product = 1;
    for (const auto& [name, values] : request.sweep) {
      if (has_parameter(*kernel, name)) product = std::min(product * values.size(), kMostProblems + 1);
    }
    count += product;
  }
  return count;
}

// A sweep that passes over a kernel in silence would look like one of it.
void require_parameter(std::span<const kernels::Kernel* const> chosen, const std::string& name) {
  for (const kernels::Kernel* kernel : chosen) {
    if (has_parameter(*kernel, name)) continue;
    const std::string names = models::joined(kernel->parameters, ", ", &kernels::Parameter::name);
    throw usage_error("--sweep " + name + ": " + std::string(kernel->name) + " has no parameter `" + name +
                          "`; it takes " + (names.empty() ? "none" : names),
                      "choose kernels that have it, or use --set, which leaves those without as they are");
  }
}

// Empty when the kernel can run here.
std::string why_unavailable(const Backend& backend, const models::DeviceProperties& device,
                            const kernels::Kernel& kernel) {
  if (!backend.find_prepare(kernel.name)) return "this build has no device code for it";
  const models::ComputeCapability needed = kernel.minimum_compute_capability;
  if (device.compute_capability >= needed) return {};
  return "it needs compute capability " + needed.text() + ", " + device.name + " has " +
         device.compute_capability.text();
}

std::vector<const kernels::Kernel*> chosen_kernels(const std::vector<std::string>& globs) {
  const auto catalogue = kernels::catalogue();
  if (globs.empty()) return {catalogue.begin(), catalogue.end()};
  std::set<const kernels::Kernel*> wanted;
  for (const std::string& glob : globs) {
    const auto matches = kernels::match(glob);
    if (matches.empty()) {
      const std::string names = models::joined(kernels::nearest(glob));
      std::error_code error;
      const std::string is_program =
          std::filesystem::is_regular_file(glob, error)
              ? "it is a file: `rooflens profile " + models::shell_quote(glob) + "` profiles a program; "
              : "";
      throw usage_error(
          "no kernel matches `" + glob + "`",
          is_program + (names.empty() ? "" : "did you mean " + names + "? ") + "`rooflens list` shows all kernels");
    }
    wanted.insert(matches.begin(), matches.end());
  }
  std::vector<const kernels::Kernel*> result;
  std::copy_if(catalogue.begin(), catalogue.end(), std::back_inserter(result),
               [&](auto* k) { return wanted.contains(k); });
  return result;
}

}  // namespace

void check_problem_count(std::size_t count) {
  if (count <= kMostProblems) return;
  throw usage_error("more than " + std::to_string(kMostProblems) + " problems: a run takes at most so many",
                    "take larger steps, fewer parameters or fewer kernels");
}

std::vector<Case> plan_cases(const RunRequest& request) {
  const std::vector<const kernels::Kernel*> chosen = chosen_kernels(request.globs);
  for (const auto& [name, values] : request.sweep) {
    if (std::none_of(chosen.begin(), chosen.end(), [&](auto* kernel) { return has_parameter(*kernel, name); })) {
      throw usage_error("none of the chosen kernels has a parameter `" + name + "`",
                        "`rooflens list` shows the parameters");
    }
    if (request.required.contains(name)) require_parameter(chosen, name);
  }
  check_problem_count(count_problems(chosen, request));
  std::vector<Case> cases;
  for (const kernels::Kernel* kernel : chosen) {
    for (const auto& overrides : combinations(*kernel, request)) {
      try {
        cases.push_back({kernel, kernels::make_problem(*kernel, overrides)});
      } catch (const kernels::BadParameter& error) {
        throw usage_error(error.what(),
                          "choose kernels that take the value, as in `rooflens run \"vector_add/*\" --set n=1Mi`; "
                          "`rooflens list` shows the limits of each");
      }
    }
  }
  return cases;
}

std::vector<Case> available_cases(const Backend& backend, const models::DeviceProperties& device,
                                  std::vector<Case> cases, Listener& listener) {
  const kernels::Kernel* told = nullptr;
  std::erase_if(cases, [&](const Case& entry) {
    const std::string reason = why_unavailable(backend, device, *entry.kernel);
    if (reason.empty()) return false;
    const std::string name(entry.kernel->name);
    if (std::exchange(told, entry.kernel) != entry.kernel) listener.note(name + " is unavailable here: " + reason);
    return true;
  });
  if (!cases.empty()) return cases;
  throw CommandError(kNoDevice, "none of the chosen kernels can run here",
                     "choose other kernels; `rooflens list` shows them all");
}

void check_memory(const std::vector<Case>& cases, models::Bytes available, const std::string& device_name) {
  for (const Case& entry : cases) {
    const models::Bytes needed = entry.kernel->device_memory(entry.problem);
    if (needed <= available) continue;
    throw usage_error(std::string(entry.kernel->name) + " needs " + reports::format_capacity(needed) + " of DRAM, " +
                          device_name + " has " + reports::format_capacity(available) + " free",
                      "choose a smaller size: `--set " + entry.problem.values().begin()->first + "=...`");
  }
}

std::vector<models::Family> families_of(std::span<const Case> cases) {
  std::vector<models::Family> families;
  for (const Case& entry : cases) {
    const std::string_view name = entry.kernel->family();
    const bool known = std::any_of(families.begin(), families.end(), [&](const auto& f) { return f.name == name; });
    if (name != "peer" && !known) families.push_back(family(name));
  }
  return families;
}

}  // namespace rooflens::actions
