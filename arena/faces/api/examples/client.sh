#!/usr/bin/env bash
# A client of `ludex api` with jq: the legal moves of a position, then the value of each by a search. usage: client.sh [LUDEX]
set -euo pipefail
ludex=${1:-ludex}
game=connect-k

moves=$(jq -nc --arg game "$game" '{id: 1, action: "position", game: $game, include: ["legal"]}' | "$ludex" api | jq -r '.result.legal[].move')
# One request a move, each with the move as its id; the answers come as they are found.
for move in $moves; do
  jq -nc --arg game "$game" --arg move "$move" \
    '{id: $move, action: "analyze", game: $game, moves: [$move], agent: "uct", budget: {iterations: 2000}}'
done | "$ludex" api | jq -sr 'map(if .error then error(.error.message) else {id, value: (-.result.value)} end) | sort_by(-.value)[] | "\(.id) \(.value)"'
