#include "games/lud/game/compiled_game.hpp"

#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

using runtime::Host;
using runtime::Iterators;

Eval CompiledGame::eval(const Host* host, void* s, const Iterators* it) {
  Eval e(*context(host).program, static_cast<std::byte*>(s), Workspace::of_thread());
  e.from = it->from;
  e.to = it->to;
  e.between = it->between;
  e.site = it->site;
  e.level = it->level;
  e.player = it->player;
  e.value = it->value;
  e.way = it->way;
  e.pips = it->pips;
  e.region = it->region;
  e.existence_only = it->existence_only;
  e.tries_later = (it->tries_later & 1) != 0;
  return e;
}

CompiledGame::CompiledGame(const LudGame& game, std::shared_ptr<const codegen::Library> library)
    : library_(std::move(library)), context_{&game, &game.program(), {}} {
  for (const auto& each : const_cast<Program&>(game.program()).nodes.all())
    context_.nodes.push_back(each.get());
  host_.game = &context_;
  host_.integer = [](const Host* h, std::uint32_t which, void* s, const Iterators* it) -> std::int32_t {
    Eval e = eval(h, s, it);
    return node(h, which).fn.as_int(node(h, which), e);
  };
  host_.boolean = [](const Host* h, std::uint32_t which, void* s, const Iterators* it) -> std::int32_t {
    Eval e = eval(h, s, it);
    return node(h, which).fn.as_bool(node(h, which), e) ? 1 : 0;
  };
  host_.region = [](const Host* h, std::uint32_t which, void* s, const Iterators* it, std::uint64_t* out) {
    Eval e = eval(h, s, it);
    node(h, which).fn.as_region(node(h, which), e, out);
  };
  host_.directions = [](const Host* h, std::uint32_t which, void* s, const Iterators* it) -> std::uint32_t {
    Eval e = eval(h, s, it);
    DirectionSet set;
    node(h, which).fn.as_directions(node(h, which), e, set);
    return set.bits();
  };
  host_.moves = [](const Host* h, std::uint32_t which, const std::uint32_t* thens, std::uint32_t then_count,
                   void* s, const Iterators* it) -> std::uint64_t {
    Eval e = eval(h, s, it);
    const std::size_t first = e.mark();
    e.list(node(h, which));
    if (it->dice > 0)
      e.use_dice(first, static_cast<unsigned>(it->dice % runtime::kReplays), it->dice >= runtime::kReplays);
    for (std::uint32_t k = 0; k < then_count; ++k) e.attach(&node(h, thens[k]), first);
    return static_cast<std::uint64_t>(first) << 32 | (e.mark() - first);
  };
  host_.sites = [](const Host*, std::uint32_t move, std::uint16_t* from_to) {
    const std::uint32_t pair = pair_of(Workspace::of_thread().moves[move]);
    from_to[0] = static_cast<std::uint16_t>(pair >> 12);
    from_to[1] = static_cast<std::uint16_t>(pair & 4095);
  };
  host_.make = [](const Host* h, std::uint32_t move, void* s, const Iterators* it) {
    eval(h, s, it).make(move);
  };
  host_.then = [](const Host* h, std::uint32_t which, void* s, const Iterators* it) {
    eval(h, s, it).evaluate_then(node(h, which));
  };
  host_.action = [](const Host* h, const Action* action, void* s, const Iterators* it) {
    eval(h, s, it).apply_action(*action);
  };
  host_.reset = [](const Host*) {
    Workspace& ws = Workspace::of_thread();
    ws.moves.clear();
    ws.actions.clear();
    ws.thens.clear();
  };
  host_.result = [](const Host* h, void* s, std::int32_t role, std::int32_t player, std::int32_t outcome) {
    const Iterators none{};
    eval(h, s, &none).set_rank(role, player, outcome);
  };
  host_.rank_by_score = [](const Host* h, void* s, std::int32_t misere) {
    const Iterators none{};
    eval(h, s, &none).rank_by_score(misere != 0);
  };
  host_.draw = [](const Host* h, void* s, std::uint32_t pair, std::uint32_t which) {
    context(h).game->apply_drawing(static_cast<std::byte*>(s), move_of(pair, which));
  };
  host_.ply = [](const Host* h, void* s, Rng* rng, void* trace) {
    context(h).game->interpreted_ply(static_cast<std::byte*>(s), *rng, static_cast<PlayoutTrace*>(trace));
  };
  host_.trace = [](const Host* h, void* trace, const void* s, std::uint32_t pair, std::uint32_t which) {
    context(h).game->record(*static_cast<PlayoutTrace*>(trace), static_cast<const std::byte*>(s), pair,
                            which);
  };
}

}  // namespace ludex::games::lud
