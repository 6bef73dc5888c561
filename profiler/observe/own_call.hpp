// Whether this thread is in a call of ours into CUDA or CUPTI, whose callbacks are not the application's.
#pragma once

namespace rooflens::inject {

inline thread_local bool own_call = false;

}  // namespace rooflens::inject
