"""The tables with pandas and without it. The other tests hold in both cases."""

import importlib.util
import sys
import types
import unittest
from unittest import mock

import rooflens
from common import DEMO, TRAINING


class StandIn(dict):
    """What the package uses of a data frame."""

    def astype(self, wanted):
        self.types = wanted
        return self


class WithAndWithout(unittest.TestCase):
    def test_without_pandas_tables_are_lists_of_rows(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            kernels = rooflens.open(DEMO).kernels
        self.assertIsInstance(kernels, list)
        self.assertIsInstance(kernels[0], rooflens.Kernel)

    def test_a_frame_is_made_of_columns_with_their_types(self):
        with mock.patch.dict(sys.modules, {"pandas": types.SimpleNamespace(DataFrame=StandIn)}):
            kernels = rooflens.open(DEMO).kernels
        self.assertIsInstance(kernels, StandIn)
        self.assertEqual(kernels["kernel"][:2], ["gemm/naive", "gemm/tiled"])
        self.assertEqual(kernels["total_time_s"], [None] * 12)
        self.assertEqual((kernels.types["total_time_s"], kernels.types["repetitions"]), ("float64", "Int64"))
        self.assertNotIn("kernel", kernels.types)


@unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
class Frames(unittest.TestCase):
    def test_columns_are_the_fields_in_their_order(self):
        from rooflens._table import fields

        session = rooflens.open(DEMO)
        pairs = rooflens.compare(session, DEMO).pairs
        tables = {
            rooflens.Kernel: session.kernels,
            rooflens.Roof: session.roofs,
            rooflens.Device: session.devices,
            rooflens.Factor: session.gap("naive").factors,
            rooflens.Pair: pairs,
        }
        for kind, frame in tables.items():
            self.assertEqual(list(frame.columns), [field.name for field in fields(kind)])

    def test_numbers_are_numbers_even_if_none_is_known(self):
        demo = rooflens.open(DEMO).kernels
        self.assertEqual(str(demo.total_time_s.dtype), "float64")
        self.assertTrue(demo.total_time_s.isna().all())
        self.assertEqual(str(demo.repetitions.dtype), "Int64")
        self.assertEqual(str(rooflens.open(DEMO).devices.sm_count.dtype), "Int64")

    def test_a_session_without_ranges_has_an_empty_frame(self):
        ranges = rooflens.open(DEMO).ranges
        self.assertEqual(len(ranges), 0)
        self.assertEqual(list(ranges.columns), list(rooflens.open(TRAINING).ranges.columns))

    def test_what_one_does_with_it(self):
        kernels = rooflens.open(DEMO).kernels
        slowest = kernels.sort_values("time_median_s", ascending=False).iloc[0]
        self.assertEqual(slowest.kernel, "gemm/naive")
        self.assertAlmostEqual(slowest.time_median_s, 9.01e-3, places=5)


if __name__ == "__main__":
    unittest.main()
