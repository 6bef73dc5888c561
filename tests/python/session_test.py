"""A session from Python: the numbers are those of the executable's other outputs."""

import csv
import html
import io
import math
import os
import pickle
import re
import unittest

import rooflens
from common import DEMO, SAMPLES, TRAINING, InScratchFolder, variables
from rooflens._executable import run
from rooflens._session import Session
from rooflens._table import fields


def records(table):
    """The rows of a table, with None for what is not known, with pandas and without."""
    if isinstance(table, list):
        return [vars(row) for row in table]
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [dict(row) for row in rows]


class Tables(unittest.TestCase):
    def test_kernels_equal_the_csv(self):
        for path in (DEMO, TRAINING):
            lines = list(csv.DictReader(io.StringIO(run(["export", str(path), "--format", "csv"]))))
            session = rooflens.open(path)
            rows = records(session.kernels) + records(session.ranges)
            self.assertEqual(len(rows), len(lines))
            by_name = {(row["kernel"], row["parameters"]): row for row in rows}
            shared = set(lines[0]) & set(rows[0])
            self.assertGreaterEqual(len(shared), 35)
            for line in lines:
                row = by_name[line["kernel"], line["parameters"]]
                for name in shared:
                    with self.subTest(session=path.name, kernel=line["kernel"], column=name):
                        expected, value = line[name], row[name]
                        if isinstance(value, (int, float)) and expected != "":
                            # JSON prints counts as whole numbers.
                            self.assertAlmostEqual(value, float(expected), delta=0.5 if name.endswith("_bytes") else 0)
                        else:
                            self.assertEqual("" if value is None else value, expected)

    def test_roofs(self):
        roofs = records(rooflens.open(DEMO).roofs)
        dram = [roof for roof in roofs if roof["name"] == "dram" and roof["judged_by"]]
        self.assertEqual([(roof["kind"], roof["source"]) for roof in dram], [("memory", "measured")])
        self.assertAlmostEqual(dram[0]["bytes_per_s"] / 1e12, 4.67, places=2)
        for roof in roofs:
            heights = [roof[key] for key in ("bytes_per_s", "operations_per_s", "per_s") if roof[key] is not None]
            self.assertEqual(len(heights), 1, roof)
            self.assertGreater(heights[0], 0)

    def test_devices_have_all_that_the_report_says(self):
        names = {field.name for field in fields(rooflens.Device)}
        for path in SAMPLES.glob("*.rlens"):
            session = rooflens.open(path)
            for machine, device in zip(session.data["gpus"], records(session.devices)):
                self.assertLessEqual(set(machine["device"]), names)
                self.assertEqual({key: device[key] for key in machine["device"]}, machine["device"])

    def test_tables_of_a_session_without_kernels(self):
        session = Session("empty.rlens", {"gpus": []})
        for table in (session.kernels, session.ranges, session.roofs, session.devices):
            self.assertEqual(len(table), 0)


class Gaps(InScratchFolder):
    def test_factors_multiply_to_the_total(self):
        gap = rooflens.open(DEMO).gap("transpose/tiled")
        factors = [row["factor"] for row in records(gap.factors)]
        self.assertAlmostEqual(math.prod(factors), gap.total, places=9)
        self.assertAlmostEqual(gap.measured_s / gap.roof_s, gap.total, places=9)
        self.assertEqual(repr(gap), "<gap of transpose/tiled: 2.6 times the time at the DRAM roof>")

    def test_chart_is_of_the_kernel(self):
        for path in (DEMO, TRAINING):
            session = rooflens.open(path)
            names = [entry["name"] for entry in session.data["gpus"][0]["kernels"] if "gap" in entry]
            for name in names[:: len(names) // 5]:
                svg = session.gap(name)._repr_svg_()
                title = html.unescape(svg[svg.index("<title>") : svg.index("</title>")])
                shown = title.split(" · ")[1].split("…")  # a long name lacks its middle
                self.assertRegex(name, "^" + ".*".join(map(re.escape, shown)) + "$")

    def test_a_part_of_the_name_is_enough(self):
        # Of two that match, the one that loses most time.
        self.assertEqual(rooflens.open(DEMO).gap("^gemm/(naive|tiled)").kernel, "gemm/naive")

    def test_the_chart_needs_no_pattern_of_the_user(self):
        # What Python's regular expressions have and those of C++ have not.
        gap = rooflens.open(DEMO).gap("(?i)GEMM/TILED")
        self.assertEqual(gap.kernel, "gemm/tiled")
        self.assertIn("gemm/tiled", repr(gap.chart))

    def test_can_be_pickled(self):
        gap = rooflens.open(DEMO).gap("transpose/tiled")
        copy = pickle.loads(pickle.dumps(gap))
        self.assertEqual((copy.kernel, copy.data), (gap.kernel, gap.data))
        self.assertEqual(copy.chart.svg, gap.chart.svg)

    def test_refuses_what_has_none(self):
        session = rooflens.open(TRAINING)
        self.assertIn("contains `nothing`", self.refused(session.gap, "nothing").message)
        self.assertIn("on GPU 1", self.refused(session.gap, "reduce", gpu=1).message)
        self.assertIn("is no regular expression", self.refused(session.gap, "(").message)
        bare = next(entry["name"] for entry in session.data["gpus"][0]["kernels"] if "gap" not in entry)
        error = self.refused(session.gap, bare)
        self.assertIn(f"`{bare}` has no gap", error.message)
        self.assertIn("explain()", error.remedy)


class Shown(InScratchFolder):
    def test_roofline_is_what_plot_draws(self):
        session = rooflens.open(DEMO)
        chart = session.roofline()
        self.assertEqual(chart._repr_svg_(), run(["plot", str(DEMO), "--format", "svg"]))
        self.assertEqual(repr(chart), "<chart: Roofline · NVIDIA H200>")
        chart.save(self.folder / "roofline.svg")
        self.assertEqual((self.folder / "roofline.svg").read_text(encoding="utf-8"), chart.svg)
        with self.assertRaisesRegex(ValueError, "saved as SVG, not as .*roofline.png"):
            chart.save(self.folder / "roofline.png")
        self.assertFalse((self.folder / "roofline.png").exists())
        self.assertIn('width="800"', session.roofline(size=(800, 500)).svg)
        self.assertNotEqual(session.roofline(theme="dark").svg, chart.svg)
        self.assertIn("--gpu 7", self.refused(session.roofline, gpu=7).message)

    def test_explain_is_the_report_with_advice(self):
        text = rooflens.open(DEMO).explain()
        self.assertEqual(text, run(["report", str(DEMO), "--advice"]))
        self.assertIn("What would help", text)
        self.assertEqual(repr(text), text)

    def test_notebooks_show_chart_and_report(self):
        shown = rooflens.open(TRAINING)._repr_html_()
        self.assertIn('<div style="max-width:1200px"><svg ', shown)
        self.assertRegex(shown, r'<svg [^>]* width="100%" viewBox="0 0 1200 760"')
        self.assertNotIn("┤", shown)  # the chart in letters
        self.assertIn("reduce_kernel&lt;BF", shown)
        self.assertIn("NVTX range", shown)
        self.assertNotIn("reduce_kernel<BF", shown)

    def test_says_what_it_is(self):
        self.assertEqual(repr(rooflens.open(DEMO)), "<rooflens session demo.rlens: 12 kernels on NVIDIA H200>")
        self.assertIn("gemm/naive", rooflens.open(DEMO).headline)
        one = Session("one.rlens", {"gpus": [{"device": {}, "kernels": [{}]}]})
        self.assertEqual(repr(one), "<rooflens session one.rlens: 1 kernel on a GPU>")


class BadInput(InScratchFolder):
    def test_a_missing_file(self):
        error = self.refused(rooflens.open, self.folder / "none.rlens")
        self.assertEqual(error.message, f"session '{self.folder}/none.rlens' does not exist")
        self.assertIn("check the path", error.remedy)
        self.assertEqual(error.exit_code, 1)
        self.assertEqual(str(error), f"{error.message} ({error.remedy})")

    def test_no_session(self):
        self.assertIn("is not a rooflens session", self.refused(rooflens.open, __file__).message)

    def test_a_torn_session(self):
        torn = self.folder / "torn.rlens"
        torn.write_bytes(DEMO.read_bytes()[:100_000])
        error = self.refused(rooflens.open, torn)
        self.assertIn("is damaged", error.message)
        self.assertIn("cut short", error.remedy)

    def test_a_session_that_went_away(self):
        path = self.folder / "copy.rlens"
        path.write_bytes(DEMO.read_bytes())
        session = rooflens.open(path)
        path.unlink()
        self.assertIn("does not exist", self.refused(session.explain).message)

    def test_names_that_look_like_options_and_other_folders(self):
        path = self.folder / "--help.rlens"
        path.write_bytes(DEMO.read_bytes())
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        session = rooflens.open("--help.rlens")
        os.chdir(before)
        self.assertIn("What would help", session.explain())

    def test_another_version_of_the_executable(self):
        stand_in = self.script("""echo '{"format": "rooflens-report", "format_version": 2}'""")
        with variables(ROOFLENS=stand_in):
            error = self.refused(rooflens.open, DEMO)
        self.assertIn("writes rooflens-report 2, this package reads 1", error.message)


if __name__ == "__main__":
    unittest.main()
