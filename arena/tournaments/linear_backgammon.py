# A weak backgammon player for the agent `command`: of all plays the one whose position has the largest linear value, without looking at the
# opponent's answers. The idea is that of Tesauro's benchmark player pubeval; features and weights are our own, by hand.
import json
import sys

# Weights in pips, for each side as it numbers its points; the opponent's count against.
PIP = -1.0  # a pip to go
BLOT = -0.15  # a single man, for each pip that it has come
HOME, OUTER, ANCHOR = 2.5, 1.2, 2.0  # points with two men or more: 1 to 6, 7 to 10, 19 to 24
BAR = -8.0  # a man on the bar
OFF = 1.0  # a man borne off


def men_of(text):
    """Men by point, 25 the bar, of "24:2,13:5,bar:1"."""
    men = [0] * 26
    for item in [] if text == "-" else text.split(","):
        point, count = item.split(":")
        men[25 if point == "bar" else int(point)] = int(count)
    return men


def played(own, other, play):
    """The men after a play such as "bar/22*,24/18*/15,6/off(2)"."""
    own, other = own[:], other[:]
    for leg in [] if play == "pass" else play.split(","):
        leg, _, times = leg.partition("(")
        stops = leg.split("/")
        for _ in range(int(times.rstrip(")") or 1)):
            own[25 if stops[0] == "bar" else int(stops[0])] -= 1
            if stops[-1] != "off":
                own[int(stops[-1].rstrip("*"))] += 1
        for point in (int(stop[:-1]) for stop in stops if stop.endswith("*")):
            if other[25 - point]:
                other[25 - point] -= 1
                other[25] += 1
    return own, other


def side_value(men):
    value = PIP * sum(point * count for point, count in enumerate(men)) + BAR * men[25] + OFF * (15 - sum(men))
    value += BLOT * sum(25 - point for point in range(1, 25) if men[point] == 1)
    for first, last, weight in ((1, 6, HOME), (7, 10, OUTER), (19, 24, ANCHOR)):
        value += weight * sum(men[point] >= 2 for point in range(first, last + 1))
    return value


def value(men):
    return side_value(men[0]) - side_value(men[1])


for line in sys.stdin:
    state = json.loads(line)
    first, second, side = state["position"].split()[:3]
    own, other = (men_of(first), men_of(second)) if side == "first" else (men_of(second), men_of(first))
    print(max(state["legal"], key=lambda play: value(played(own, other, play))), flush=True)
