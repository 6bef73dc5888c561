// What makes talking_cupti.cpp the CUPTI of CUDA 12.8: the other functions that the library looks up, without those
// that came with CUDA 13. The names are weak aliases made by the assembler, because the headers declare the real types.
#include "profiler/cupti/api.hpp"

extern "C" int rooflens_test_nothing() { return 0; }

#define ROOFLENS_ALIAS(name) \
  asm(".ifnc " #name ",Subscribe_v2\n.weak cupti" #name "\n.set cupti" #name ", rooflens_test_nothing\n.endif\n");
ROOFLENS_CUPTI_FUNCTIONS(ROOFLENS_ALIAS)
