#!/usr/bin/env python3
"""A client of `ludex api`: ask() waits for one answer, start() has many searches in flight. usage: client.py [LUDEX]"""
import itertools
import json
import queue
import subprocess
import sys
import threading


class Api:
    def __init__(self, ludex="ludex"):
        self.process = subprocess.Popen([ludex, "api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = itertools.count(1)
        self.answers = {}  # queues by id
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            self.answers[answer["id"]].put(answer)
        for waiting in list(self.answers.values()):
            waiting.put(None)

    def start(self, action, **request):
        """Returns the id, for wait(), updates() and cancel."""
        id = next(self.ids)
        self.answers[id] = queue.Queue()
        self.process.stdin.write(json.dumps({"id": id, "action": action, **request}) + "\n")
        self.process.stdin.flush()
        return id

    def wait(self, id, update=lambda update: None):
        while (answer := self.answers[id].get()) is not None:
            if "update" in answer:
                update(answer["update"])
                continue
            if "error" in answer:
                raise ValueError(answer["error"])
            return answer["result"]
        raise EOFError("ludex api has ended")

    def ask(self, action, **request):
        return self.wait(self.start(action, **request))


if __name__ == "__main__":
    api = Api(*sys.argv[1:])
    start = api.ask("position", game="connect-k", include=["legal", "text"])
    print(start["text"])
    # A search of the position after each move, all at once: the best move is the worst for who comes next.
    searches = {item["move"]: api.start("analyze", game="connect-k", moves=[item["move"]], agent="uct", budget={"iterations": 2000})
                for item in start["legal"]}
    values = {move: -api.wait(id)["value"] for move, id in searches.items()}
    print("best:", max(values, key=values.get))
    game = api.ask("play", game="pig:target=20", agents=["random", "random"], seed=1)
    print("pig:", " ".join(move["move"] for move in game["moves"]), game["outcome"])
    api.process.stdin.close()
    sys.exit(api.process.wait())
