#include "profiler/graph/graph_driver.hpp"

#include <dlfcn.h>

namespace rooflens::graph {
namespace {

template <class Function>
bool find(void* driver, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(driver, name));
  return function != nullptr;
}

// cuda.h makes cuGraphGetEdges a macro for the version that it declares.
#define ROOFLENS_TEXT(name) #name
#define ROOFLENS_FIND(member, name) found &= find(driver, ROOFLENS_TEXT(name), table.member);

bool fill(GraphDriver& table) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!driver) return false;
  bool found = true;
  ROOFLENS_GRAPH_FUNCTIONS(ROOFLENS_FIND)
  return found;
}

}  // namespace

const GraphDriver* graph_driver() {
  static GraphDriver table;
  static const bool complete = fill(table);
  return complete ? &table : nullptr;
}

}  // namespace rooflens::graph
