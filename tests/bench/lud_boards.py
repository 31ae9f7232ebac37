#!/usr/bin/env python3
"""Estimates how many of Ludii's 1,056 boards `lud` accepts.

    python3 tests/bench/lud_boards.py build/release/ludex ../shared/data

catalogue2.csv lists what each board missed when 685 were accepted, but only 211 descriptions are at hand.
Those are checked. The others are predicted: a board is accepted if all that it missed is implemented now.
Something is implemented if a description that missed it is accepted now, or if the table of ludemes has such
a row ("roll", "count Pips") or argument ("from: level:"). The error is that of the same prediction for the
descriptions at hand, each made without what the description itself shows.
"""
import csv
import glob
import json
import os
import re
import subprocess
import sys
from collections import defaultdict


def normal(name):
    name = name.lower().replace("ü", "u").replace("ä", "a")
    return re.sub(r"[^a-z0-9]", "", name)


def table_of_ludemes():
    """Signatures by their first word."""
    rows = defaultdict(list)
    folder = os.path.join(os.path.dirname(__file__), "..", "..", "games", "lud", "ludemes")
    for path in glob.glob(os.path.join(folder, "*.cpp")):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r'"\s*\n\s*"', "", file.read())
        for signature in re.findall(r'\{"(\([^"]*\))"', text):
            rows[re.findall(r"[^\s()]+", signature)[0]].append(signature)
    return rows


def in_table(what, rows):
    """True, False, or None if the text does not say which row it asks for."""
    argument = re.fullmatch(r"(\S+): (\w+):", what)
    if argument:
        head, label = argument.groups()
        those = [row for name in rows for row in rows[name]
                 if name == head or re.findall(r"[^\s()]+", row + " -")[1].lower() == head.lower()]
        return any(re.search(rf"\b{label}:", row) for row in those)
    ludeme = re.fullmatch(r"([\w^]+)(?: (\w+))?", what)
    if not ludeme:
        return None
    head, keyword = ludeme.groups()
    return any(not keyword or re.search(rf"\b{keyword}\b", row) for row in rows.get(head, []))


def accepted_here(ludex, data):
    """Whether each description at hand is accepted, by its name; two sets may have the same."""
    accepted = {}
    definitions = os.path.join(data, "lud", "def")
    for folder in ("lud", "lud2"):
        command = [ludex, "lud", "check", os.path.join(data, folder, "lud"), "--definitions", definitions, "--json"]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for file in answer["files"]:
            accepted[normal(os.path.splitext(file["file"])[0])] = file["playable"]
    return accepted


def main():
    ludex, data = sys.argv[1:3]
    rows = table_of_ludemes()
    accepted = accepted_here(ludex, data)
    with open(os.path.join(data, "lud2", "catalogue2.csv"), encoding="utf-8") as file:
        boards = list(csv.DictReader(file))
    for board in boards:
        board["missed"] = [each.strip() for each in board["missing"].split(" | ") if each.strip()]
        names = [normal(board["name"]), normal(os.path.basename(board["path"])[:-4])]
        board["here"] = next((accepted[name] for name in names if name in accepted), None)
    shown = defaultdict(int)  # what accepted descriptions missed
    for board in boards:
        if board["here"]:
            for each in set(board["missed"]):
                shown[each] += 1

    def implemented(what, board):
        by_others = shown[what] - (1 if board["here"] and what in board["missed"] else 0)
        return by_others > 0 or in_table(what, rows) is True

    lacking = defaultdict(list)
    right = {True: [0, 0], False: [0, 0]}  # by prediction: wrong, right; of boards that were refused
    here = predicted = lost = 0
    for board in boards:
        guess = all(implemented(each, board) for each in board["missed"])
        if board["here"] is None:
            predicted += guess
            if not guess:
                lacks = [each for each in board["missed"] if not implemented(each, board)]
                for each in lacks:
                    lacking[each].append(len(lacks) == 1)
        else:
            here += board["here"]
            if board["missed"]:
                right[guess][guess == board["here"]] += 1
            elif not board["here"]:
                lost += 1
    formerly = sum(not board["missed"] for board in boards if board["here"] is None)
    made = predicted - formerly
    wrong_yes, right_yes = right[True]
    right_no, wrong_no = right[False][1], right[False][0]
    refused = sum(board["here"] is None and bool(board["missed"]) for board in boards) - made
    precision = right_yes / max(1, right_yes + wrong_yes)
    missed = wrong_no / max(1, right_no + wrong_no)
    expected = here + formerly + made * precision + refused * missed
    variance = (made ** 2 * precision * (1 - precision) / max(1, right_yes + wrong_yes) + made * precision * (1 - precision)
                + refused ** 2 * missed * (1 - missed) / max(1, right_no + wrong_no) + refused * missed * (1 - missed))
    known = sum(board["here"] is not None for board in boards)
    print(f"{len(boards)} boards, {known} descriptions at hand: {here} accepted "
          f"({lost} refused that the catalogue has as playable)")
    print(f"others: {formerly} that missed nothing, {made} whose missing things are implemented, {refused} not")
    print(f"the same prediction at hand: of {right_yes + wrong_yes} predicted as accepted {right_yes} are, "
          f"of {right_no + wrong_no} predicted as refused {right_no} are")
    print(f"by prediction alone {here + predicted}; corrected by these rates "
          f"{expected:.0f} +- {1.96 * variance ** 0.5:.0f} (95 %)")
    print("\nboards that lack it, boards that lack nothing else")
    for what, alone in sorted(lacking.items(), key=lambda item: (-sum(item[1]), -len(item[1]), item[0]))[:40]:
        print(f"{len(alone):5} {sum(alone):5}  {what}")


if __name__ == "__main__":
    main()
