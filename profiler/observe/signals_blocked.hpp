// See own_thread.hpp.
#pragma once

#include "profiler/observe/own_thread.hpp"
