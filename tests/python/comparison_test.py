"""Two sessions from Python, against what `rooflens compare` says."""

import os
import unittest

import rooflens
from common import DEMO, SAMPLES, InScratchFolder
from rooflens._executable import from_here, run
from session_test import records

CATALOGUE = SAMPLES / "catalogue.rlens"


class Comparisons(InScratchFolder):
    def test_pairs(self):
        comparison = rooflens.compare(DEMO, CATALOGUE)
        pairs = records(comparison.pairs)
        self.assertEqual(len(pairs), 12)
        self.assertEqual({pair["trend"] for pair in pairs}, {"same", "faster", "slower"})
        for pair in pairs:
            self.assertEqual(pair["kernel_a"], pair["kernel_b"])
            self.assertAlmostEqual(pair["speedup"], pair["time_median_a_s"] / pair["time_median_b_s"], places=12)
            self.assertLessEqual(pair["speedup_low"], pair["speedup"])
            self.assertGreaterEqual(pair["speedup_high"], pair["speedup"])
        self.assertEqual(comparison.only_a, [])
        self.assertEqual(len(comparison.only_b), 135)
        self.assertIn("copy/float1", comparison.only_b)
        self.assertEqual(comparison.differences, {})
        self.assertEqual(repr(comparison), "<12 pairs of demo.rlens and catalogue.rlens>")

    def test_sides_are_not_mixed_up(self):
        comparison = rooflens.compare(rooflens.open(CATALOGUE), rooflens.open(DEMO))
        self.assertEqual((len(comparison.only_a), len(comparison.only_b)), (135, 0))

    def test_the_chart_names_files_as_seen_from_here(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        comparison = rooflens.compare(DEMO, CATALOGUE)
        os.chdir(SAMPLES)
        self.assertIn("A: demo.rlens", comparison.text)
        os.chdir(self.folder)
        del comparison.text
        self.assertIn(f"A: {DEMO}", comparison.text)

    def test_notebooks_show_the_chart_and_the_text(self):
        comparison = rooflens.compare(DEMO, CATALOGUE)
        self.assertEqual(comparison.chart.svg, run(["compare", from_here(str(DEMO)), from_here(str(CATALOGUE)), "--format", "svg"]))
        shown = comparison._repr_html_()
        self.assertIn("<svg ", shown)
        self.assertIn("12 pairs: B is faster in 1", shown)

    def test_what_differs_between_the_runs(self):
        other = self.folder / "other.rlens"
        other.write_bytes(DEMO.read_bytes().replace(b"580.159.04", b"590.159.04"))
        self.assertEqual(rooflens.compare(DEMO, other).differences["driver"], ("580.159.04", "590.159.04"))

    def test_refuses_a_missing_side(self):
        error = self.refused(rooflens.compare, DEMO, self.folder / "none.rlens")
        self.assertIn("none.rlens' does not exist", error.message)

    def test_refuses_sessions_that_share_no_kernel(self):
        error = self.refused(rooflens.compare, DEMO, SAMPLES / "lines.rlens")
        self.assertIn("have no kernel in common", error.message)


if __name__ == "__main__":
    unittest.main()
