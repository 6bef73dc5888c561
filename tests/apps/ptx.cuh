// Kernels as PTX text, for programs that load their code themselves.
#pragma once

#include <string>

namespace app {

// void name(uint32_t* x, uint32_t add): 500 times x[i] = x[i] * factor + add.
inline std::string ptx_of(const std::string& name, unsigned factor) {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry )" +
         name + R"((.param .u64 array, .param .u32 number) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [array];
  ld.param.u32 %r1, [number];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  cvta.to.global.u64 %rd1, %rd1;
  mul.wide.u32 %rd2, %r5, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r6, [%rd3];
  mov.u32 %r7, 0;
AGAIN:
  mad.lo.u32 %r6, %r6, )" +
         std::to_string(factor) + R"(, %r1;
  add.u32 %r7, %r7, 1;
  setp.lt.u32 %p1, %r7, 500;
  @%p1 bra AGAIN;
  st.global.u32 [%rd3], %r6;
  ret;
}
)";
}

}  // namespace app
