// The whole generated text: constants, rules of the end and of phases, the code that makes moves.
#include <algorithm>

#include "games/lud/codegen/emitter.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/codegen/runtime_text.hpp"

namespace ludex::games::lud::codegen {

// By die the numbers that it shows, ended by -1.
std::string Emitter::faces() const {
  std::size_t most = 0;
  std::string rows;
  for (const Die& die : p_.dice) {
    most = std::max(most, die.values.size());
    rows += "{";
    for (const auto& value : die.values) rows += std::to_string(value.first) + ",";
    rows += "-1},";
  }
  if (p_.dice.empty()) rows = "{-1}";
  return code("constexpr short kFaces[][$0] = {$1};\n", {most + 1, rows});
}

// The tracks that come to a site twice, on which pieces have places.
std::string Emitter::placed_tracks() const {
  std::size_t longest = 1;
  std::string memory, length, sites;
  int count = 0;
  for (const Track& track : p_.tracks) {
    if (track.memory < 0) continue;
    ++count;
    longest = std::max(longest, track.sites.size());
    memory += std::to_string(track.memory) + ",";
    length += std::to_string(track.sites.size()) + ",";
    ArrayText all;
    for (const int site : track.sites) all.add(site);
    sites += all.text() + ",";
  }
  return code(
      "constexpr int kPlacedTracks = $0;\nconstexpr int kPlacedMemory[] = {$1 0};\n"
      "constexpr short kPlacedLength[] = {$2 0};\nconstexpr short kPlacedSites[][$3] = {$4 {0}};\n",
      {count, memory, length, longest, sites});
}

std::string Emitter::keys() const {
  const Layout& L = p_.layout;
  constexpr std::size_t kMostKeys = 1200;
  const bool plain = !L.has_count && !L.has_state && !L.has_rotation && !L.has_value && !L.has_stacks &&
                     static_cast<std::size_t>(L.sites) * p_.components.size() <= kMostKeys;
  ArrayText all;
  for (std::size_t piece = 0; plain && piece < p_.components.size(); ++piece)
    for (int at = 0; at < L.sites; ++at)
      all.add(std::to_string(cell_key(at, static_cast<int>(piece), 0, 0, 1, 0)) + "U");
  if (!plain) all.add(0);
  return code("constexpr bool kHasKeys = $0;\nconstexpr std::uint64_t kKeys[] = $1;\n",
              {plain ? "true" : "false", all.text()});
}

std::string Emitter::constants() const {
  const Layout& L = p_.layout;
  std::string text;
  const auto constant = [&](const char* type, const char* name, long value) {
    text += std::string("constexpr ") + type + " " + name + " = " + std::to_string(value) + ";\n";
  };
  const auto number = [&](const char* name, long value) { constant("int", name, value); };
  const auto size = [&](const char* name, long value) { constant("std::uint32_t", name, value); };
  const auto flag = [&](const char* name, bool value) { constant("bool", name, value ? 1 : 0); };
  const auto list = [&](const char* name, auto&& value) {
    text += std::string("constexpr short ") + name + "[3] = {";
    for (int t = 0; t < kSiteTypes; ++t) text += std::to_string(value(t)) + ",";
    text += "};\n";
  };
  const auto array = [&](const char* type, const char* name, const auto& values) {
    text += std::string("constexpr ") + type + " " + name + "[] = {";
    for (const auto value : values) text += std::to_string(value) + ",";
    text += "0};\n";
  };
  const auto k = [](int t) { return static_cast<std::size_t>(t); };
  number("kWords", L.words);
  number("kSites", L.sites);
  number("kSlots", L.slots);
  number("kOwn", own());
  number("kFirstHand", p_.first_hand);
  number("kPlayers", p_.players);
  number("kFirstOwner", L.first_owner);
  number("kOwners", L.owners);
  number("kPhases", static_cast<long>(p_.phases.size()));
  list("kBase", [&](int t) { return L.base[k(t)]; });
  list("kSlot", [&](int t) { return L.slot[k(t)]; });
  list("kSize", [&](int t) { return L.size[k(t)]; });
  list("kBoard", [&](int t) { return p_.topologies[k(t)] ? p_.topologies[k(t)]->size() : 0; });
  text += "constexpr signed char kOwner[256] = {";
  for (const Component& piece : p_.components) text += std::to_string(piece.owner) + ",";
  text += "};\n";
  text += "constexpr short kPieceOf[] = {";
  for (int owner = 0; owner <= p_.players + 1; ++owner) text += std::to_string(L.piece_of(owner)) + ",";
  text += "};\n";
  number("kBytes", L.bytes);
  flag("kHasCount", L.has_count);
  flag("kHasState", L.has_state);
  flag("kHasRotation", L.has_rotation);
  flag("kHasValue", L.has_value);
  flag("kHasVisited", L.has_visited);
  flag("kHasToClear", L.has_to_clear);
  flag("kHasHistory", L.has_history);
  number("kWhatAt", L.what);
  number("kCountAt", L.count);
  number("kStateAt", L.state);
  number("kRotationAt", L.rotation);
  number("kValueAt", L.value);
  number("kOwnedAt", L.owned);
  number("kToClearAt", L.to_clear);
  number("kVisitedAt", L.visited);
  number("kHistoryAt", L.history);
  number("kHistorySize", L.history_size);
  size("kMaxMoves", most_moves(p_));
  size("kMoveCapacity", most_moves(p_) + 4096);
  size("kActionCapacity", 8192);
  size("kCopies", chains_ ? 64 : 12);
  number("kRestAt", L.rest);
  number("kPendingAt", L.pending);
  number("kScoresAt", L.scores);
  number("kPlayerValuesAt", L.player_values);
  number("kPhasesAt", L.phases);
  number("kVariablesAt", L.variables);
  number("kMoreAt", L.more);
  flag("kHasStacks", L.has_stacks);
  flag("kHasLeftLevels", L.has_left_levels);
  number("kStartsAt", L.starts);
  number("kLevelsAt", L.levels);
  number("kLeftLevelsAt", L.left_levels);
  number("kMostLevels", L.most_levels);
  number("kPlacesAt", L.places);
  text += placed_tracks();
  number("kNoRepeat", p_.no_repeat);
  number("kCycle", p_.cycle);
  flag("kSwapRule", p_.swap_rule);
  flag("kPassDraws", p_.pass_draws);
  flag("kTriesLater", p_.tries_later);
  flag("kDraws", draws_);
  flag("kDrawsOnce", draws_once_);
  flag("kReadsHistory", reads_history_);
  flag("kUsesLastTouched", p_.uses_last_touched);
  flag("kOthersGoOn", p_.goes_on);
  flag("kTeams", p_.teams);
  number("kDice", static_cast<long>(p_.dice.size()));
  flag("kChance", !p_.dice.empty() || p_.most_draws != 0 || p_.random_start);
  flag("kDrawsNumbers", p_.most_draws != 0);
  text += faces() + keys();
  flag("kAsksHost", asks_host_);
  number("kKeepsList", keeps_list());
  flag("kDistinct", distinct_);
  flag("kAddsPieces", adds_pieces_);
  // To compile the code of so many moves twice takes longer than all the rest.
  constexpr std::size_t kLong = 2400;
  flag("kHashesAfter", cases_.size() + consequents_.size() > kLong && !L.has_stacks && !L.has_history);
  text += std::string("#define LUD_MANY_CHANGES ") + (generators_ > 28 ? "1" : "0") + "\n";
  flag("kTracks", !data_.empty());
  number("kTrackWays", __builtin_popcount(data_.line_ways));
  number("kTrackRows", data_.line_rows + 1);
  flag("kTrackLinks", !data_.regions.empty());
  flag("kTrackFirsts", data_.has_firsts);
  array("std::uint16_t", "kLineOf", data_.line_of);
  array("std::uint16_t", "kTouch", data_.touch);
  return text;
}

void Emitter::end_rule(const Node& n, CodeWriter& out) {
  const std::string& head = n.tree->head();
  if (head == "result" && p_.goes_on) {
    out.line("w->host->result(w->host, s, $0, $1, $2);\nreturn true;",
             {n.kid(0).imm, role(n.kid(0).imm), n.kid(1).imm});
    return;
  }
  if (head == "result") {
    out.line("set_result(head(s), kPlayers, $0, $1);\nreturn true;", {role(n.kid(0).imm), n.kid(1).imm});
    return;
  }
  if (head == "byScore") {
    if (n.has(0)) {
      for (const Node* each : n.kid(0).kids)
        out.line("{ const int score = $0; score_of(s, $1) = score; }",
                 {integer(each->kid(1)), role(each->kid(0).imm)});
    }
    const bool misere = n.has(1) && n.kid(1).imm != 0;
    out.line(p_.goes_on ? "w->host->rank_by_score(w->host, s, $0);\nreturn true;"
                        : "decide_by_score(head(s), &score_of(s, 0), kPlayers, $0);\nreturn true;",
             {misere ? "true" : "false"});
    return;
  }
  if (head == "forEach") {
    const auto loop = out.block("for (int q = 1; q <= kPlayers; ++q)");
    if (n.has(0) && static_cast<Role>(n.kid(0).imm) == Role::kNonMover)
      out.line("if (q == head(s).mover) continue;");
    out.line("Iterators it = base;\nit.player = q;");
    // An inner rule ends the loop even if it does not hold.
    const auto holds = out.block("if ($0)", {boolean(n.kid(1))});
    out.line("const bool over = [&]() -> bool {");
    end_rule(n.kid(2), out);
    // Where the game goes on, the rule is about every player for whom it holds.
    out.line(p_.goes_on ? "return false;\n}();\n(void)over;"
                        : "return false;\n}();\nif (over) return true;\nbreak;");
    return;
  }
  const auto holds = out.block("if ($0)", {boolean(n.kid(0))});
  for (const Node* each : one_or_more(n.kid(1))) end_rule(*each, out);
  if (n.kids.size() > 2) end_rule(n.kid(2), out);
}

int Emitter::keeps_list() const {
  if (asks_host_ || p_.players != 2 || p_.phases.size() != 1 || p_.swap_rule || p_.goes_on) return 0;
  if (!p_.dice.empty() || p_.most_draws != 0) return 0;
  // Conditions under which the moves at the end of this ply differ from those at the start of the next.
  std::string moves = p_.phases[0].play->tree->to_text();
  for (const Component& piece : p_.components)
    if (piece.moves != nullptr) moves += piece.moves->tree->to_text();
  for (const NamedRegion& named : p_.regions)
    for (const Node* each : named.nodes)
      if (each->tree != nullptr) moves += each->tree->to_text();
  for (const char* word : {"(counter)", "MovesThisTurn", "(count Turns)", "Visited", "Passed", "(max ",
                           "Cycle", "ToClear", "(no Moves", "(player)", "(sites)"})
    if (moves.find(word) != std::string::npos) return 0;
  // Where every move of the list is tested, it costs more than to find one that passes.
  if (!p_.tries_later && moves.find("(do ") != std::string::npos) return 0;
  std::string end;
  for (const Node* rule : p_.phases[0].ends) end += rule->tree->to_text();
  for (const Node* rule : p_.ends) end += rule->tree->to_text();
  if (end.find("(no Moves Next)") == std::string::npos) return 0;
  for (const char* word : {"Next", "Prev", "(next)", "(prev)"})
    if (moves.find(word) != std::string::npos) return 1;
  return 2;
}

bool Emitter::lists_distinct() {
  // Several pieces of a stack, and a move by either die, have the same sites.
  if (asks_host_ || p_.goes_on || !p_.dice.empty() || p_.most_draws != 0 || p_.layout.has_stacks)
    return false;
  return std::all_of(p_.phases.begin(), p_.phases.end(), [&](const Phase& phase) {
    const Node& play = *phase.play;
    if (play.row == nullptr || play.row->native.ends == nullptr) return false;
    Ends ends(p_);
    try {
      return play.row->native.ends(play, *this, ends);
    } catch (const Unknown&) {
      return false;
    }
  });
}

// The first result decides, but scores always count, as in the interpreter.
void Emitter::end_rules(const std::vector<const Node*>& rules, CodeWriter& out) {
  const auto scope = out.block();
  for (const Node* rule : rules) {
    if (!counts_scores(*rule) || p_.goes_on) out.line("if (head(s).status == 0)");
    out.line("[&]() -> bool {");
    end_rule(*rule, out);
    out.line("return false;\n}();");
  }
  out.line("if (kPassDraws && head(s).status == 0 && all_passed(head(s), kPlayers)) draw_all(s, w);");
}

std::string Emitter::ends() {
  CodeWriter out;
  {
    const auto function = out.block("static bool ends(u8* s, const Iterators& base, int phase)");
    out.line("Iterators it = base;\nWorkspace* const w = base.workspace;\n(void)it;\n(void)phase;\n(void)w;");
    for (std::size_t k = 0; k < p_.phases.size(); ++k) {
      if (p_.phases[k].ends.empty()) continue;
      out.line("if (phase == $0)", {k});
      end_rules(p_.phases[k].ends, out);
    }
    if (!p_.ends.empty()) {
      out.line("if (head(s).status == 0)");
      end_rules(p_.ends, out);
    }
    out.line("return head(s).status != 0;");
  }
  return out.text();
}

std::string Emitter::next_phases() {
  CodeWriter out;
  {
    const auto function = out.block("static void next_phases(u8* s, const Iterators& base)");
    out.line("Iterators it = base;\n(void)it;\n(void)s;");
    if (p_.phases.size() >= 2) {
      const auto loop = out.block("for (int q = 1; q <= kPlayers; ++q)");
      const auto choice = out.block("switch (phase_of(s, q))");
      for (std::size_t k = 0; k < p_.phases.size(); ++k) {
        out.line("case $0:", {k});
        for (const NextPhase& next : p_.phases[k].next) {
          std::string condition = "true";
          if (next.role >= 0) condition = code("($0 == q || $0 == kPlayers + 1)", {role(next.role)});
          if (next.condition != nullptr) condition += " && " + boolean(*next.condition);
          const auto holds = out.block("if ($0)", {condition});
          if (next.phase >= 0) out.line("s[kPhasesAt + q] = $0;", {next.phase});
          out.line("break;");
        }
        out.line("break;");
      }
      out.line("default: break;");
    }
  }
  return out.text();
}

std::string Emitter::rolls_before(const Node& moves) {
  const std::string_view row = moves.row != nullptr ? moves.row->text : "";
  if (row.starts_with("(roll")) return "true";
  if (row.starts_with("(do ")) return rolls_before(moves.kid(0));
  if (row.starts_with("(if "))
    return code("($0 ? $1 : $2)", {boolean(moves.kid(0)), rolls_before(moves.kid(1)),
                                   moves.has(2) ? rolls_before(moves.kid(2)) : std::string("false")});
  std::string any = "false";
  if (!row.starts_with("(or ") && !row.starts_with("(and ")) return any;
  for (const Node* kid : moves.kids) {
    if (kid == nullptr || (kid->type != Type::kMoves && kid->type != Type::kArray)) continue;
    for (const Node* each : one_or_more(*kid)) any += " || " + rolls_before(*each);
  }
  return "(" + any + ")";
}

std::string Emitter::rolls() {
  CodeWriter out;
  {
    const auto function = out.block("static bool asks_for_roll(u8* s, const Iterators& base, int phase)");
    out.line("Iterators it = base;\n(void)it;\n(void)s;");
    const auto choice = out.block("switch (phase)");
    for (std::size_t k = 0; k < p_.phases.size(); ++k)
      if (p_.phases[k].rolls) out.line("case $0: return $1;", {k, rolls_before(*p_.phases[k].play)});
    out.line("default: return false;");
  }
  return out.text();
}

std::string Emitter::plays() {
  CodeWriter out, plays_of, adds;
  for (std::size_t k = 0; k < p_.phases.size(); ++k) {
    CodeWriter list;
    moves(*p_.phases[k].play, list);
    out.add(code("static void play$0$1", {k, function_of_moves(list.text())}));
    plays_of.line("case $0: play$0(s, it); break;", {k});
    // Where the moves add a piece to any empty site, playouts need no list.
    adds.line("case $0: return $1;", {k, p_.phases[k].adds_anywhere ? last_generator_ : 0});
  }
  {
    const auto function = out.block("static void moves_of(u8* s, const Iterators& it, int player)");
    const auto choice = out.block("switch (phase_of(s, player))");
    out.add(plays_of.text());
    out.line("default: break;");
  }
  {
    const auto function = out.block("LUD_INLINE int adds_anywhere(int phase)");
    const auto choice = out.block("switch (kPhases > 1 ? phase : 0)");
    out.add(adds.text());
    out.line("default: return 0;");
  }
  return out.text();
}

namespace {
// True if a consequent, with the nodes it evaluates, leaves the board unchanged.
bool leaves_board(const Node& n) {
  if (n.type == Type::kMoves && n.row != nullptr && !n.row->native.leaves_board) return false;
  return std::all_of(n.kids.begin(), n.kids.end(),
                     [](const Node* kid) { return kid == nullptr || leaves_board(*kid); });
}
}  // namespace

bool Emitter::only_adds() const {
  return p_.layout.slots == 1 && !p_.layout.has_stacks &&
         std::all_of(p_.phases.begin(), p_.phases.end(), [](const Phase& phase) {
           return phase.adds_anywhere && (!phase.play->has(3) || leaves_board(phase.play->kid(3)));
         });
}

// The functions that make a move, find its captures, and test it.
std::string Emitter::making() const {
  CodeWriter out;
  const char* const sites =
      "const int from = m.from >= kNone ? (int)kOff : m.from;\n"
      "const int to = m.from == kNoSite || m.to >= kNone ? (int)kOff : m.to;\n(void)from;\n(void)to;";
  {
    const auto function = out.block("static void then_of(int id, bool hashed, u8* s, Iterators it)");
    out.line("(void)hashed;\n(void)s;\n(void)it;");
    const auto choice = out.block("switch (id)");
    for (std::size_t k = 0; k < consequent_ids_.size(); ++k)
      out.line("case $0: hashed && !kHashesAfter ? t$0<!kHashesAfter>(s, it) : t$0<false>(s, it); break;",
               {k});
    out.line("default: break;");
  }
  {
    const auto function = out.block("static int taken_by(u8* s, const Iterators& base, const PackedMove& m)");
    out.line("Workspace* const w = base.workspace;\n(void)w;");
    out.line(sites);
    out.line("constexpr bool Hashes = false;\n(void)Hashes;");
    const auto choice = out.block("switch (m.generator)");
    out.add(taken_);
    out.line("default: return kOff;");
  }
  {
    const auto function = out.block("LUD_INLINE bool is_fixed(u32 generator)");
    ArrayText fixed;
    for (int k = 0; k < generators_; ++k) {
      const auto number = static_cast<std::size_t>(k);
      fixed.add(number < fixed_.size() && k >= 8 ? fixed_[number] : 0);
    }
    out.line("static constexpr u8 kFixed[] = $0;\nreturn kFixed[generator] != 0;", {fixed.text()});
  }
  {
    const auto function = out.block("static bool stands(u8* s, Workspace* w, const PackedMove& m)");
    out.line("(void)s;\n(void)w;");
    const auto choice = out.block("switch (m.test)");
    out.add(tests_);
    out.line("default: return true;");
  }
  {
    const auto function = out.block(
        "template <bool Hashes> static void exec(u8* s, const Iterators& base, const PackedMove& m, PlyKind "
        "mode)");
    out.line("Workspace* const w = base.workspace;\n(void)w;");
    out.line(sites);
    const auto choice = out.block("switch (m.generator)");
    out.line(
        "case kInterpreted: make_interpreted(s, m, base, mode); return;\n"
        "case kForcedPass: begin_ply(s, m, mode, true); moved(s, m, kOwn); return;\n"
        "case kSwapSeats: begin_ply(s, m, mode); head(s).swapped ^= 1; head(s).next = head(s).mover; "
        "moved(s, m, kOwn); return;");
    out.add(cases_);
    out.line("default: return;");
  }
  return out.text();
}

std::string Emitter::run() {
  adds_only_ = only_adds();
  const std::string play_text = plays() + draws();
  in_ends_ = true;
  std::string end_text = ends();
  end_text += may_end();
  in_ends_ = false;
  const std::string phase_text = next_phases() + rolls();
  if (keeps_list() != 0) fired("moves of the next ply kept");
  distinct_ = lists_distinct();
  if (distinct_) fired("no two moves share their sites");
  const std::string open = "namespace ludex::games::lud::runtime {\n";
  const std::string close = "}\n";
  std::string text = "// Written by Ludex from a description.\n#include <cstdint>\n" + open + constants() +
                     close + runtime_text() + open + tables_;
  ArrayText besides, taken;
  for (int k = 0; k < generators_; ++k) {
    const auto number = static_cast<std::size_t>(k);
    besides.add(static_cast<int>(number < besides_.size() ? besides_[number] : Besides::kMuch));
  }
  for (const char each : taken_plainly_) taken.add(each);
  text += code("static const u8 kBesides[] = $0;\nstatic const u8 kTakenPlainly[] = $1;\n",
               {besides.text(), taken.text()});
  for (std::size_t k = 0; k < consequent_ids_.size(); ++k)
    text += code("template <bool Hashes> static void t$0(u8* s, const Iterators& base);\n", {k});
  return text + functions_ + consequents_ + play_text + end_text + phase_text + making() + close;
}

}  // namespace ludex::games::lud::codegen
