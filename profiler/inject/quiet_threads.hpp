// Threads that CUPTI starts inherit which signals the calling thread takes, and CUPTI changes nothing of that: while
// the application's thread holds a signal back, its handler would run on one of them. A handler that calls exit() there
// tears the CUDA runtime down while the application's thread is in it (seen with CUPTI 13.0: SIGSEGV in 3 of 8 runs).
#pragma once

namespace rooflens::inject {

/// Threads that the library which holds `function` starts from now on take no signals of the application. False: its
/// calls of pthread_create were not found, or cannot be changed.
bool keep_signals_from_threads_of(const void* function);

}  // namespace rooflens::inject
