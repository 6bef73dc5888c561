// A library that has every function of CUPTI, each of which answers that it is the CUPTI of CUDA 14. The names are
// aliases made by the assembler, because the headers declare the real types.
#include "profiler/cupti/api.hpp"

extern "C" int rooflens_test_answer(unsigned int* version) {
  *version = 140000;
  return 0;
}

#define ROOFLENS_ALIAS(name) asm(".globl cupti" #name "\n.set cupti" #name ", rooflens_test_answer\n");
ROOFLENS_CUPTI_FUNCTIONS(ROOFLENS_ALIAS)
