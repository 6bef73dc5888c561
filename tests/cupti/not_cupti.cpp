// A shared library that has nothing to do with CUPTI.
extern "C" int rooflens_test_nothing() { return 0; }
