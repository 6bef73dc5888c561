// A list on the device's heap (new, delete) that grows and shrinks between launches; a repeated launch would break it.
#include "app.cuh"

struct Node {
  std::uint32_t value;
  Node* next;
};

__device__ Node* head;
__device__ int length;

__global__ void push_nodes(std::uint32_t seed) {
  for (int i = 0; i < 5; ++i) {
    head = new Node{app::mix(seed + i), head};
    ++length;
  }
}

__global__ void pop_nodes(int count) {
  for (int i = 0; i < count && head; ++i) {
    Node* next = head->next;
    delete head;
    head = next;
    --length;
  }
}

__global__ void walk_nodes(unsigned long long* result) {
  unsigned long long sum = length;
  for (Node* node = head; node; node = node->next) sum = sum * 31 + node->value;
  *result = sum;
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  auto* result = app::device_array<unsigned long long>(1);
  for (int k = 0; k < 300; ++k) {
    push_nodes<<<1, 1>>>(k);
    pop_nodes<<<1, 1>>>(k % 4);
    if (k % 30 == 29) walk_nodes<<<1, 1>>>(result);
  }
  CHECK(cudaGetLastError());
  unsigned long long sum = 0;
  int nodes = 0;
  CHECK(cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(&nodes, length, sizeof nodes));
  std::printf("nodes %d\n", nodes);
  app::print("walk", sum);
}
