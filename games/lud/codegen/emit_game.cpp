// The whole generated text: sizes, tables, moves, the end of a ply, and the exports.
#include <algorithm>

#include "games/lud/codegen/abi.hpp"
#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud::codegen {

namespace {

constexpr const char* kRuntime =
#include "games/lud/codegen/runtime.inc"
    ;

constexpr const char* kLudemes =
#include "games/lud/codegen/ludemes.inc"
    ;

constexpr const char* kTrack =
#include "games/lud/codegen/track.inc"
    ;

// The end of a ply and the exports; placed after the functions of the game.
constexpr const char* kTail =
#include "games/lud/codegen/plies.inc"
    ;

}  // namespace

Emitter::Emitter(const Program& program) : p_(program), scratch_(program.layout.bytes + 64) {
  std::uint32_t k = 0;
  for (const auto& node : const_cast<Program&>(program).nodes.all()) numbers_.emplace(node.get(), k++);
}

std::string Emitter::constants() const {
  const Layout& L = p_.layout;
  std::string text;
  const auto constant = [&](const char* name, long value) {
    text += "#define " + std::string(name) + " " + std::to_string(value) + "\n";
  };
  constant("W", L.words);
  constant("SITES", L.sites);
  constant("SLOTS", L.slots);
  constant("OWN", own());
  constant("PLAYERS", p_.players);
  constant("OWNERS", L.owners);
  constant("FIRST_HAND", p_.first_hand);
  constant("BYTES", L.bytes);
  constant("HAS_COUNT", L.has_count);
  constant("HAS_STATE", L.has_state);
  constant("HAS_ROTATION", L.has_rotation);
  constant("HAS_VALUE", L.has_value);
  constant("HAS_VISITED", L.has_visited);
  constant("CYCLE", p_.cycle);
  constant("LAST_TOUCHED", p_.uses_last_touched);
  constant("HAS_TO_CLEAR", L.has_to_clear);
  constant("HAS_HISTORY", L.has_history);
  constant("O_WHAT", L.what);
  constant("O_COUNT", L.count);
  constant("O_STATE", L.state);
  constant("O_ROTATION", L.rotation);
  constant("O_VALUE", L.value);
  constant("O_EMPTY", L.empty);
  constant("O_OWNED", L.owned);
  constant("O_TO_CLEAR", L.to_clear);
  constant("O_VISITED", L.visited);
  constant("O_HISTORY", L.history);
  constant("HISTORY_SIZE", L.history_size);
  constant("MAX_MOVES", most_moves(p_));
  constant("CAP", most_moves(p_) + 4096);
  constant("ACAP", 8192);
  constant("NO_REPEAT", p_.no_repeat);
  constant("SWAP_RULE", p_.swap_rule);
  constant("PASS_DRAWS", p_.pass_draws);
  constant("TRIES_LATER", p_.tries_later);
  constant("PHASES", static_cast<long>(p_.phases.size()));
  constant("MAX_TURNS", kMaxTurns);
  constant("MAX_PLIES", kMaxPlies);
  constant("HEAD_BYTES", sizeof(Head));
  const auto list = [&](const char* name, auto&& value) {
    text += std::string("static const short ") + name + "[3] = {";
    for (int t = 0; t < kSiteTypes; ++t) text += s_of(value(t)) + ",";
    text += "};\n";
  };
  const auto k = [](int t) { return static_cast<std::size_t>(t); };
  list("kBase", [&](int t) { return L.base[k(t)]; });
  list("kSlot", [&](int t) { return L.slot[k(t)]; });
  list("kSize", [&](int t) { return L.size[k(t)]; });
  list("kBoard", [&](int t) { return p_.topologies[k(t)] ? p_.topologies[k(t)]->size() : 0; });
  text += "static const signed char kOwner[256] = {";
  for (const Component& component : p_.components) text += s_of(component.owner) + ",";
  return text + "};\n";
}

std::string Emitter::end_rule(const Node& n) {
  const std::string& head = n.tree->head();
  if (head == "result")
    return "  set_result(s, " + role(n.kid(0).imm) + ", " + s_of(n.kid(1).imm) + ");\n  return true;\n";
  if (head == "byScore") {
    std::string text;
    if (n.has(0)) {
      for (const Node* each : n.kid(0).kids)
        text += "  { const int score = " + integer(each->kid(1)) + "; H(s).score[" + role(each->kid(0).imm) +
                "] = score; }\n";
    }
    const bool misere = n.has(1) && n.kid(1).imm != 0;
    return text + "  by_score(s, " + (misere ? "true" : "false") + ");\n  return true;\n";
  }
  if (head == "forEach") {
    std::string which;
    if (n.has(0) && static_cast<Role>(n.kid(0).imm) == Role::kNonMover)
      which = "  if (q == H(s).mover) continue;\n";
    // An inner rule ends the loop even if it does not hold.
    return "  for (int q = 1; q <= PLAYERS; ++q) {\n" + which + "  It it = base;\n  it.player = q;\n  if (" +
           boolean(n.kid(1)) + ") {\n  const bool over = [&]() -> bool {\n" + end_rule(n.kid(2)) +
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
    text += counts_scores(*rule) ? "  [&]() -> bool {\n" : "  if (H(s).status == 0) [&]() -> bool {\n";
    text += end_rule(*rule) + "  return false;\n  }();\n";
  }
  return text + "  if (PASS_DRAWS && H(s).status == 0 && all_passed(H(s))) H(s).status = 1;\n  }\n";
}

std::string Emitter::ends() {
  std::string text =
      "static bool ends(u8* s, const It& base, int phase) {\n  It it = base;\n  (void)it;\n  (void)phase;\n";
  for (std::size_t k = 0; k < p_.phases.size(); ++k) {
    if (p_.phases[k].ends.empty()) continue;
    text += "  if (phase == " + s_of(static_cast<int>(k)) + ")" + end_rules(p_.phases[k].ends);
  }
  if (!p_.ends.empty()) text += "  if (H(s).status == 0)" + end_rules(p_.ends);
  return text + "  return H(s).status != 0;\n}\n";
}

std::string Emitter::next_phases() {
  std::string text =
      "static void next_phases(u8* s, const It& base) {\n  It it = base;\n  (void)it;\n  (void)s;\n";
  if (p_.phases.size() >= 2) {
    text += "  for (int q = 1; q <= PLAYERS; ++q) {\n  switch (H(s).phase[q]) {\n";
    for (std::size_t k = 0; k < p_.phases.size(); ++k) {
      text += "  case " + s_of(static_cast<int>(k)) + ":\n";
      for (const NextPhase& next : p_.phases[k].next) {
        text += "  if (" + (next.role < 0
                                ? std::string("true")
                                : "(" + role(next.role) + " == q || " + role(next.role) + " == PLAYERS + 1)");
        if (next.condition != nullptr) text += " && " + boolean(*next.condition);
        text += ") {";
        if (next.phase >= 0) text += " H(s).phase[q] = " + s_of(next.phase) + ";";
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
            "(u8* s, It it) {\n  Ws* const w = it.w;\n  (void)w;\n" + body + "}\n";
    // Where the moves add a piece to any empty site, playouts need no list.
    const bool all_empty = p_.phases[k].adds_anywhere;
    simple +=
        "  case " + s_of(static_cast<int>(k)) + ": return " + s_of(all_empty ? last_generator_ : 0) + ";\n";
  }
  text +=
      "static void moves_of(u8* s, const It& it, int player) {\n  switch (PHASES > 1 ? H(s).phase[player] : "
      "0) {\n";
  for (std::size_t k = 0; k < p_.phases.size(); ++k)
    text +=
        "  case " + s_of(static_cast<int>(k)) + ": play" + s_of(static_cast<int>(k)) + "(s, it); break;\n";
  text += "  default: break;\n  }\n}\n";
  // The generator of a phase whose moves add to any empty site, 0: the phase has other moves.
  return text + "INLINE int adds_anywhere(int phase) {\n  switch (PHASES > 1 ? phase : 0) {\n" + simple +
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

// The tables of the incremental data of playouts.
std::string Emitter::tracks() const {
  if (track_bits_ == 0 && track_rows_ == 0) return "";
  std::string text = "static const u16 kTouch[] = {";
  for (const std::uint32_t bits : touch_) text += std::to_string(bits) + ",";
  text += "0};\nstatic const u16 kLineOf[] = {";
  for (const int place : line_of_) text += s_of(place) + ",";
  return text + "0};\n#define kTrackSteps " +
         (track_steps_.empty() ? "((const i16*)nullptr)" : track_steps_) + "\n";
}

std::string Emitter::run() {
  adds_only_ = only_adds();
  const std::string play_text = plays();
  in_ends_ = true;
  const std::string end_text = ends();
  in_ends_ = false;
  const std::string phase_text = next_phases();
  std::string text = "// Written by Ludex from a description.\n" + constants() + "#define KEEPS_LIST " +
                     s_of(keeps_list()) + "\n#define COPIES " + (chains_ ? "64" : "12") +
                     "\n#define TRACKS " + (track_bits_ != 0 || track_rows_ != 0 ? "1" : "0") +
                     "\n#define TRACK_LINKS " + (track_bits_ != 0 ? "1" : "0") + "\n#define TRACK_WIDTH " +
                     s_of(track_width_) + "\n#define TRACK_ROWS " + s_of(track_rows_ + 1) +
                     "\n#define TRACK_WAYS " + s_of(__builtin_popcount(track_ways_)) + "\n#define MANY " +
                     (generators_ > 32 ? "1" : "0") + "\n#define HEAVY " + (heavy_ ? "1" : "0") + "\n" +
                     kRuntime + kLudemes + tables_ + tracks() + kTrack;
  text +=
      "template <bool Z> static void exec(u8* s, const It& base, const M& m, int mode);\n"
      "static bool has_moves(u8* s, const It& it, int player);\n"
      "static void keep_longest(u8* s, Ws* w, u32 first);\n";
  for (std::size_t k = 0; k < then_ids_.size(); ++k)
    text += "template <bool Z> static void t" + s_of(static_cast<int>(k)) + "(u8* s, const It& base);\n";
  text += functions_ + thens_text_;
  text +=
      "static void then_of(int id, bool hashed, u8* s, It it) {\n  (void)hashed;\n  (void)s;\n  (void)it;\n  "
      "switch (id) {\n";
  for (std::size_t k = 0; k < then_ids_.size(); ++k) {
    const std::string t = "t" + s_of(static_cast<int>(k));
    text += "  case " + s_of(static_cast<int>(k)) + ": hashed ? " + t + "<true>(s, it) : " + t +
            "<false>(s, it); break;\n";
  }
  text += "  default: break;\n  }\n}\n";
  text += play_text + end_text + phase_text;
  text +=
      "static int taken_by(u8* s, const It& base, const M& m) {\n  Ws* const w = base.w;\n  (void)w;\n"
      "  const int from = m.from >= kNone ? (int)kOff : m.from, to = m.from == kNoSite || m.to >= kNone ? "
      "(int)kOff : m.to;\n"
      "  constexpr bool Z = false;\n  (void)from;\n  (void)to;\n  (void)Z;\n  switch (m.gen) {\n" +
      taken_ + "    default: return kOff;\n  }\n}\n";
  text += "static bool stands(u8* s, Ws* w, const M& m) {\n  (void)s;\n  (void)w;\n  switch (m.test) {\n" +
          tests_ + "  default: return true;\n  }\n}\n";
  text +=
      "template <bool Z> static void exec(u8* s, const It& base, const M& m, int mode) {\n  Ws* const w = "
      "base.w;\n  (void)w;\n"
      "  const int from = m.from >= kNone ? (int)kOff : m.from, to = m.from == kNoSite || m.to >= kNone ? "
      "(int)kOff : m.to;\n"
      "  (void)from;\n  (void)to;\n  switch (m.gen) {\n    case 0: {\n      u32 which;\n      "
      "__builtin_memcpy(&which, &m.site, 4);\n"
      "      begin_ply(s, m, mode);\n"
      "      w->host->make(w->host, which, s, &base);\n      return;\n    }\n    case 1: begin_ply(s, m, "
      "mode); moved(s, m, OWN); return;\n"
      "    case 2: begin_ply(s, m, mode); H(s).swapped ^= 1; H(s).next = H(s).mover; moved(s, m, OWN); "
      "return;\n" +
      cases_ + "    default: return;\n  }\n}\n";
  text += kTail;
  return text;
}

}  // namespace ludex::games::lud::codegen
