// Which kernels the steps of a graph are: by function and geometry, and told apart by what their arguments have them
// do.
#include <map>
#include <set>
#include <utility>

#include "profiler/graph/work_digest.hpp"
#include "profiler/inject/engine.hpp"
#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

// Arguments of one kernel and geometry that differ in more ways than this tell nothing: they may hold bytes that nobody
// set, or addresses in a form of their own. A captured step of PyTorch had 183 kinds of node of 38 geometries, 148 of
// them of seven; what launches execute tells those apart, as outside graphs. So it does where nodes may run side by
// side: whose times their records hold is told by their order alone.
constexpr std::size_t kMostWorks = 4;

}  // namespace

// By function and geometry; null for steps that are no kernels.
std::vector<SeenKernel*> Engine::shapes_of(const GraphLaunch& launch) {
  std::vector<SeenKernel*> shapes;
  for (const graph::GraphStep& step : launch.steps->steps) {
    const auto* kernel = std::get_if<graph::KernelStep>(&step.work);
    if (!kernel) {
      shapes.push_back(nullptr);
      continue;
    }
    const LaunchForm form = kernel->cooperative() ? LaunchForm::cooperative : LaunchForm::kernel;
    LaunchCall call{form, kernel->function, kernel->grid, kernel->block, kernel->shared_bytes};
    call.clustered = kernel->clustered();
    bool fresh = false;
    SeenKernel& found = kernels_.find(launch.entry.device, call, kernel->symbol.c_str(), fresh);
    if (fresh) {
      describe_function(kernel->function, launch.entry.device, found.record.launch);
      write_down(found, *logbook_);
      graphs_.learned();
    }
    if (fresh || asks_again(call)) judge(found, call);
    shapes.push_back(&found);
  }
  return shapes;
}

std::vector<SeenKernel*> Engine::tell_apart(const GraphLaunch& launch, const std::vector<SeenKernel*>& shapes,
                                            const GraphKernels* before) {
  const std::vector<graph::GraphStep>& steps = launch.steps->steps;
  std::vector<SeenKernel*> kernels(shapes.size());
  std::vector<std::uint64_t> digests(shapes.size());
  std::map<SeenKernel*, std::set<std::uint64_t>> of_shape;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i]) continue;
    if (before && i < before->shapes.size() && before->shapes[i] == shapes[i]) {
      kernels[i] = before->kernels[i];
    } else {
      digests[i] = graph::work_digest(*graph::graph_driver(), std::get<graph::KernelStep>(steps[i].work));
      of_shape[shapes[i]].insert(digests[i]);
    }
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i] || kernels[i]) continue;
    const std::size_t works = of_shape[shapes[i]].size();
    if (works > kMostWorks || (works > 1 && launch.steps->lanes.count > 1)) {
      kernels[i] = shapes[i];
      continue;
    }
    bool fresh = false;
    kernels[i] = &kernels_.of_work(*shapes[i], digests[i], of_shape[shapes[i]].size() == 1, fresh);
    if (!fresh) continue;
    describe_function(std::get<graph::KernelStep>(steps[i].work).function, launch.entry.device,
                      kernels[i]->record.launch);
    write_down(*kernels[i], *logbook_);
  }
  return kernels;
}

// Null where they are not known yet, and nothing is counted now. Those of a graph of which only arguments change are
// found at once: a program may change them for every launch.
std::shared_ptr<const Engine::GraphKernels> Engine::kernels_of(const GraphLaunch& launch) {
  std::shared_ptr<const GraphKernels> before;
  const std::uint64_t version = launch.steps->version;
  {
    const std::lock_guard lock(mutex_);
    if (const auto entry = graph_kernels_.find(launch.exec); entry != graph_kernels_.end()) before = entry->second;
  }
  if (before && before->version == version) return before;
  if (!counts_now()) return nullptr;
  // Without the lock: the driver is asked, and a context that ends in another thread's call of it needs the lock.
  auto known = std::make_shared<GraphKernels>();
  known->shapes = shapes_of(launch);
  if (before && before->shapes == known->shapes) {
    *known = *before;
  } else {
    known->structure = version;
    known->kernels = tell_apart(launch, known->shapes, before.get());
    lay_out(launch, *known);
  }
  known->version = version;
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const GraphKernels>& entry = graph_kernels_[launch.exec];
  if (entry && entry->version == version) return entry;  // another thread was faster
  known->progress = entry ? entry->progress : std::make_shared<GraphProgress>();
  if (!entry || entry->nodes != known->nodes) logbook_->write(known->nodes);
  entry = std::move(known);
  return entry;
}

void Engine::lay_out(const GraphLaunch& launch, GraphKernels& known) {
  auto layout = std::make_shared<GraphLayout>();
  std::map<int, std::pair<SeenKernel*, std::uint64_t>> times;
  for (SeenKernel* kernel : known.kernels) {
    if (!kernel) {
      ++known.nodes.others;
      continue;
    }
    layout->nodes.push_back(kernel);
    auto& [node, often] = times[kernel->record.kernel];
    node = kernel;
    ++often;
  }
  known.nodes.graph = launch.kernel.record.kernel;
  for (const auto& [number, node] : times) {
    layout->times.push_back(node);
    known.nodes.kernels.push_back(number);
    known.nodes.times.push_back(node.second);
  }
  known.layout = std::move(layout);
}

}  // namespace rooflens::inject
