# For other scripts: play_strangers LUDEX PLUGIN_PATH FOLDER [AGENT...] plays the examples nim and two-ply, found in
# PLUGIN_PATH, against the host's own plug-ins, and my-game and the AGENTs given beside them.
play_strangers() {
  local ludex=$1 path=$2 work=$3 agent games="{game: nim}, {game: mnk}"
  shift 3
  {
    echo "name: strangers"
    [ $# -eq 0 ] || games="$games, {game: my-game}"
    echo "games: [ $games ]"
    echo "agents:"
    for agent in two-ply uct "$@"; do echo "  - {agent: $agent}"; done
    echo "format: {games_per_pair: 4}"
    echo "budget: {iterations: 200}"
  } > "$work/strangers.yaml"
  rm -rf "$work/out"
  "$ludex" --plugin-path "$path" run "$work/strangers.yaml" --out "$work/out"
  if grep -v '"termination":"normal"' "$work/out/games.jsonl"; then return 1; fi
  # Bouton's theorem on the example game: 1,2,3 is lost for the mover, 3,4,5 is won.
  "$ludex" --plugin-path "$path" solve nim --agent alpha-beta --goal value --json | grep -q '"outcome":"win"'
  "$ludex" --plugin-path "$path" solve nim:a=1,b=2,c=3 --agent alpha-beta --goal value --json | grep -q '"outcome":"loss"'
}
