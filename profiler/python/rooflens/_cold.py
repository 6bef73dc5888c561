"""Empties the L2 before a launch: a kernel reads more than it holds. Reading leaves nothing behind that the next kernel would
write back, as filling would."""

from __future__ import annotations

import ctypes
from typing import Any

from ._driver import driver
from ._errors import RooflensError

# Its name is known to the library, which neither counts nor reports it.
EVICT = b"rooflens_evict_l2"
PTX = b"""
.version 7.0
.target sm_75
.address_size 64
.visible .entry rooflens_evict_l2(.param .u64 from, .param .u64 words, .param .u64 never)
{
  .reg .pred %p<3>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd3, [never];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  cvt.u64.u32 %rd4, %r4;
  mov.u32 %r5, %nctaid.x;
  mul.lo.u32 %r6, %r5, %r2;
  cvt.u64.u32 %rd5, %r6;
  mov.b64 %rd6, 0;
next:
  setp.ge.u64 %p1, %rd4, %rd2;
  @%p1 bra done;
  shl.b64 %rd7, %rd4, 3;
  add.s64 %rd7, %rd1, %rd7;
  ld.global.cg.u64 %rd8, [%rd7];
  xor.b64 %rd6, %rd6, %rd8;
  add.s64 %rd4, %rd4, %rd5;
  bra next;
done:
  setp.ne.u64 %p2, %rd6, %rd3;
  @%p2 ret;
  st.global.u64 [%rd1], %rd6;
  ret;
}
"""
L2_CACHE_SIZE, SM_COUNT = 38, 16  # CU_DEVICE_ATTRIBUTE_…
THREADS, BLOCKS_PER_SM = 256, 8
TIMES_L2 = 3


class ColdL2:
    """Holds the memory that is read, in the context of this thread, until `close`."""

    def __init__(self) -> None:
        self._cuda = driver()
        device, l2, sms = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self._check("cuCtxGetDevice", ctypes.byref(device))
        self._check("cuDeviceGetAttribute", ctypes.byref(l2), L2_CACHE_SIZE, device)
        self._check("cuDeviceGetAttribute", ctypes.byref(sms), SM_COUNT, device)
        size = TIMES_L2 * l2.value // 8 * 8
        self._blocks = sms.value * BLOCKS_PER_SM
        self._module, self._kernel, self._memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
        self._check("cuModuleLoadData", ctypes.byref(self._module), PTX)
        self._check("cuModuleGetFunction", ctypes.byref(self._kernel), self._module, EVICT)
        self._check("cuMemAlloc_v2", ctypes.byref(self._memory), ctypes.c_size_t(size))
        self._check("cuMemsetD8_v2", self._memory, ctypes.c_ubyte(0), ctypes.c_size_t(size))
        values = (self._memory, ctypes.c_uint64(size // 8), ctypes.c_uint64(1))  # all words are zero, so 1 never comes out
        self._arguments = (ctypes.c_void_p * 3)(*(ctypes.addressof(value) for value in values))
        self._values = values

    def _check(self, function: str, *arguments: Any) -> None:
        code = getattr(self._cuda, function)(*arguments) if self._cuda is not None else 0
        if self._cuda is None or code != 0:
            what = f"{function} returned {code}" if self._cuda is not None else "the CUDA driver is not loaded"
            raise RooflensError(f"the L2 cannot be emptied: {what}", 'the function has to use CUDA; or choose l2="warm"')

    def evict(self) -> None:
        """Waits for the GPU before and after."""
        self.wait()
        stream = ctypes.c_void_p()
        self._check(
            "cuLaunchKernel", self._kernel, self._blocks, 1, 1, THREADS, 1, 1, 0, stream, self._arguments, ctypes.c_void_p()
        )
        self.wait()

    def wait(self) -> None:
        self._check("cuCtxSynchronize")

    def close(self) -> None:
        if self._cuda is not None:
            self._cuda.cuMemFree_v2(self._memory)
            self._cuda.cuModuleUnload(self._module)
