#include "models/compare/board_projection.hpp"

#include <algorithm>
#include <string>

#include "models/explain/analysis.hpp"

namespace rooflens::models {
namespace {

ProjectedGpu as_promised(const Board& board, int sms) {
  const DeviceProperties device = data_sheet_device(board);
  return {data_sheet_ceilings(board, sms), sms, device.sm_clock_maximum, device.compute_capability};
}

// The word that tells boards apart: "V100" of "Tesla V100 PCIe".
std::string_view model_of(std::string_view board) {
  std::size_t begin = 0;
  while (begin < board.size()) {
    const std::size_t end = std::min(board.find(' ', begin), board.size());
    const std::string_view word = board.substr(begin, end - begin);
    if (word.find_first_of("0123456789") != std::string_view::npos) return word;
    begin = end + 1;
  }
  return board;
}

std::vector<const PublishedTime*> published_of(const std::vector<Family>& families, const std::string& kernel,
                                               const Board& board) {
  std::vector<const PublishedTime*> times;
  for (const Family& family : families) {
    for (const FamilyMember& member : family.members) {
      if (member.kernel != kernel) continue;
      for (const PublishedTime& time : member.published) {
        if (model_of(time.board) == model_of(board.name)) times.push_back(&time);
      }
    }
  }
  return times;
}

}  // namespace

BoardProjection project(const Analysis& analysis, const std::vector<Family>& families, const Board& board) {
  const ProjectedGpu target = as_promised(board, board.sm_count);
  BoardProjection result{.board = &board, .machines = {}};
  for (const MachineAnalysis& machine : analysis.machines) {
    const DeviceProperties& device = machine.machine->device;
    const Board* here = find_board(device);
    const ProjectedGpu own = here ? as_promised(*here, device.sm_count) : ProjectedGpu{};
    ProjectedMachine& to = result.machines.emplace_back(ProjectedMachine{&machine, {}});
    for (const AnalysedKernel& kernel : machine.kernels) {
      const std::string_view why_not = kernel.failed() ? "its result was wrong" : not_projected(kernel, target, own);
      to.kernels.push_back({&kernel, why_not.empty() ? project(kernel, target, own) : std::nullopt, why_not,
                            published_of(families, kernel.observation->name, board)});
    }
  }
  return result;
}

}  // namespace rooflens::models
