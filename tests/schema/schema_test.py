"""The JSON Schema of `ludex schema` against the tournaments of this checkout, and against `ludex check` for
specifications with a fault. usage: schema_test.py LUDEX CHECKOUT     (exit code 77: no python3-jsonschema)
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
    import yaml
except ImportError:
    print("no python3-jsonschema or python3-yaml: skipped")
    sys.exit(77)

LUDEX, CHECKOUT = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMA = json.loads(subprocess.run([LUDEX, "schema"], check=True, capture_output=True, text=True).stdout)

SOUND = """
name: t
games: [connect-k]
agents: [random, {agent: uct, budget: {iterations: 10}}]
"""
# Each is added to SOUND, or replaces its line with the same key.
FAULTS = [
    "nam: t",
    "name: []",
    "games: []",
    "games: [{game: connect-k, param: {width: 5}}]",
    "games: [{game: connect-k, params: {widht: 5}}]",
    "games: [{game: connect-k, params: {width: wide}}]",
    "agents: [random, {name: u, budget: {iterations: 10}}]",
    "agents: [random, {agent: uct, budget: {iterations: 0}}]",
    "agents: [random, {agent: uct, budget: {iterations: 10, time: 1s}}]",
    "agents: [random, {agent: uct, budget: {cpu: 5}}]",
    "agents: [random, {agent: uct, budget: {cpu: 5 parsecs}}]",
    "agents: [random, {agent: uct, params: {c: -1}, budget: {iterations: 10}}]",
    "agents: [random, {agent: uct, params: {solver: perhaps}, budget: {iterations: 10}}]",
    "concurrency: many",
    "concurrency: 0",
    "mode: quick",
    "strict: 1",
    "format: {type: round-robbin}",
    "format: {rounds: half}",
    "openings: {random_plies: -1}",
    "openings: some",
    "adjudication: {resign: {movecount: 3}}",
    "adjudication: {oracle: {agent: uct}}",
    "limits: {memory_mib: 1}",
]


def changed(fault):
    key = fault.split(":")[0] + ":"
    return "".join(line + "\n" for line in SOUND.strip().split("\n") if not line.startswith(key)) + fault + "\n"


class Schema(unittest.TestCase):
    validator = jsonschema.Draft202012Validator(SCHEMA)

    def accepts(self, text):
        return self.validator.is_valid(yaml.safe_load(text))

    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_accepts_the_tournaments_of_this_checkout(self):
        files = [file for folder in ("arena", "tests") for file in sorted((CHECKOUT / folder).rglob("*.yaml"))]
        self.assertGreater(len(files), 20)
        for file in files:
            with self.subTest(file=file):
                problem = jsonschema.exceptions.best_match(self.validator.iter_errors(yaml.safe_load(file.read_text())))
                self.assertIsNone(problem, problem and problem.message)

    def test_refuses_what_ludex_refuses(self):
        self.assertTrue(self.accepts(SOUND))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "t.yaml"
            for fault in FAULTS:
                with self.subTest(fault=fault):
                    self.assertFalse(self.accepts(changed(fault)))
                    file.write_text(changed(fault))
                    check = subprocess.run([LUDEX, "check", str(file)], capture_output=True, text=True, check=False)
                    self.assertEqual(check.returncode, 2, check.stdout + check.stderr)
            file.write_text(SOUND)
            subprocess.run([LUDEX, "check", str(file)], check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
