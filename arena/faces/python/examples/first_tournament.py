# A notebook in a file: cells begin with `# %%`, as VS Code, Spyder and Jupyter (jupytext) read them; plain Python runs it, too.
#
#     PYTHONPATH=build/release/python python3 arena/faces/python/examples/first_tournament.py [FOLDER]
#
# What it shows: positions, a search, a tournament, its ratings, and three plots.

# %% A position and a search
import sys
import tempfile

import matplotlib.pyplot as plt

import ludex

hex5 = ludex.game("hex", size=5)
position = hex5.position().after("c3 b2")
print(position)  # in a notebook, `position` alone shows the board

choice = ludex.agent("uct", c=0.8).choose(position, iterations=5_000)
print(f"{choice}: value {choice.value:+.2f}, {choice.visits} of {choice.iterations} visits; then", *choice.pv[1:5])

# %% A tournament: one algorithm with five budgets, and two others
budgets = [10, 30, 100, 300, 1000]
folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="ludex-")
run = ludex.run({
    "name": "first-tournament",
    "games": [{"game": "hex", "params": {"size": 5}}],
    "agents": [{"name": f"uct-{n}", "agent": "uct", "budget": {"iterations": n}} for n in budgets]
              + [{"name": "flat-mc", "agent": "flat-mc", "budget": {"iterations": 100}}, {"name": "random", "agent": "random"}],
    "openings": {"random_plies": 1},
    "format": {"games_per_pair": 20},
}, out=folder)
print(run.output)

# %% The log as a data frame: one row a game
log = run.log
print(log[["first", "second", "opening", "outcome", "plies"]].head())
print(log.groupby("termination", observed=True).size())

# %% Ratings, with 95 % intervals; the same numbers as `ludex rate`
ratings = ludex.rate(log)
print(ratings[["name", "elo", "plus", "minus", "games", "score"]])

figure, axes = plt.subplots(1, 3, figsize=(15, 4), constrained_layout=True)
axes[0].errorbar(ratings["elo"], ratings["name"], xerr=[ratings["minus"], ratings["plus"]], fmt="o", capsize=3)
axes[0].invert_yaxis()
axes[0].set(xlabel="Elo", title="Ratings, 95 %")

# %% Strength over budget
elo = ratings.set_index("name")
curve = elo.loc[[f"uct-{n}" for n in budgets]]
axes[1].errorbar(budgets, curve["elo"], yerr=[curve["minus"], curve["plus"]], fmt="o-", capsize=3)
axes[1].set(xscale="log", xlabel="iterations a move", ylabel="Elo", title="uct: strength over budget")

# %% Lengths of games, and how sure the strongest was of its moves
axes[2].hist(log["plies"], bins=range(int(log["plies"].min()), int(log["plies"].max()) + 2), align="left")
axes[2].set(xlabel="plies", ylabel="games", title="Game lengths")
figure.savefig(f"{folder}/first-tournament.png")

moves = log.moves()
print(moves[moves["agent"] == "uct-1000"].groupby("ply")["value"].mean().head(8))

# %% The page with everything
print(run.report().path)
