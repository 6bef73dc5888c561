"""Matrix products of each tensor-core format through PyTorch (cuBLAS), one line of checksum each.

usage: gemms.py [M N K [LAUNCHES]]
"""
import sys

import torch

m, n, k = (int(a) for a in sys.argv[1:4]) if len(sys.argv) > 3 else (1024, 2048, 512)
torch.manual_seed(7)
a = torch.randn(m, k, device="cuda")
b = torch.randn(k, n, device="cuda")
repeats = int(sys.argv[4]) if len(sys.argv) > 4 else 12


def report(name, product):
    for _ in range(repeats):
        c = product()
    print(name, f"{c.float().double().sum().item():.9g}")


torch.backends.cuda.matmul.allow_tf32 = False
report("fp32", lambda: a @ b)
torch.backends.cuda.matmul.allow_tf32 = True
report("tf32", lambda: a @ b)
a16, b16 = a.bfloat16(), b.bfloat16()
report("bf16", lambda: a16 @ b16)
ah, bh = a.half(), b.half()
report("fp16", lambda: ah @ bh)
a8, b8 = a.to(torch.float8_e4m3fn), b.t().contiguous().to(torch.float8_e4m3fn).t()
one = torch.tensor(1.0, device="cuda")
report("fp8", lambda: torch._scaled_mm(a8, b8, scale_a=one, scale_b=one, out_dtype=torch.bfloat16))
