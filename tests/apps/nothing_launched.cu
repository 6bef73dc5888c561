// A context and nothing else.
#include "app.cuh"

int main() {
  CHECK(cudaFree(nullptr));
  std::puts("nothing launched");
}
