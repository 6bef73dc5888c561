// Threads that CUPTI starts inherit which signals the calling thread takes: CUPTI 13.0 imports no function to change
// that. While the application's thread holds a signal back, its handler may run on one of them, and exit() there tears
// the CUDA runtime down while the application's thread is in it (likely why a program ended by SIGSEGV in 3 of 8 runs
// on an H100).
#pragma once

namespace rooflens::inject {

/// Threads that the library which holds `function` starts from now on take no signals of the application. False: its
/// calls of pthread_create were not found, or cannot be changed.
bool keep_signals_from_threads_of(const void* function);

}  // namespace rooflens::inject
