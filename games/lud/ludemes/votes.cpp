// Proposals, and votes on them.
#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

namespace {

template <ActionKind kind>
void message(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  ListedMove& move = e.push(kOff, kOff, e.own());
  move.special = kMessageMove;
  e.act({.kind = kind, .what = n.imm});
  e.attach(kid_or_null(n, 1), first);
}
void resolve_message(Node& n, Compiler& c) {
  n.imm = c.proposal(n.kid(0).text());
  if (n.imm >= 7) Compiler::fail(n, "more than 7 proposals are not implemented");
}
void resolve_proposal(Node& n, Compiler& c) {
  n.imm = c.proposal(n.kid(0).text());
}

// Generated code.

template <ActionKind kind>
void message(const Node& n, Emitter& e, CodeWriter& out) {
  MoveCode move;
  move.action = code(kind == ActionKind::kVote ? "vote(s, $0);\n" : "propose(s, $0);\n", {n.imm});
  move.last_type = e.own();
  move.then = kid_or_null(n, 1);
  out.line("special(w, $0, $1);", {e.generator(move), int{kMessageMove}});
}

template <ActionKind kind>
void message(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const auto scope = out.block();
  out.line("put_site(w, $0, 0, kOff, $1);", {kind == ActionKind::kVote ? "kVote" : "kPropose", n.imm});
  e.put_consequents(codegen::joined(n, 1, outer), out);
}

const Row kRows[] = {
    {"(move Propose string [then])",
     Type::kMoves,
     message<ActionKind::kPropose>,
     resolve_message,
     {.moves = message<ActionKind::kPropose>, .effects = message<ActionKind::kPropose>}},
    {"(move Vote string [then])",
     Type::kMoves,
     message<ActionKind::kVote>,
     resolve_message,
     {.moves = message<ActionKind::kVote>, .effects = message<ActionKind::kVote>}},
    {"(vote string [then])",
     Type::kMoves,
     message<ActionKind::kVote>,
     resolve_message,
     {.moves = message<ActionKind::kVote>, .effects = message<ActionKind::kVote>}},
    {"(is Proposed string)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return (e.rest().proposed >> n.imm & 1) != 0; },
     resolve_proposal,
     {"(rest(s).proposed >> $t & 1) != 0"}},
    {"(is Decided string)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return e.rest().decided == n.imm; },
     resolve_proposal,
     {"rest(s).decided == $t"}},
};

}  // namespace

std::span<const Row> vote_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
