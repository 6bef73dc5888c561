#include "profiler/inject/quiet_threads.hpp"

#include <pthread.h>

#include "profiler/observe/own_thread.hpp"
#include "profiler/observe/redirect_calls.hpp"

namespace rooflens::inject {
namespace {

int create_quietly(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  const SignalsBlocked blocked;
  return pthread_create(thread, attributes, run, argument);
}

}  // namespace

bool keep_signals_from_threads_of(const void* function) {
  return redirect_calls_of(function, "pthread_create", reinterpret_cast<void*>(create_quietly)) > 0;
}

}  // namespace rooflens::inject
