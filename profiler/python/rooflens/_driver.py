"""The CUDA driver in this process, through ctypes: whether it is in use, and waiting for it. Loads nothing and creates no
context unless said so."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any, Optional

NOT_INITIALIZED = 3
RELAXED = 2  # of cuThreadExchangeStreamCaptureMode: captures of other threads go on


def driver() -> Optional[Any]:
    """libcuda.so.1, if this process has loaded it."""
    try:
        return ctypes.CDLL("libcuda.so.1", mode=os.RTLD_NOW | os.RTLD_NOLOAD)
    except OSError:
        return None


def initialized() -> bool:
    """Whether this process has called cuInit."""
    cuda = driver()
    count = ctypes.c_int()
    return cuda is not None and cuda.cuDeviceGetCount(ctypes.byref(count)) != NOT_INITIALIZED


def contexts(cuda: Any) -> list[ctypes.c_void_p]:
    """The context of this thread, and the primary contexts that are in use."""
    found: dict[int, None] = {}
    context = ctypes.c_void_p()
    if cuda.cuCtxGetCurrent(ctypes.byref(context)) == 0 and context.value:
        found[context.value] = None
    count, active, flags = ctypes.c_int(), ctypes.c_int(), ctypes.c_uint()
    cuda.cuDeviceGetCount(ctypes.byref(count))
    for device in range(count.value):
        state = cuda.cuDevicePrimaryCtxGetState(device, ctypes.byref(flags), ctypes.byref(active))
        if state != 0 or not active.value or cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) != 0:
            continue
        cuda.cuDevicePrimaryCtxRelease_v2(device)  # its user keeps it
        if context.value:
            found[context.value] = None
    return [ctypes.c_void_p(value) for value in found]


def wait_for_gpus(deadline_s: float) -> bool:
    """Waits until the GPUs have done what this process gave them. False where they take longer than that."""
    cuda: Any = driver()
    if cuda is None or not initialized():
        return True
    wanted = contexts(cuda)

    def wait() -> None:
        mode = ctypes.c_int(RELAXED)
        cuda.cuThreadExchangeStreamCaptureMode(ctypes.byref(mode))
        for context in wanted:
            if cuda.cuCtxPushCurrent_v2(context) == 0:
                cuda.cuCtxSynchronize()
                cuda.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    thread.join(deadline_s)
    return not thread.is_alive()
