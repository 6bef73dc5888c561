// CUPTI as a program that was not linked with it finds it.
#pragma once

#include <dlfcn.h>

#include "app.cuh"

// A function by its name; `Function` as in decltype(&cuptiSubscribe).
template <class Function>
Function look_up(const char* name) {
  static void* library = dlopen("libcupti.so.13", RTLD_NOW);
  if (!library) library = dlopen("libcupti.so", RTLD_NOW);
  void* const function = library ? dlsym(library, name) : nullptr;
  app::check(function ? 0 : 1, name, __LINE__);
  return reinterpret_cast<Function>(function);
}

#define LOOKED_UP(name) look_up<decltype(&name)>(#name)
