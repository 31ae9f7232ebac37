// The whole generated text: sizes, tables, moves, the end of a ply, and the exports.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"
#include "games/lud/codegen/runtime_text.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud::codegen {

Emitter::Emitter(const Program& program) : p_(program), scratch_(program.layout.bytes + 64) {
  std::uint32_t k = 0;
  for (const auto& node : const_cast<Program&>(program).nodes.all()) numbers_.emplace(node.get(), k++);
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
    for (int t = 0; t < kSiteTypes; ++t) text += s_of(value(t)) + ",";
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
  number("kOwners", L.owners);
  number("kPhases", static_cast<long>(p_.phases.size()));
  list("kBase", [&](int t) { return L.base[k(t)]; });
  list("kSlot", [&](int t) { return L.slot[k(t)]; });
  list("kSize", [&](int t) { return L.size[k(t)]; });
  list("kBoard", [&](int t) { return p_.topologies[k(t)] ? p_.topologies[k(t)]->size() : 0; });
  text += "constexpr signed char kOwner[256] = {";
  for (const Component& component : p_.components) text += s_of(component.owner) + ",";
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
  number("kEmptyAt", L.empty);
  number("kOwnedAt", L.owned);
  number("kToClearAt", L.to_clear);
  number("kVisitedAt", L.visited);
  number("kHistoryAt", L.history);
  number("kHistorySize", L.history_size);
  size("kMaxMoves", most_moves(p_));
  size("kMoveCapacity", most_moves(p_) + 4096);
  size("kActionCapacity", 8192);
  size("kCopies", chains_ ? 64 : 12);
  number("kNoRepeat", p_.no_repeat);
  number("kCycle", p_.cycle);
  flag("kSwapRule", p_.swap_rule);
  flag("kPassDraws", p_.pass_draws);
  flag("kTriesLater", p_.tries_later);
  flag("kUsesLastTouched", p_.uses_last_touched);
  flag("kAsksHost", heavy_);
  number("kKeepsList", keeps_list());
  text += std::string("#define LUD_MANY_CHANGES ") + (generators_ > 32 ? "1" : "0") + "\n";
  flag("kTracks", track_bits_ != 0 || track_rows_ != 0);
  number("kTrackWays", __builtin_popcount(track_ways_));
  number("kTrackRows", track_rows_ + 1);
  flag("kTrackLinks", track_bits_ != 0);
  number("kTrackWidth", track_width_);
  array("std::uint16_t", "kLineOf", line_of_);
  array("std::uint16_t", "kTouch", touch_);
  text += "constexpr std::int16_t kTrackSteps[] = " +
          (track_steps_.empty() ? std::string("{0}") : table_values_.at(track_steps_)) + ";\n";
  return text;
}

std::string Emitter::end_rule(const Node& n) {
  const std::string& head = n.tree->head();
  if (head == "result")
    return "  set_result(head(s), kPlayers, " + role(n.kid(0).imm) + ", " + s_of(n.kid(1).imm) +
           ");\n  return true;\n";
  if (head == "byScore") {
    std::string text;
    if (n.has(0)) {
      for (const Node* each : n.kid(0).kids)
        text += "  { const int score = " + integer(each->kid(1)) + "; head(s).score[" +
                role(each->kid(0).imm) + "] = score; }\n";
    }
    const bool misere = n.has(1) && n.kid(1).imm != 0;
    return text + "  decide_by_score(head(s), kPlayers, " + (misere ? "true" : "false") +
           ");\n  return true;\n";
  }
  if (head == "forEach") {
    std::string which;
    if (n.has(0) && static_cast<Role>(n.kid(0).imm) == Role::kNonMover)
      which = "  if (q == head(s).mover) continue;\n";
    // An inner rule ends the loop even if it does not hold.
    return "  for (int q = 1; q <= kPlayers; ++q) {\n" + which +
           "  Iterators it = base;\n  it.player = q;\n  if (" + boolean(n.kid(1)) +
           ") {\n  const bool over = [&]() -> bool {\n" + end_rule(n.kid(2)) +
           "  return false;\n  }();\n  if (over) return true;\n  break;\n  }\n  }\n";
  }
  const Node& then = n.kid(1);
  std::string text = "  if (" + boolean(n.kid(0)) + ") {\n";
  if (then.type != Type::kArray) {
    text += end_rule(then);
  } else {
    for (const Node* each : then.kids) text += end_rule(*each);
  }
  if (n.kids.size() > 2) text += end_rule(n.kid(2));
  return text + "  }\n";
}

int Emitter::keeps_list() const {
  if (heavy_ || p_.players != 2 || p_.phases.size() != 1 || p_.tries_later || p_.swap_rule) return 0;
  const auto count = [](const std::string& text, const char* word) {
    int found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  // Conditions under which the moves at the end of this ply differ from those at the start of the next.
  std::string moves = p_.phases[0].play->tree->to_text();
  for (const Component& component : p_.components)
    if (component.moves != nullptr) moves += component.moves->tree->to_text();
  for (const char* word : {"(counter)", "MovesThisTurn", "(count Turns)", "Visited", "(do ", "(max ", "Cycle",
                           "ToClear", "(no Moves", "(player)", "(sites)"})
    if (count(moves, word) != 0) return 0;
  // The end rules must look at the moves once, and then write nothing into the list.
  std::string end;
  for (const Node* rule : p_.ends) end += rule->tree->to_text();
  for (const Node* rule : p_.phases[0].ends) end += rule->tree->to_text();
  for (const char* word : {"(can Move", "Threatened", "(sites To ", "(sites From "})
    if (count(end, word) != 0) return 0;
  if (count(end, "(no Moves Next)") != 1 || count(end, "(no Moves") != 1 || count(end, "(forEach") != 0)
    return 0;
  for (const char* word : {"Next", "Prev", "(next)", "(prev)"})
    if (count(moves, word) != 0) return 1;
  return 2;
}

// The first result decides, but scores always count, as in the interpreter.
std::string Emitter::end_rules(const std::vector<const Node*>& rules) {
  std::string text = "  {\n";
  for (const Node* rule : rules) {
    text += counts_scores(*rule) ? "  [&]() -> bool {\n" : "  if (head(s).status == 0) [&]() -> bool {\n";
    text += end_rule(*rule) + "  return false;\n  }();\n";
  }
  return text +
         "  if (kPassDraws && head(s).status == 0 && all_passed(head(s), kPlayers)) head(s).status = "
         "kDrawn;\n  }\n";
}

std::string Emitter::ends() {
  std::string text =
      "static bool ends(u8* s, const Iterators& base, int phase) {\n  Iterators it = base;\n  (void)it;\n  "
      "(void)phase;\n";
  for (std::size_t k = 0; k < p_.phases.size(); ++k) {
    if (p_.phases[k].ends.empty()) continue;
    text += "  if (phase == " + s_of(static_cast<int>(k)) + ")" + end_rules(p_.phases[k].ends);
  }
  if (!p_.ends.empty()) text += "  if (head(s).status == 0)" + end_rules(p_.ends);
  return text + "  return head(s).status != 0;\n}\n";
}

std::string Emitter::next_phases() {
  std::string text =
      "static void next_phases(u8* s, const Iterators& base) {\n  Iterators it = base;\n  (void)it;\n  "
      "(void)s;\n";
  if (p_.phases.size() >= 2) {
    text += "  for (int q = 1; q <= kPlayers; ++q) {\n  switch (head(s).phase[q]) {\n";
    for (std::size_t k = 0; k < p_.phases.size(); ++k) {
      text += "  case " + s_of(static_cast<int>(k)) + ":\n";
      for (const NextPhase& next : p_.phases[k].next) {
        text += "  if (" +
                (next.role < 0 ? std::string("true")
                               : "(" + role(next.role) + " == q || " + role(next.role) + " == kPlayers + 1)");
        if (next.condition != nullptr) text += " && " + boolean(*next.condition);
        text += ") {";
        if (next.phase >= 0) text += " head(s).phase[q] = " + s_of(next.phase) + ";";
        text += " break; }\n";
      }
      text += "  break;\n";
    }
    text += "  default: break;\n  }\n  }\n";
  }
  return text + "}\n";
}

std::string Emitter::plays() {
  std::string text;
  std::string simple;
  for (std::size_t k = 0; k < p_.phases.size(); ++k) {
    const Node& play = *p_.phases[k].play;
    const std::string body = moves(play);
    text += "static void play" + s_of(static_cast<int>(k)) +
            "(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  (void)w;\n" + body + "}\n";
    // Where the moves add a piece to any empty site, playouts need no list.
    const bool all_empty = p_.phases[k].adds_anywhere;
    simple +=
        "  case " + s_of(static_cast<int>(k)) + ": return " + s_of(all_empty ? last_generator_ : 0) + ";\n";
  }
  text +=
      "static void moves_of(u8* s, const Iterators& it, int player) {\n  switch (kPhases > 1 ? "
      "head(s).phase[player] : "
      "0) {\n";
  for (std::size_t k = 0; k < p_.phases.size(); ++k)
    text +=
        "  case " + s_of(static_cast<int>(k)) + ": play" + s_of(static_cast<int>(k)) + "(s, it); break;\n";
  text += "  default: break;\n  }\n}\n";
  // The generator of a phase whose moves add to any empty site, 0: the phase has other moves.
  return text + "LUD_INLINE int adds_anywhere(int phase) {\n  switch (kPhases > 1 ? phase : 0) {\n" + simple +
         "  default: return 0;\n  }\n}\n";
}

namespace {
// True if a consequent, with the nodes it evaluates, leaves the board unchanged.
bool leaves_board(const Node& n) {
  if (n.type == Type::kMoves && n.row != nullptr) {
    switch (rows::of(*n.row)) {
      case rows::kMoveAgain:
      case rows::kIfMoves:
      case rows::kSetCounter:
      case rows::kSetScore:
      case rows::kAddScore:
      case rows::kSetPending:
      case rows::kAndBoth:
      case rows::kAndEvery:
        break;
      default:
        return false;
    }
  }
  return std::all_of(n.kids.begin(), n.kids.end(),
                     [](const Node* kid) { return kid == nullptr || leaves_board(*kid); });
}
}  // namespace

bool Emitter::only_adds() const {
  return p_.layout.slots == 1 && std::all_of(p_.phases.begin(), p_.phases.end(), [](const Phase& phase) {
           return phase.adds_anywhere && (!phase.play->has(3) || leaves_board(phase.play->kid(3)));
         });
}

std::string Emitter::run() {
  adds_only_ = only_adds();
  const std::string play_text = plays();
  in_ends_ = true;
  const std::string end_text = ends();
  in_ends_ = false;
  const std::string phase_text = next_phases();
  const std::string open = "namespace ludex::games::lud::runtime {\n";
  const std::string close = "}\n";
  std::string text = "// Written by Ludex from a description.\n#include <cstdint>\n" + open + constants() +
                     close + runtime_text() + open + tables_;
  for (std::size_t k = 0; k < then_ids_.size(); ++k)
    text += "template <bool Hashes> static void t" + s_of(static_cast<int>(k)) +
            "(u8* s, const Iterators& base);\n";
  text += functions_ + thens_text_;
  text +=
      "static void then_of(int id, bool hashed, u8* s, Iterators it) {\n  (void)hashed;\n  (void)s;\n  "
      "(void)it;\n  switch (id) {\n";
  for (std::size_t k = 0; k < then_ids_.size(); ++k) {
    const std::string t = "t" + s_of(static_cast<int>(k));
    text += "  case " + s_of(static_cast<int>(k)) + ": hashed ? " + t + "<true>(s, it) : " + t +
            "<false>(s, it); break;\n";
  }
  text += "  default: break;\n  }\n}\n";
  text += play_text + end_text + phase_text;
  const std::string sites =
      "  const int from = m.from >= kNone ? (int)kOff : m.from, to = m.from == kNoSite || m.to >= kNone ? "
      "(int)kOff : m.to;\n  (void)from;\n  (void)to;\n";
  text +=
      "static int taken_by(u8* s, const Iterators& base, const PackedMove& m) {\n  Workspace* const w = "
      "base.workspace;\n  (void)w;\n" +
      sites + "  constexpr bool Hashes = false;\n  (void)Hashes;\n  switch (m.generator) {\n" + taken_ +
      "    default: return kOff;\n  }\n}\n";
  text +=
      "static bool stands(u8* s, Workspace* w, const PackedMove& m) {\n  (void)s;\n  (void)w;\n  switch "
      "(m.test) {\n" +
      tests_ + "  default: return true;\n  }\n}\n";
  text +=
      "template <bool Hashes> static void exec(u8* s, const Iterators& base, const PackedMove& m, PlyKind "
      "mode) {\n  Workspace* const w = base.workspace;\n  (void)w;\n" +
      sites +
      "  switch (m.generator) {\n"
      "    case kInterpreted: {\n      u32 which;\n      __builtin_memcpy(&which, &m.site, 4);\n"
      "      begin_ply(s, m, mode);\n      w->host->make(w->host, which, s, &base);\n      return;\n    }\n"
      "    case kForcedPass: begin_ply(s, m, mode); moved(s, m, kOwn); return;\n"
      "    case kSwapSeats: begin_ply(s, m, mode); head(s).swapped ^= 1; head(s).next = head(s).mover; "
      "moved(s, m, kOwn); return;\n" +
      cases_ + "    default: return;\n  }\n}\n" + close;
  return text;
}

}  // namespace ludex::games::lud::codegen
