#!/usr/bin/env python3
"""What the comparisons compute themselves, on numbers that a reader can check in the head."""

import unittest

import added_in_run
import advice
import autotuners
import dosed
import graph_vs_ncu
import latency_roof
import others
import steps_in_turns
from common import find_kernel, ncu_table
from doses import SERIES, Recording, pairs_of_series, spread_over
from ncu_rules import base_name, by_kernel, key_of, launches_of, speedup

DETAILS = '''==PROF== Connected to process 1 (rooflens)
"ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
"0","void a::b::first<(int)4>(const float *, long)","GPU Speed Of Light Throughput","Duration","ns","1,500",
"0","void a::b::first<(int)4>(const float *, long)","SourceCounters","","","","UncoalescedGlobalAccess","OPT","""two""
lines","global","75"
"0","void a::b::first<(int)4>(const float *, long)","WarpStateStats","","","","CPIStall","OPT","waits","local","50"
"1","second(int)","SpeedOfLight","","","","SOLBottleneck","INF","nothing","",""
==PROF== Disconnected
'''


def kernel(name, parameters, functions=("f",), factors=None, time=1.0, busiest="DRAM"):
    return {"name": name, "parameters": parameters, "verification": {"status": "verified"}, "time": {"median_s": time},
            "launches": [{"function": f, "count": 1} for f in functions],
            "gap": {"busiest": busiest, "factors": [{"id": i, "factor": f} for i, f in (factors or {}).items()]}}


class NcuRules(unittest.TestCase):
    def test_functions_lose_scopes_templates_and_arguments(self):
        self.assertEqual(base_name("void a::b<c::d, (int)3>::e<(int)3>(float *, g<h>)"), "e")
        self.assertEqual(base_name("a::chain_kernel<Separate>"), "chain_kernel")

    def test_estimates_belong_to_their_launch(self):
        first, second = launches_of(ncu_table(DETAILS))
        self.assertEqual((first["function"], first["duration"]), ("first", 1500))
        self.assertEqual(first["rules"], {"UncoalescedGlobalAccess": [("global", 0.75)], "CPIStall": [("local", 0.5)]})
        self.assertEqual((second["function"], second["rules"]), ("second", {}))

    def test_a_kernel_is_its_longest_launch(self):
        launches = launches_of(ncu_table(DETAILS))
        both = kernel("x/y", {"n": 1}, ["memset", "z::first<4>", "second"])
        self.assertEqual(by_kernel([both], launches), ({key_of(both): launches[0]["rules"]}, []))
        self.assertEqual(by_kernel([both, kernel("x/copy", {}, [])], launches)[1], [])                  # by the driver
        self.assertEqual(by_kernel([kernel("x/y", {}, ["first"])], launches), ({}, ["x/y"]))            # one is left
        self.assertEqual(by_kernel([both, kernel("x/z", {}, ["third"])], launches)[1], ["x/y", "x/z"])  # one is lacking

    def test_ranges_tell_launches_apart(self):
        column = "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"
        def row(number, function, name):
            return {"ID": number, column: f'5  "rooflens:x:none:ASCII:x" "rooflens:{name}:none:ASCII:{name}"', "Kernel Name": function}
        launches = launches_of([{"ID": "", column: "", "Kernel Name": ""}, row("0", "f(int)", "x/y"), row("1", "g(int)", "x/z"), row("2", "h()", "x/z")])
        self.assertEqual(launches[0]["ranges"], ["x", "x/y"])
        kernels = [kernel("x/y", {}, ["f"]), kernel("x/z", {}, ["g"])]  # h is none of them
        self.assertEqual(by_kernel(kernels, launches), ({key_of(kernels[0]): {}}, ["x/z"]))

    def test_only_global_estimates_of_wanted_rules_promise(self):
        rules = launches_of(ncu_table(DETAILS))[0]["rules"]
        self.assertEqual(speedup(rules, ["UncoalescedGlobalAccess"]), 4)
        self.assertEqual(speedup(rules, ["CPIStall"]), 1)
        self.assertEqual(speedup(rules, ["Other"]), 1)


class GraphsAgainstNcu(unittest.TestCase):
    ROWS = [{"Kernel Name": "void a::f<(int)4>(float *)", "Grid Size": "(8, 1, 1)", "Block Size": "(32, 1, 1)",
             "smsp__inst_executed.sum": i, "lts__t_bytes.sum": "200", "dram__bytes.sum": "100"}
            for i in ("1,000", "1010", "5000", "1000")]

    def test_a_row_is_compared_with_launches_of_its_work(self):
        theirs = graph_vs_ncu.ncu_works(self.ROWS)
        self.assertEqual([w.launches for w in theirs], [3, 1])
        key = ("f", (8, 1, 1), (32, 1, 1))
        ours = [graph_vs_ncu.Work(key, 90, 2, {graph_vs_ncu.INSTRUCTIONS: 5000.0, graph_vs_ncu.L2: 210.0}),
                graph_vs_ncu.Work(key, 10, 0, {})]
        rows, wrong = graph_vs_ncu.compare(ours, theirs)
        self.assertEqual(rows[0][3:], ["+0.00 %", "+5.00 %", "-", "90 / 25 %"])
        self.assertEqual(rows[1][2:4], [0, "-"])
        self.assertEqual(wrong, [])

    def test_other_instructions_are_wrong(self):
        key = ("f", (8, 1, 1), (32, 1, 1))
        theirs = graph_vs_ncu.ncu_works(self.ROWS)
        for executed, words in ((5010.0, "5010 instructions against 5000"), (7000.0, "ncu has no launch of 7000")):
            _, wrong = graph_vs_ncu.compare([graph_vs_ncu.Work(key, 1, 1, {graph_vs_ncu.INSTRUCTIONS: executed})], theirs)
            self.assertIn(words, wrong[0])


class Doses(unittest.TestCase):
    def test_a_recording_names_kernels_once_and_joins_values(self):
        lanes = next(s for s in SERIES if s.kernel == "divergence/lanes")
        spills = next(s for s in SERIES if s.kernel == "parallelism/register-spill")
        words = Recording("r", [lanes, spills], {"n": 7}).arguments()
        self.assertEqual(words, ["divergence/lanes", "parallelism/register-spill", "parallelism/no-spill", "--set", "n=7",
                                 "--set", "lanes=1,2,4,8,12,16,20,24,28,32"])
        self.assertEqual(Recording("r", [lanes]).arguments(with_undosed=False, most=3),
                         ["divergence/lanes", "--set", "lanes=1,12,28"])

    def test_parameters_of_one_recording_have_one_meaning(self):
        owners = {}
        for series in SERIES:
            if series.dose and series.kind == "dosed":
                self.assertEqual(owners.setdefault(series.dose, series.kernel), series.kernel)

    def test_spreads_from_first_to_last(self):
        self.assertEqual(spread_over([1, 2, 3, 4, 5], 3), [1, 3, 5])
        self.assertEqual(spread_over([1, 2], 3), [1, 2])

    def test_pairs_a_member_with_the_one_without_the_cause(self):
        lanes = next(s for s in SERIES if s.kernel == "divergence/lanes")
        recorded = [kernel("divergence/lanes", {"n": 1, "lanes": k}) for k in (8, 32)]
        self.assertEqual(list(pairs_of_series(recorded, lanes)), [(recorded[0], recorded[1])])
        recorded[1]["verification"]["status"] = "mismatch"
        self.assertEqual(list(pairs_of_series(recorded, lanes)), [])
        self.assertIsNone(find_kernel(recorded, "divergence/lanes", {"lanes": 5}))


class Dosed(unittest.TestCase):
    lanes = next(s for s in SERIES if s.kernel == "divergence/lanes")

    def judged(self, divergence, latency, busiest="DRAM"):
        without = kernel("divergence/lanes", {"lanes": 32}, factors={"divergence": 1, "latency": 1.2})
        having = kernel("divergence/lanes", {"lanes": 8}, factors={"divergence": divergence, "latency": latency}, busiest=busiest)
        return dosed.judge(self.lanes, having, without, {"sm_count": 132})[1]

    def test_a_factor_follows_within_five_percent(self):
        self.assertEqual(self.judged(4.1, 1.2), (True, True, True, False))
        self.assertEqual(self.judged(3.7, 1.2), (False, True, True, False))

    def test_others_stay_within_five_percent(self):
        self.assertEqual(self.judged(4, 1.1), (True, True, False, False))
        self.assertEqual(self.judged(4, 1.1, "Warp issue"), (True, True, False, True))

    def test_a_lost_factor_has_moved(self):
        a = kernel("k", {}, factors={"divergence": 4})
        b = kernel("k", {}, factors={"divergence": 1, "latency": 1})
        self.assertEqual(dosed.others(a, b, ("divergence",)), ("latency", None))


class Advice(unittest.TestCase):
    def test_ranks_share_the_mean_of_equals(self):
        self.assertEqual(advice.ranks([5, 1, 5, 9]), [1.5, 0, 1.5, 3])
        self.assertAlmostEqual(advice.rank_correlation([1, 2, 3], [10, 20, 90]), 1)
        self.assertIsNone(advice.rank_correlation([1, 1, 1], [1, 2, 3]))

    def test_guesses_the_mean_of_the_others(self):
        self.assertAlmostEqual(advice.others_mean([2.0, 8.0, 4.0])[2], 4)
        self.assertEqual(advice.others_mean([2.0]), [])

    def test_the_first_advice_that_is_given_promises(self):
        given = {"advice": [{"id": "latency", "gain": {"low": 1, "high": 4}}]}
        self.assertEqual(advice.promise(given, ["loads-in-flight", "latency"]), (1, 4))
        self.assertEqual(advice.promise(given, ["coalescing"]), (1, 1))

    def test_intervals_are_judged_apart_from_silence(self):
        pair = advice.Pair("natural", kernel("x/a", {}, time=2.0), kernel("x/b", {}), "tail")
        outcomes = [advice.Outcome(pair, 1.5, 2.5, None), advice.Outcome(pair, 1, 1.2, None), advice.Outcome(pair, 1, 1, None, False)]
        self.assertEqual(advice.inside_of_given(outcomes), "1 of 2")
        self.assertEqual(advice.summary("all", outcomes)[0][5:7], ["1 of 3", "1 of 2"])

    def test_kinds(self):
        self.assertEqual([advice.kind_of(n) for n in ("transpose/tiled", "divergence/predicated", "divergence/streamed-paths")],
                         ["natural", "dosed", "null"])


class LatencyRoof(unittest.TestCase):
    def test_the_knee_goes_through_the_kernels_own_roof(self):
        machine = {"ceilings": {"latency_roof": {"p": 2.0, "maximum_bytes_per_s": 6.0}}}
        at = {"latency_roof": {"roof_bytes_per_s": 3.0, "maximum_bytes_per_s": 5.0, "resident_threads": 15,
                               "in_flight_bytes_per_thread": 1}}
        knee = latency_roof.Knee(machine, at)  # 3, 4, 5: 15 / 4 = 3.75 on the slope
        self.assertAlmostEqual(knee.latency, 4)
        self.assertAlmostEqual(knee.bandwidth(15, 1), 3)
        self.assertAlmostEqual(knee.hard(15, 1), 3.75)
        self.assertAlmostEqual(knee.hard(15, 2), 5)

    def test_the_ninetieth_percentile_is_one_of_the_values(self):
        self.assertEqual(latency_roof.ninetieth(list(range(1, 11))), 9)
        self.assertEqual(latency_roof.ninetieth([7]), 7)


class Autotuners(unittest.TestCase):
    def test_each_operation_is_compared_with_all_plain_runs(self):
        runs = [autotuners.choices_of(text) for text in (" entries { a 1 } entries { b 1 }", " entries { a 1 } entries { b 2 }")]
        self.assertEqual(runs[0], {"{ a 1 }", "{ b 1 }"})
        self.assertEqual([autotuners.new_choices(run, runs) for run in runs], [1, 1])  # each beside the other alone
        self.assertEqual(autotuners.new_choices({"{ a 1 }", "{ b 1 }"}, runs), 0.5)  # where the first is left out
        self.assertEqual(autotuners.new_choices({"{ a 2 }", "{ b 3 }"}, runs), 2)
        self.assertEqual(autotuners.choices_of("first_kernel\nsecond_kernel\n"), {"first_kernel", "second_kernel"})


class AddedInRun(unittest.TestCase):
    # Steps of 10 ms for a minute; 30 ms in the first tenth of every two seconds, or in 0.6 of ten that begin at 3.
    def steps(self, longer):
        return [(100 + i / 100, 30.0 if longer(100 + i / 100) else 10.0) for i in range(6000)]

    def test_looks_add_their_share_of_a_period(self):
        shares = added_in_run.added_by_looks(self.steps(lambda at: at % 2 < 0.195))
        self.assertEqual(len(shares), 28)  # the first and the last may be cut
        for share in shares:
            self.assertAlmostEqual(share, 0.2)
        self.assertEqual(added_in_run.added_by_looks(self.steps(lambda at: False))[0], 0)

    def test_observing_is_found_where_it_is(self):
        self.assertAlmostEqual(added_in_run.added_by_observing(self.steps(lambda at: 3 <= at % 10 < 3.595)), 0.12)
        self.assertEqual(added_in_run.added_by_observing(self.steps(lambda at: False)), 0)

    def test_a_subscription_adds_what_its_tenths_of_a_second_take_longer(self):
        steps = self.steps(lambda at: round(100 * at) % 20 < 10)
        shifted = [(at + 0.001, ms) for at, ms in steps]  # no begin lies on an edge
        share, error = added_in_run.median_and_error(added_in_run.added_by_subscription(shifted))
        self.assertAlmostEqual(share, 2.0)
        self.assertEqual(error, 0)


class StepsInTurns(unittest.TestCase):
    def test_a_tool_adds_what_its_tenths_take_longer_than_the_plain_ones_before(self):
        plain = [(100.005 + i / 100, 10.0 + i % 3) for i in range(2000) if i // 10 % 2 == 0]
        other = [(100.005 + i / 100, 11.0 + i % 3) for i in range(2000) if i // 10 % 2 == 1]
        shares = steps_in_turns.added(*(steps_in_turns.turns(pairs, first=10) for pairs in (plain, other)))
        self.assertEqual(len(shares), 50)  # of 20 s the last ten, five pairs a second
        self.assertAlmostEqual(added_in_run.median_and_error(shares)[0], 1 / 11)


class Others(unittest.TestCase):
    plain = others.Run(0, b"sum 1\n", "step_ms: 1.5\n", 1.0)

    def run_of(self, code=0, out=b"sum 1\n", err="step_ms: 1.8\n", timed_out=False):
        return others.Run(code, out, err, 25.0, timed_out)

    def test_times_and_what_tools_say_are_not_the_programs_own_lines(self):
        self.assertEqual(others.own_lines("rooflens: 3 kernels\nlost\nstep_ms: 2.0\n==PROF== x\n"), ["lost"])
        self.assertEqual(others.without_tool(b"a\n==PROF== x\n\nb"), b"a\n\nb")
        self.assertEqual(others.step_ms("x\nstep_ms: 2.0\nstep_ms: 4.0\n"), 3)
        self.assertIsNone(others.step_ms("step_ms: none"))

    def test_first_steps_and_kernels_are_held_against_the_plain_run(self):
        plain = self.run_of(err="first_100_steps_s: 1.500\nkernel_ms: copy 0.75\nkernel_ms: walk 0.25\n")
        self.assertEqual(others.own_lines(plain.err), [])
        runs = [self.run_of(err=f"first_100_steps_s: {seconds}\nstep_ms: {seconds}\n") for seconds in (4, 9, 5)]
        self.assertEqual(others.first_steps_added([plain], runs), 3.5)
        self.assertIsNone(others.first_steps_added([plain], [self.run_of()]))
        self.assertEqual(others.shortest_step(runs), 4)
        self.assertEqual([others.steps_in(seconds, runs[0]) for seconds in (1, 10)], [500, 2500])
        kernels = [{"name": "copy", "time": {"median_s": 0.00078}}, {"name": "walk"}, {"name": "other", "time": {"median_s": 1}}]
        told = others.kernel_time_ratios(plain.err, kernels)
        self.assertAlmostEqual(told["copy"][0], 1.04)
        self.assertEqual((told["copy"][1], told["walk"]), (0.75, None))
        self.assertEqual(others.kernel_times([{"program": "a.cu", "kernel_times": told}]),
                         ["a.cu: copy 1.040 of the time by events, 75 % of all; walk not seen"])

    def test_the_same_is_exit_code_stdout_and_stderr(self):
        def differences(other, first=self.plain):
            return others.differences(first, self.plain, other)
        self.assertEqual(differences(self.run_of()), [])
        self.assertEqual(differences(self.run_of(out=b"sum 1")), ["stdout"])
        self.assertEqual(differences(self.run_of(code=1, err="lost\n")), ["exit code 1 instead of 0", "stderr"])
        self.assertEqual(differences(self.run_of(timed_out=True)), ["not done after 25 s"])
        # Plain runs that say different things leave nothing to compare with.
        self.assertEqual(differences(self.run_of(err="lost\n"), self.run_of(err="at 12:00\n")), [])
        self.assertEqual(others.first_difference(self.plain, self.run_of(out=b"sum 2\n")), ["sum 1", "sum 2"])

    def test_signals_have_the_exit_codes_of_a_shell(self):
        self.assertEqual([others.exit_code(status) for status in (-6, 0, 7)], [134, 0, 7])

    def test_a_short_program_has_time_and_a_long_one_six_times_its_own(self):
        self.assertEqual([others.deadline(seconds) for seconds in (1, 10)], [25, 65])

    def test_a_source_says_its_kernels_flags_and_exit_code(self):
        source = """// A form.
// exit: 7
template <int k>
__global__ void __cluster_dims__(4, 1, 1) pass_around(int* x) {}
__global__ __launch_bounds__(1024) void turn_all(int* x);
load(NAME(turn_module)); load(NAME(turn_module));
"""
        self.assertEqual(others.kernel_names(source), ["pass_around", "turn_all", "turn_module"])
        self.assertEqual(others.renaming(source)[1], "-Dturn_all=kernel_1")
        self.assertEqual((others.said(source, "exit"), others.said(source, "flags")), ("7", ""))

    def test_a_session_tells_the_share_of_time_with_a_limit(self):
        def launched(share, bound, launches, **more):
            return {"scope": "launch", "share_of_time": share, "bound_by": bound, "launches_made": launches, **more}
        told = others.summary({"notes": [{"level": "warning", "topic": "killed", "text": "a"}] * 2 + [{"level": "information"}],
                               "processes": [{}], "gpus": [{"kernels": [
                                   launched(0.25, "no_roof", 12, counters={"c": 1}), launched(0.5, "dram", 2), launched(0.25, "unknown", 10),
                                   {"scope": "range"}]}]})
        self.assertEqual((told["kernels"], told["counted"], told["graphs"], told["graphs_counted"]), (3, 1, 1, 0))
        self.assertEqual((told["known_share"], told["frequent"], told["known_share_frequent"]), (0.75, 1, 1))
        self.assertEqual(told["warnings"], ["killed: a"])

    def test_the_table_has_the_last_row_of_each_program(self):
        row = {"program": "a.cu", "options": "", "renamed": False, "differences": []}
        rows = [{**row, "state": "not compiled", "error": "no | header\nmore"},
                {**row, "program": "b.cu", "state": "plain failed", "error": "exit code 1 instead of 0"},
                {**row, "state": "differs", "differences": ["stdout"], "plain": {"seconds": 1}, "step_ratio": 1.234,
                 "profiled": {"seconds": 3.5, "kernels": 2, "counted": 1, "known_share": 0.5, "known_share_frequent": 1, "graphs": 0}}]
        lines = others.markdown(rows).splitlines()
        self.assertEqual(lines[2], "| a.cu | differs | 1.00 s | 3.50 s | +2.50 s | - | 1.23 | - | 50 % | 100 % | 1/2 | - | stdout |")
        self.assertEqual(lines[-1], "2 programs, 0 same; differs: a.cu; plain failed: b.cu")
        self.assertIn("no \\| header", others.markdown(rows[:1]))

    def test_programs_keep_hints_out_of_the_names_of_kernels(self):
        names = [name for program in others.programs("", False) if program.ending == ".cu" for name in others.kernel_names(program.source)]
        self.assertGreater(len(names), 60)
        hints = ("nccl", "nvshmem", "reduce", "collective", "symm", "multimem", "lamport", "delay", "printf", "cupti")
        self.assertEqual([name for name in names if any(hint in name.lower() for hint in hints)], [])


if __name__ == "__main__":
    unittest.main()
