#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/formats/pgn.hpp"
#include "arena/faces/export/export.hpp"
#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::exports {
namespace {

// The words of the standard, section 9.8.1. A comment at the end describes an agent's fault.
std::string_view termination_tag(Termination termination) {
  switch (termination) {
    case Termination::kNormal:
    case Termination::kResigned:
      return "normal";
    case Termination::kAgreedProof:
    case Termination::kOracle:
    case Termination::kPlyLimit:
    case Termination::kAdjudicatedWin:
    case Termination::kAdjudicatedDraw:
      return "adjudication";
    case Termination::kIllegalMove:
      return "rules infraction";
    case Termination::kHang:
    case Termination::kOverTime:
      return "time forfeit";
    case Termination::kHostStopped:
      return "unterminated";
    default:
      return "abandoned";
  }
}

// Wraps words into lines of fewer than 80 characters (section 4.3).
class MoveText {
 public:
  void add(std::string_view word) {
    if (!line_.empty() && line_.size() + 1 + word.size() >= 80) {
      text_ += line_ + "\n";
      line_.clear();
    }
    if (!line_.empty()) line_ += ' ';
    line_ += word;
  }
  // Comments do not nest, so braces inside become parentheses.
  void comment(std::string_view words) {
    std::string text = "{";
    for (const char c : words) text += c == '{' ? '(' : c == '}' ? ')' : c;
    text += "}";
    // Wrapped at blanks like all other text.
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
      if (end != at) add(std::string_view(text).substr(at, end - at));
      at = end + 1;
    }
  }
  [[nodiscard]] std::string finish() && { return std::move(text_) + line_ + "\n\n"; }

 private:
  std::string text_;
  std::string line_;
};

// The number of the first move: the sixth field of a FEN, else 1.
std::uint32_t first_number(std::string_view position, bool fen) {
  std::uint32_t number = 1;
  if (!fen) return number;
  const std::size_t blank = position.rfind(' ');
  const char* const end = position.data() + position.size();
  if (blank != std::string_view::npos) std::from_chars(position.data() + blank + 1, end, number);
  return std::max(number, 1U);
}

// [%eval] is from White's view in pawns, [%emt] the move's time, [%clk] the time left.
std::string commands(const Ply& ply) {
  std::string text;
  const auto& value = ply.note.value;
  if (value && value->unit == ValueUnit::kCenti && value->bound == ValueBound::kExact)
    text = fmt::format("[%eval {:.2f}]", (ply.mover == 0 ? 1 : -1) * value->value / 100 + 0.0);
  const auto add_time = [&](std::string_view command, std::uint64_t ms) {
    text += fmt::format("{}[%{} {}:{:02}:{:02}.{:03}]", text.empty() ? "" : " ", command, ms / 3'600'000,
                        ms / 60'000 % 60, ms / 1000 % 60, ms % 1000);
  };
  if (ply.note.clock_ms) add_time("clk", *ply.note.clock_ms);
  if (ply.note.wall_us) add_time("emt", (*ply.note.wall_us + 500) / 1000);
  return text;
}

std::string date_tag(const std::string& date) {
  if (date.size() != 10) return "????.??.??";
  return date.substr(0, 4) + "." + date.substr(5, 2) + "." + date.substr(8, 2);
}

std::string time_tags(const GameRecord& record, const ExportContext& context) {
  const auto of = [&](std::size_t seat) {
    const auto known = context.time_controls.find(record.agents[seat]);
    return known == context.time_controls.end() ? std::string() : known->second;
  };
  const std::string first = of(0);
  const std::string second = of(1);
  if (first == second) return first.empty() ? "" : pgn_tag("TimeControl", first);
  return pgn_tag("WhiteTimeControl", first.empty() ? "?" : first) +
         pgn_tag("BlackTimeControl", second.empty() ? "?" : second);
}

// Equal for games of one label with the same opening.
std::string opening_id(const GameRecord& record) {
  std::string text = record.game + '\n' + record.position;
  for (const std::string& move : record.opening) text += '\n' + move;
  return fmt::format("{:016x}", fnv1a(text));
}

std::string end_text(const GameRecord& record) {
  if (record.termination == Termination::kNormal) return record.note;
  return fmt::format("{}{}{}", to_text(record.termination), record.note.empty() ? "" : ": ", record.note);
}

// None for chess, as usual.
std::string variant_tag(const Game& game, const GameRecord& record) {
  if (find<San>(game) == nullptr) return record.game;
  const auto* const uci = find<Uci>(game);
  return uci != nullptr && std::string_view(uci->variant()) == "chess960" ? "Chess960" : "";
}

}  // namespace

Result<std::string> to_pgn(const GameRecord& record, const Replay& replay, const ExportContext& context) {
  if (players(record) != 2)
    return Error{
        fmt::format("game '{}' has {} players, and PGN holds two: expected --format csv or moves, or "
                    "--game with a label of a game of two",
                    record.id, players(record))};
  const Game& game = replay.start.game();
  const auto* const san = find<San>(game);
  const std::string result(to_text(record.outcome));
  const auto known = [](const std::string& text) { return text.empty() ? std::string("?") : text; };
  std::string text = pgn_tag("Event", known(context.event)) + pgn_tag("Site", "?") +
                     pgn_tag("Date", date_tag(context.date)) +
                     pgn_tag("Round", std::to_string(record.round + 1)) + pgn_tag("White", record.agents[0]) +
                     pgn_tag("Black", record.agents[1]) + pgn_tag("Result", result);
  const std::string variant = variant_tag(game, record);
  if (!variant.empty()) text += pgn_tag("Variant", variant);
  // Readers of Chess960 cannot know the initial position.
  if (!record.position.empty() || (san != nullptr && !variant.empty()))
    text += pgn_tag("SetUp", "1") + pgn_tag("FEN", replay.start.text());
  text += pgn_tag("Termination", termination_tag(record.termination));
  // Refines the standard's word, which covers several reasons.
  if (record.termination != Termination::kNormal)
    text += pgn_tag("TerminationDetails", to_text(record.termination));
  text += pgn_tag("PlyCount", std::to_string(replay.plies.size())) + pgn_tag("GameId", record.id);
  text += pgn_tag("OpeningId", opening_id(record)) + time_tags(record, context) + "\n";

  MoveText moves;
  Position position = replay.start;
  std::uint32_t number = first_number(position.text(), san != nullptr);
  bool interrupted = true;  // the move number must be written
  for (const Ply& ply : replay.plies) {
    if (ply.mover == 0 || interrupted) moves.add(fmt::format("{}{}", number, ply.mover == 0 ? "." : "..."));
    StringSink short_text;
    if (san != nullptr) san->write_move(position.state(), ply.move, short_text);
    moves.add(san != nullptr ? short_text.take() : position.move_text(ply.move));
    position.apply(ply.move);
    number += ply.mover == 1 ? 1 : 0;
    std::string words;
    if (context.comments == MoveComments::kText) words = ply.opening ? "book" : note_text(ply.note);
    if (context.comments == MoveComments::kCommands) words = commands(ply);
    if (!words.empty()) moves.comment(words);
    interrupted = !words.empty();
  }
  if (const std::string end = end_text(record); !end.empty() && context.comments != MoveComments::kNone)
    moves.comment(end);
  moves.add(result);
  return text + std::move(moves).finish();
}

}  // namespace ludex::arena::exports
