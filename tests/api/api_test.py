#!/usr/bin/env python3
"""`ludex api` and POST /api/requests: every example and every answer is of the schema, what is not is refused, and what is said is
right. usage: api_test.py LUDEX CHECKOUT     (exit code 77: no python3-jsonschema)
"""
import copy
import http.client
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("no python3-jsonschema: skipped")
    sys.exit(77)

LUDEX, ROOT = sys.argv[1], Path(sys.argv[2])
HOSTILE = str(Path(LUDEX).parent / "tests/agents")
SCHEMA = json.loads((ROOT / "arena/faces/api/schema.json").read_text())


def validator(name):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


REQUEST, ANSWER = validator("request"), validator("answer")
ENDLESS = {"ms": 3_600_000}  # until it is cancelled


class Session:
    def __init__(self, *options):
        self.process = subprocess.Popen([LUDEX, "api", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *requests):
        self.send_bytes("".join(json.dumps(request) + "\n" for request in requests).encode())

    def send_bytes(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        answer = json.loads(line)
        ANSWER.validate(answer)
        return answer

    def ask(self, request):
        self.send(request)
        return self.read()

    def end(self):
        """The rest of the answers."""
        out, _ = self.process.communicate(timeout=600)
        answers = [json.loads(line) for line in out.splitlines()]
        for answer in answers:
            ANSWER.validate(answer)
        return answers


def ask_all(requests, *options):
    """All answers, by id."""
    session = Session(*options)
    out, _ = session.process.communicate("".join(json.dumps(request) + "\n" for request in requests).encode(), timeout=600)
    assert session.process.returncode == 0, session.process.returncode
    answers = {}
    for line in out.splitlines():
        answer = json.loads(line)
        ANSWER.validate(answer)
        answers.setdefault(answer["id"], []).append(answer)
    return answers


def ask(request, *options):
    return ask_all([request], *options)[request["id"]][-1]


def ludex(*words):
    return subprocess.run([LUDEX, *words], capture_output=True, text=True, check=True).stdout


# One of each action, hand-written games and described ones, chance, three players.
REQUESTS = [
    {"id": "none", "action": "cancel_all"},
    {"id": 1, "action": "info"},
    {"id": 2, "action": "games"},
    {"id": 3, "action": "agents"},
    {"id": 4, "action": "agents", "game": "pig"},
    {"id": 5, "action": "describe", "game": {"id": "hex", "parameters": {"size": 5, "swap": True}}},
    {"id": 6, "action": "describe", "agent": "uct"},
    {"id": 7, "action": "position", "game": "chess",
     "include": ["moves", "legal", "svg", "text", "cells", "sides", "features"], "moves": ["e2e4", "e7e5"]},
    {"id": 8, "action": "position", "game": "backgammon", "include": ["legal", "svg"]},
    {"id": 9, "action": "position", "game": "mnk", "position": "3/1x1/3 o"},
    {"id": 10, "action": "apply", "game": "pig", "moves": ["roll", "3", "hold"]},
    {"id": 11, "action": "outcome", "game": "connect-k", "moves": ["a", "b", "a", "b", "a", "b", "a"]},
    {"id": 12, "action": "outcome", "game": "lud"},
    {"id": 13, "action": "analyze", "game": "hex:size=5", "agent": "uct", "budget": {"iterations": 500}, "moves": ["c3", "b2"],
     "analyze_turns": [0, 1, 2], "seed": 7, "priority": 3, "report_every_ms": 10},
    {"id": 14, "action": "analyze", "game": "mnk", "agent": {"id": "alpha-beta"}, "budget": {"depth": 9, "threads": 1, "memory_mib": 16}},
    {"id": 15, "action": "analyze", "game": "chinese-checkers:players=3", "agent": "uct", "budget": {"iterations": 200}},
    {"id": 16, "action": "play", "game": "pig:target=20", "agents": ["random", "random"], "report_moves": True},
    {"id": 17, "action": "play", "game": "lud", "agents": ["uct", "random"], "budgets": [{"iterations": 50}, {"nodes": 100}]},
    {"id": 18, "action": "play", "game": "chinese-checkers:players=3,size=2", "agents": ["random"] * 3, "max_plies": 30},
    {"id": 19, "action": "cancel", "target": "nothing"},
    {"id": 21, "action": "analyze", "game": "pig", "agent": "uct", "moves": ["roll"]},
]
BROKEN = [
    ({"action": "info"}, "missing_key"),
    ({"id": 1}, "missing_key"),
    ({"id": 1, "action": "inf"}, "unknown_action"),
    ({"id": 1, "action": 3}, "unknown_action"),
    ({"id": None, "action": "info"}, "bad_value"),
    ({"id": 1.5, "action": "info"}, "bad_value"),
    ({"id": "x" * 201, "action": "info"}, "bad_value"),
    ({"id": 1, "action": "info", "more": 1}, "unknown_key"),
    ({"id": 1, "action": "position"}, "missing_key"),
    ({"id": 1, "action": "position", "game": ""}, "bad_value"),
    ({"id": 1, "action": "position", "game": {"id": "hex", "size": 5}}, "unknown_key"),
    ({"id": 1, "action": "position", "game": {"parameters": {}}}, "missing_key"),
    ({"id": 1, "action": "position", "game": {"id": "hex", "parameters": {"size": [5]}}}, "bad_value"),
    ({"id": 1, "action": "position", "game": "hex", "moves": "a1"}, "bad_value"),
    ({"id": 1, "action": "position", "game": "hex", "moves": [1]}, "bad_value"),
    ({"id": 1, "action": "position", "game": "hex", "include": ["svgs"]}, "bad_value"),
    ({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": {"nodes": -1}}, "bad_value"),
    ({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": {"node": 1}}, "unknown_key"),
    ({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": {"nodes": 1e300}}, "bad_value"),
    ({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "analyze_turns": []}, "bad_value"),
    ({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "report_every_ms": 1}, "bad_value"),
    ({"id": 1, "action": "play", "game": "hex", "agents": "uct"}, "bad_value"),
    ({"id": 1, "action": "cancel"}, "missing_key"),
]
# Of the schema, and refused all the same.
WRONG = [
    ({"id": 1, "action": "position", "game": "hxe"}, "unknown_game"),
    ({"id": 1, "action": "position", "game": "hex:size=99"}, "bad_game"),
    ({"id": 1, "action": "position", "game": "hex:sise=9"}, "bad_game"),
    ({"id": 1, "action": "position", "game": "chess", "position": "nonsense"}, "bad_position"),
    ({"id": 1, "action": "position", "game": "mnk", "moves": ["a1", "a1"]}, "illegal_move"),
    ({"id": 1, "action": "position", "game": "connect-k", "moves": ["a", "b", "a", "b", "a", "b", "a", "b"]}, "game_over"),
    ({"id": 1, "action": "analyze", "game": "mnk", "agent": "utc"}, "unknown_agent"),
    ({"id": 1, "action": "analyze", "game": "mnk", "agent": "uct:c=-1"}, "bad_agent"),
    ({"id": 1, "action": "analyze", "game": "pig", "agent": "mtd"}, "unsupported"),
    ({"id": 1, "action": "analyze", "game": "pig", "agent": "uct", "moves": ["roll"]}, "chance_to_move"),
    ({"id": 1, "action": "analyze", "game": "mnk", "agent": "uct", "analyze_turns": [1]}, "bad_value"),
    ({"id": 1, "action": "analyze", "game": "mnk", "agent": "uct", "budget": {"threads": 1024}}, "bad_value"),
    ({"id": 1, "action": "describe"}, "missing_key"),
    ({"id": 1, "action": "play", "game": "mnk", "agents": ["uct"]}, "bad_value"),
    ({"id": 1, "action": "play", "game": "mnk", "agents": ["uct", "uct"], "budgets": [{}]}, "bad_value"),
]
OF_SCHEMA = {"missing_key", "unknown_key", "unknown_action", "bad_value"}


class Schema(unittest.TestCase):
    def test_the_schema_is_one_and_is_printed(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        self.assertEqual(json.loads(ludex("api", "--schema")), SCHEMA)

    def test_examples_are_of_the_schema_and_so_are_all_answers(self):
        for request in REQUESTS:
            REQUEST.validate(request)
        answers = ask_all(REQUESTS)
        self.assertEqual(set(answers), {request["id"] for request in REQUESTS})
        for request in REQUESTS:
            errors = [answer["error"]["code"] for answer in answers[request["id"]] if "error" in answer]
            self.assertEqual(errors, ["chance_to_move"] if request["id"] == 21 else [], request)
            ends = [answer for answer in answers[request["id"]] if "update" not in answer]
            self.assertEqual(len(ends), len(request.get("analyze_turns", [0])))

    def test_requests_in_the_documentation_are_of_the_schema(self):
        text = (ROOT / "docs/reference/api-notes.md").read_text()
        requests = [json.loads(line) for line in re.findall(r"^({\"id\".*\"action\".*})$", text, re.MULTILINE) if "..." not in line]
        self.assertGreater(len(requests), 4)
        for request in requests:
            REQUEST.validate(request)
        for answers in ask_all(requests).values():
            self.assertFalse([answer for answer in answers if "error" in answer and answer["error"]["code"] != "cancelled"])

    def test_what_is_not_of_the_schema_is_refused_with_the_reason(self):
        session = Session()
        for request, code in BROKEN:
            self.assertFalse(REQUEST.is_valid(request), request)
            answer = session.ask(request)
            self.assertEqual(answer["error"]["code"], code, request)
        for request, code in WRONG:
            REQUEST.validate(request)
            answer = session.ask(request)
            self.assertEqual(answer["error"]["code"], code, request)
        session.end()
        self.assertFalse(ANSWER.is_valid({"id": 1}))
        self.assertFalse(ANSWER.is_valid({"id": 1, "action": "info", "result": {}}))
        self.assertFalse(ANSWER.is_valid({"id": 1, "error": {"code": "what", "message": "", "expected": "", "advice": ""}}))

    def test_hints(self):
        def error(request):
            return ask(request)["error"]
        self.assertEqual(error({"id": 1, "action": "position", "gaem": "hex"})["advice"], "did you mean 'game'?")
        self.assertEqual(error({"id": 1, "action": "analyse"})["advice"], "did you mean 'analyze'?")
        self.assertEqual(error({"id": 1, "action": "outcome", "game": "ches"})["advice"], "did you mean 'chess'?")
        nodes = error({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": {"iteration": 1}})
        self.assertEqual((nodes["key"], nodes["advice"]), ("budget.iteration", "did you mean 'iterations'?"))

    def test_jsonschema_and_ludex_agree_on_changed_requests(self):
        rng = random.Random(1)
        values = [None, True, -1, 0, 3, 2.5, 1e300, "", "x", "x" * 5000, [], ["a"], {}, {"id": "hex"}, {"id": 3}]
        cheap = [request for request in REQUESTS if request["action"] in ("position", "apply", "outcome", "cancel", "info", "describe")]

        def change(value):
            if isinstance(value, dict) and value and rng.random() < 0.8:
                key = rng.choice(list(value))
                kind = rng.randrange(4)
                if kind == 0:
                    del value[key]
                elif kind == 1:
                    value[key + "x"] = value[key]
                else:
                    value[key] = change(value[key])
                return value
            if isinstance(value, list) and value and rng.random() < 0.7:
                value[rng.randrange(len(value))] = change(rng.choice(value))
                return value
            return rng.choice(values)

        changed = [change(copy.deepcopy(rng.choice(cheap))) for _ in range(600)]
        changed = [request for request in changed if isinstance(request, dict)]
        session = Session()
        out, _ = session.process.communicate("".join(json.dumps(request) + "\n" for request in changed).encode(), timeout=600)
        answers = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(answers), len(changed))
        valid = 0
        for request, answer in zip(changed, answers):
            ANSWER.validate(answer)
            refused = "error" in answer and answer["error"]["code"] in OF_SCHEMA and "either `game`" not in answer["error"]["expected"]
            self.assertEqual(REQUEST.is_valid(request), not refused, f"{request} {answer}")
            valid += not refused
        self.assertGreater(valid, 20)
        self.assertLess(valid, len(changed) - 100)


class Truth(unittest.TestCase):
    def count(self, session, game, depth, moves=()):
        """Leaves at a depth, by requests alone."""
        legal = session.ask({"id": 1, "action": "position", "game": game, "moves": list(moves)})["result"]["legal"]
        if depth == 1:
            return len(legal)
        return sum(self.count(session, game, depth - 1, (*moves, item["move"])) for item in legal)

    def test_published_counts(self):
        session = Session()
        self.assertEqual(self.count(session, "chess", 2), 400)
        self.assertEqual(self.count(session, "othello", 3), 56)
        self.assertEqual(self.count(session, "connect-k", 3), 343)
        session.end()

    def test_a_described_game_is_the_hand_written_one(self):
        described = {"id": "lud", "parameters": {"file": str(ROOT / "games/lud/descriptions/Connect Four.lud")}}
        session = Session()
        self.assertEqual(self.count(session, described, 3), 343)
        session.end()
        game = ask({"id": 1, "action": "play", "game": described, "agents": ["uct", "random"], "budget": {"iterations": 100}})["result"]
        self.assertEqual(game["termination"], "normal")
        again = ask({"id": 1, "action": "outcome", "game": described, "moves": [item["move"] for item in game["moves"]]})["result"]
        self.assertEqual((again["status"], again["ranks"]), (game["status"], game["ranks"]))

    def test_chance_has_probabilities(self):
        roll = ask({"id": 1, "action": "position", "game": "backgammon"})["result"]
        self.assertEqual(roll["to_move"], -1)
        # The first roll decides who begins: no doubles.
        self.assertEqual(len(roll["legal"]), 15)
        self.assertAlmostEqual(sum(item["probability"] for item in roll["legal"]), 1)
        die = ask({"id": 1, "action": "position", "game": "pig", "moves": ["roll"]})["result"]
        self.assertEqual([item["move"] for item in die["legal"]], list("123456"))

    def test_results(self):
        won = ask({"id": 1, "action": "outcome", "game": "connect-k", "moves": ["a", "b", "a", "b", "a", "b", "a"]})["result"]
        self.assertEqual((won["status"], won["to_move"], won["returns"], won["ranks"]), ("won by 0", None, [1, -1], [1, 2]))
        open_game = ask({"id": 1, "action": "outcome", "game": "mnk"})["result"]
        self.assertEqual((open_game["status"], open_game["to_move"]), ("ongoing", 0))
        self.assertNotIn("returns", open_game)

    def test_a_position_as_text_is_the_one_after_the_moves(self):
        for game, moves in (("chess", ["e2e4", "e7e5", "g1f3"]), ("hex:size=7", ["d4", "a1"]), ("pig", ["roll", "4"]), ("lud", [])):
            after = ask({"id": 1, "action": "apply", "game": game, "moves": moves, "include": ["legal"]})["result"]
            read = ask({"id": 1, "action": "position", "game": game, "position": after["position"]})["result"]
            self.assertEqual(read["legal"], after["legal"], game)

    def test_a_search_is_that_of_ludex_analyze(self):
        for turn in (0, 1):
            words = ["--moves", "c3"] if turn else []
            other = json.loads(ludex("analyze", "hex:size=5", "--agent", "uct:c=0.7", "--iterations", "3000", "--seed", "5", "--json", *words))
            own = ask({"id": 1, "action": "analyze", "game": {"id": "hex", "parameters": {"size": 5}}, "moves": ["c3"], "analyze_turns": [turn],
                       "agent": {"id": "uct", "parameters": {"c": 0.7}}, "seed": 5, "budget": {"iterations": 3000}})["result"]
            for key in ("move", "value", "iterations", "nodes", "pv", "root"):
                self.assertEqual(own[key], other[key], key)

    def test_equal_requests_have_equal_answers_whatever_came_before(self):
        request = {"action": "analyze", "game": "connect-k", "agent": "uct", "budget": {"iterations": 400}}
        answers = ask_all([{**request, "id": i, "moves": ["d"] * (i % 3)} for i in range(12)])
        for i in range(3, 12):
            first, later = answers[i % 3][0]["result"], answers[i][0]["result"]
            self.assertEqual((first["move"], first["root"]), (later["move"], later["root"]))

    def test_a_game_is_that_of_ludex_play(self):
        for game, agents, budget in (("pig:target=30", ["random"] * 2, {}), ("hex:size=4", ["uct", "uct:c=1"], {"iterations": 100}),
                                     ("chinese-checkers:players=3,size=2,max_turns=20", ["random"] * 3, {})):
            words = ["--iterations", str(budget["iterations"])] if budget else []
            other = ludex("play", game, *agents, "--seed", "4", "--quiet", *words)
            request = {"id": 1, "action": "play", "game": game, "agents": agents, "seed": 4, "report_moves": True}
            answers = ask_all([{**request, **({"budget": budget} if budget else {})}])[1]
            result = answers[-1]["result"]
            moves = [item["move"] for item in result["moves"]]
            self.assertEqual(moves, re.search("^moves: (.*)$", other, re.MULTILINE).group(1).split(), game)
            self.assertEqual([answer["update"] for answer in answers[:-1]], result["moves"])
            self.assertEqual(result["termination"], "normal")
            replayed = ask({"id": 1, "action": "outcome", "game": game, "moves": moves})["result"]
            self.assertEqual((replayed["returns"], replayed["ranks"], replayed["status"]),
                             (result["returns"], result["ranks"], result["status"]))


class Flow(unittest.TestCase):
    def test_cancelling_and_priorities(self):
        session = Session("--threads", "1")
        search = {"action": "analyze", "game": "hex", "agent": "uct"}
        # The update shows that it runs, so the next ones wait.
        session.send({**search, "id": "runs", "budget": ENDLESS, "report_every_ms": 10})
        self.assertIn("update", session.read())
        session.send({**search, "id": "low", "budget": {"iterations": 10}}, {**search, "id": "high", "budget": {"iterations": 10}, "priority": 1},
                     {**search, "id": "never", "budget": ENDLESS}, {"id": "end never", "action": "cancel", "target": "never"},
                     {"id": "end", "action": "cancel", "target": "runs"})
        answers = [answer for answer in session.end() if "update" not in answer]
        by_id = {answer["id"]: answer for answer in answers}
        self.assertEqual(by_id["end"]["result"], {"cancelled": 1})
        self.assertEqual(by_id["never"]["error"]["code"], "cancelled")
        self.assertTrue(by_id["runs"]["result"]["cancelled"])
        self.assertGreater(by_id["runs"]["result"]["iterations"], 0)
        order = [answer["id"] for answer in answers if answer["id"] in ("low", "high", "runs")]
        self.assertEqual(order, ["runs", "high", "low"])

    def test_a_game_is_cancelled(self):
        session = Session()
        session.send({"id": 1, "action": "play", "game": "hex", "agents": ["uct", "uct"], "budget": ENDLESS}, {"id": 2, "action": "cancel_all"})
        answers = {answer["id"]: answer for answer in session.end()}
        self.assertEqual(answers[1]["error"]["code"], "cancelled")

    def test_a_full_queue_is_waited_for(self):
        request = {"action": "analyze", "game": "hex:size=4", "agent": "uct", "budget": {"iterations": 20}}
        answers = ask_all([{**request, "id": i} for i in range(60)], "--queue", "1", "--workers", "2")
        self.assertEqual(len(answers), 60)

    def test_many_turns(self):
        answers = ask_all([{"id": 1, "action": "analyze", "game": "mnk", "agent": "uct", "moves": ["a1", "b2", "c3", "a2"],
                            "analyze_turns": [4, 3, 2, 1, 0], "budget": {"iterations": 50}}])
        self.assertEqual(sorted(answer["turn"] for answer in answers[1]), [0, 1, 2, 3, 4])
        won = ask_all([{"id": 1, "action": "analyze", "game": "mnk", "agent": "uct", "moves": ["a1", "b1", "a2", "b2", "a3"],
                        "analyze_turns": [5, 4], "budget": {"iterations": 50}}])[1]
        self.assertEqual({answer["turn"]: "error" in answer for answer in won}, {5: True, 4: False})

    def test_signals_and_a_closed_output(self):
        for how in (signal.SIGINT, signal.SIGTERM, None):
            session = Session()
            session.send({"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": ENDLESS, "report_every_ms": 10})
            self.assertIn("update", session.read())
            children = Path(f"/proc/{session.process.pid}/task").glob("*/children")
            workers = [pid for file in children for pid in file.read_text().split()]
            self.assertTrue(workers)
            if how is None:
                session.process.stdout.close()
            else:
                session.process.send_signal(how)
            self.assertEqual(session.process.wait(60), 130 if how else 0)
            for pid in workers:
                self.assertFalse(os.path.exists(f"/proc/{pid}"))
            session.process.stdin.close()
            if how:
                session.process.stdout.close()

    def test_garbage(self):
        lines = [b"[", b"{}", b"null", b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b'{"id": "\xc3", "action": "info"}', b'"', b"1e999", b'{"id": 18446744073709551615, "action": "info"}',
                 b'{"id": 1e999, "action": "info"}', b'{"id": 123456789012345678901234567890, "action": "info"}', b"\0", b"x" * 2_000_000,
                 b'{"id": 1, "action": "info", "action": "inf"}', b'{"id": 1, "action": "position", "game": "\\u0000"}']
        session = Session()
        out, _ = session.process.communicate(b"\n\r\n  \n" + b"\n".join(lines) + b'\n{"id": "last", "action": "info"}', timeout=600)
        answers = [json.loads(line) for line in out.splitlines()]
        for answer in answers:
            ANSWER.validate(answer)
        self.assertEqual(len(answers), len(lines) + 1)
        self.assertTrue(all("error" in answer for answer in answers[:-1]))
        self.assertEqual(answers[-1]["id"], "last")
        self.assertEqual(session.process.returncode, 0)

    def test_faults_of_agents(self):
        # A fault is a signal, also in a build with sanitizers.
        plain = {"ASAN_OPTIONS": "handle_segv=0:handle_abort=0:allocator_may_return_null=1:detect_leaks=0"}
        process = subprocess.Popen([LUDEX, "--plugin-path", HOSTILE, "api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env={**os.environ, **plain})
        deeds = ("null-write", "abort", "exit", "throw", "terminate", "illegal", "leak")
        requests = [{"id": deed, "action": "analyze", "game": "mnk", "agent": f"hostile:move=1,deed={deed}", "budget": {"iterations": 1}}
                    for deed in deeds]
        requests += [{"id": "play " + deed, "action": "play", "game": "mnk", "agents": ["random", f"hostile:move=1,deed={deed}"]}
                     for deed in ("null-write", "illegal", "throw")]
        out, _ = process.communicate("".join(json.dumps(request) + "\n" for request in requests).encode(), timeout=600)
        answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
        for answer in answers.values():
            ANSWER.validate(answer)
        self.assertEqual(len(answers), len(requests))
        for deed in ("null-write", "abort", "exit", "terminate"):
            self.assertEqual(answers[deed]["error"]["code"], "agent_fault", deed)
        for deed in ("throw", "illegal"):
            self.assertEqual(answers[deed]["error"]["code"], "agent_error", deed)
        for deed, reason in (("null-write", "crash"), ("illegal", "illegal-move"), ("throw", "exception")):
            result = answers["play " + deed]["result"]
            self.assertEqual((result["termination"], result["outcome"], result["loser"], result["ranks"]), (reason, "1-0", 1, [1, 2]), deed)


class Http(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.process = subprocess.Popen([LUDEX, "serve", cls.folder.name, "--port", "0"], stdout=subprocess.PIPE, text=True)
        cls.port = int(re.search(r":(\d+)", cls.process.stdout.readline()).group(1))

    @classmethod
    def tearDownClass(cls):
        cls.process.send_signal(signal.SIGINT)
        assert cls.process.wait(60) == 0
        cls.process.stdout.close()
        cls.folder.cleanup()

    def post(self, body, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.request("POST", "/api/requests", body, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def test_the_answers_are_those_of_the_pipe(self):
        requests = [request for request in REQUESTS if request["action"] not in ("info", "cancel_all")]
        piped = ask_all(requests)
        for request in requests:
            status, text = self.post(json.dumps(request))
            answers = [json.loads(line) for line in text.splitlines()]
            for answer in answers:
                ANSWER.validate(answer)
            self.assertEqual(status, 200)

            def known(answer):  # without what differs from run to run
                parts = answer.get("result", answer.get("error"))
                return answer.get("turn", 0), {key: parts[key] for key in ("position", "legal", "move", "root", "code", "agents", "outcome") if key in parts}

            ends = [[known(answer) for answer in list if "update" not in answer] for list in (answers, piped[request["id"]])]
            self.assertEqual(sorted(ends[0], key=lambda end: end[0]), sorted(ends[1], key=lambda end: end[0]), request)

    def test_errors_have_a_status(self):
        for request, code in BROKEN + WRONG:
            status, text = self.post(json.dumps(request))
            answers = [json.loads(line) for line in text.splitlines()]
            self.assertEqual(answers[-1]["error"]["code"], code)
            self.assertEqual(status, 200 if request.get("action") in ("analyze", "play") else 400, request)
        for body in (b"", b"[", b"\xff", b"[" * 100_000):
            self.assertEqual(self.post(body)[0], 400)

    def test_the_rules_of_the_server_hold(self):
        self.assertEqual(self.post("{}", Origin="http://elsewhere.example")[0], 403)
        self.assertEqual(self.post("{}", Host="elsewhere.example")[0], 403)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/api/requests", "{}", {"Content-Type": "text/plain"})
        self.assertEqual(connection.getresponse().status, 415)
        connection.close()
        for game in ("lud:file=/etc/passwd", {"id": "lud", "parameters": {"file": "/etc/passwd"}}):
            _, text = self.post(json.dumps({"id": 1, "action": "position", "game": game}))
            self.assertIn("--allow-texts", json.loads(text)["error"]["message"])

    def test_who_hangs_up_ends_the_search(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = {"id": 1, "action": "analyze", "game": "hex", "agent": "uct", "budget": ENDLESS, "report_every_ms": 10}
        connection.request("POST", "/api/requests", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.assertIn(b"update", answer.readline())
        answer.close()
        connection.close()
        while json.loads(self.post(json.dumps({"id": 1, "action": "info"}))[1])["result"]["running"]:
            pass


class Examples(unittest.TestCase):
    def test_both_clients(self):
        folder = ROOT / "arena/faces/api/examples"
        python = subprocess.run([sys.executable, "-B", folder / "client.py", LUDEX], capture_output=True, text=True, check=True).stdout
        self.assertRegex(python, r"best: [a-g]\npig: roll .* 1-0\n$")
        # The centre wins (Allis 1988).
        self.assertIn("best: d", python)
        self.assertLessEqual(len((folder / "client.py").read_text().splitlines()), 60)
        if not shutil.which("jq"):
            self.skipTest("no jq")
        shell = subprocess.run(["bash", folder / "client.sh", LUDEX], capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(line.split()[0] for line in shell.splitlines()), list("abcdefg"))
        self.assertTrue(shell.startswith("d "))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
