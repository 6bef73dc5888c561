// CUPTI as users meet it who may not read hardware counters: everything is the real library's but the answer to which
// counters are available. ROOFLENS_CUPTI names this library in tests.
#include <cupti_profiler_target.h>

extern "C" __attribute__((visibility("default"))) CUptiResult cuptiProfilerGetCounterAvailability(
    CUpti_Profiler_GetCounterAvailability_Params*) {
  return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
}
