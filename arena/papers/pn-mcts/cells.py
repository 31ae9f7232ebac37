# The cells of a table: every variant of a run against its baseline, one Markdown row each.
#   python3 cells.py results/pn-mcts/table2-loa-7x7 ...
# Score in percent with half the width of its 95 % interval (variance of the results; a draw counts half), wins-draws-losses, mean and
# median length in plies, simulations a move of the variant and of the baseline, and those of the variant in the first half of a game
# (mean, as in Table I).
import json
import math
import statistics
import sys

BASELINES = {"uct", "all"}

print("| run | variant | score | games | win-draw-loss | plies, mean (median) | simulations a move, variant and baseline | in the first half |")
print("|---|---|---|---|---|---|---|---|")
for folder in sys.argv[1:]:
    cells = {}
    for line in open(folder + "/games.jsonl"):
        game = json.loads(line)
        seat = 1 if game["agents"][0] in BASELINES else 0
        cell = cells.setdefault((game["game"], game["agents"][seat]), ([], [], {0: [0, 0], 1: [0, 0]}, []))
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game["outcome"]]
        cell[0].append(white if seat == 0 else 1 - white)
        cell[1].append(game["plies"])
        by_move = game["stats"][seat]["by_move"]["iterations"]
        cell[3].append(sum(by_move[: len(by_move) // 2]))
        for who in (0, 1):  # the variant, the baseline
            stats = game["stats"][seat if who == 0 else 1 - seat]
            cell[2][who][0] += stats["iterations"]
            cell[2][who][1] += stats["moves"]
    for (game, variant), (scores, plies, work, halves) in cells.items():
        n = len(scores)
        mean = sum(scores) / n
        margin = 1.96 * math.sqrt(sum((x - mean) ** 2 for x in scores) / n / n)
        counts = "-".join(str(scores.count(x)) for x in (1.0, 0.5, 0.0))
        per_move = ", ".join(f"{a / max(b, 1):.0f}" for a, b in work.values())
        print(f"| {folder.rstrip('/').split('/')[-1]} {game} | {variant} | {100 * mean:.1f} ± {100 * margin:.1f} | {n} | {counts} "
              f"| {statistics.mean(plies):.0f} ({statistics.median(plies):.0f}) | {per_move} | {statistics.mean(halves):.0f} |")
