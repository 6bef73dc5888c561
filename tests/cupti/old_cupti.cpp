// A library that says it is the CUPTI of CUDA 12 and has none of the newer functions.
extern "C" int cuptiGetVersion(unsigned int* version) {
  *version = 120000;
  return 0;
}
