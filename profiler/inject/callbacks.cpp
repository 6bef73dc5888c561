#include "profiler/inject/callbacks.hpp"

#include "profiler/graph/graph_calls.hpp"
#include "profiler/graph/graph_exchange.hpp"
#include "profiler/inject/driver_calls.hpp"

namespace rooflens::inject {
namespace {

// Through the gates, before anything else on the way in and after everything else on the way out. CUPTI would wait for
// what is submitted while it is called: a launch, or the wait for a host that is kept out. And a graph whose node gets
// new parameters while another thread's launch runs instrumented code may keep the address of that code: launched
// later, it ends with an illegal address (docs/programs.md).
class Passage {
 public:
  Passage(Engine& engine, bool gated, bool in, CUpti_CallbackId id)
      : engine_(engine),
        gated_(gated),
        in_(in),
        launch_(is_launch(id) || submits_a_wait(id)),
        change_(graph::is_graph_call(id)) {
    if (!in_) return;
    if (gated_) engine_.gate().enter();
    if (is_launch(id)) engine_.launches().leave_change();  // one that a handler of a signal left
    if (launch_) engine_.launches().enter();
    if (change_) engine_.launches().enter_change();
  }
  ~Passage() {
    if (in_) return;
    if (change_) engine_.launches().leave_change();
    if (launch_) engine_.launches().leave();
    if (gated_) engine_.gate().leave();
  }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

 private:
  Engine& engine_;
  bool gated_;
  bool in_;
  bool launch_;
  bool change_;
};

bool is_module(CUpti_CallbackDomain domain, CUpti_CallbackId id) {
  return domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED;
}

void follow_module(Engine& engine, const void* data) {
  const auto& resource = *static_cast<const CUpti_ResourceData*>(data);
  const auto& module = *static_cast<const CUpti_ModuleResourceData*>(resource.resourceDescriptor);
  engine.module_loaded(module.pCubin, module.cubinSize);
}

}  // namespace

// A module that we had loaded. A launch of ours: it may be the one that tries out whether graphs can be exchanged. A
// call that makes or changes a graph is not ours then, but one of a thread that left us in the middle and has not come
// back where that shows.
void follow_own_call(Engine& engine, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (is_module(domain, id)) return follow_module(engine, data);
  if (domain != CUPTI_CB_DOMAIN_DRIVER_API) return;
  if (graph::is_graph_call(id) && !graph::GraphExchange::calls_the_driver()) return engine.misses_graph_call();
  const CUgraphExec instead = graph::GraphExchange::on_trial();
  if (!instead || !is_launch(id)) return;
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  if (call.callbackSite == CUPTI_API_ENTER) graph::exchange(call, instead);
}

void follow_callback(Engine& engine, bool gated, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) {
    const auto& call = *static_cast<const CUpti_CallbackData*>(data);
    const bool in = call.callbackSite == CUPTI_API_ENTER;
    if (in && (is_launch(id) || never_within_a_launch(id))) engine.end_lost_launch(is_launch(id));
    const Passage passage(engine, gated, in, id);
    follow_call(engine, call, id);
  } else if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
    engine.end_lost_launch(false);
    engine.context_ends(static_cast<const CUpti_ResourceData*>(data)->context);
  } else if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
    engine.context_begins();
    engine.context_created();
  } else if (is_module(domain, id)) {
    follow_module(engine, data);
  }
}

void follow_record(Engine& engine, const CUpti_Activity& record) {
  if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
    engine.kernel_record(reinterpret_cast<const CUpti_ActivityKernel10&>(record));
  } else if (record.kind == CUPTI_ACTIVITY_KIND_DEVICE) {
    engine.device_record(reinterpret_cast<const CUpti_ActivityDevice5&>(record));
  }
}

}  // namespace rooflens::inject
