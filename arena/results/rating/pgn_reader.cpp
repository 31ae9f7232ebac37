// PGN (Portable Game Notation standard, 1994, sections 7 to 9): uses only the tags and the result at the end
// of the moves.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/base/formats/pgn.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::rating {

namespace {

// Words in the tag Termination for a loss by a fault or by leaving: those of the standard (section 9.8.1),
// and those of servers and other programs.
constexpr std::array<std::string_view, 13> kForfeitWords{
    "time forfeit", "rules infraction", "abandon", "death",   "emergency", "illegal", "stalled",
    "disconnect",   "forfeit",          "crash",   "on time", "timeout",   "time-out"};

class PgnResults {
 public:
  PgnResults(const std::string& file, const ReadOptions& options, ResultTable& table, ReadSummary& summary)
      : file_(file), options_(options), table_(table), summary_(summary) {}

  void add(const PgnGame& game) {
    place_ = place(game.line);
    const auto leave_out = [&](std::string_view what, std::string_view value = "") {
      summary_.findings.left_out("game", what, place_, value);
    };
    const std::string* const white = game.tag("White");
    const std::string* const black = game.tag("Black");
    if (game.tags.empty()) {
      return summary_.findings.left_out("passage", "without a tag left out, expected [White \"name\"]",
                                        place_);
    }
    const std::string_view first = name(white, white_);
    const std::string_view second = name(black, black_);
    const std::string termination = text_of(game.tag("Termination"));
    if (is_bye(first) || is_bye(second) || is_bye(trim(termination)))
      return summary_.findings.left_out("bye", "left out", place_);
    if (is_nobody(first) || is_nobody(second)) {
      const std::string* const tag = is_nobody(first) ? white : black;
      return leave_out("without the names of both players left out", tag == nullptr ? "" : *tag);
    }
    if (const std::string why = too_long(first, second); !why.empty())
      return leave_out("with too long a name left out", why);
    const std::string* const tag = game.tag("Result");
    const std::string_view written = tag == nullptr ? std::string_view() : trim(*tag);
    const auto result = result_in(game, written);
    if (!result && written != "*" && !(written.empty() && game.result == "*"))
      return leave_out("without a usable result left out", written.empty() ? "no tag Result" : written);
    note_variant(game);
    const LoggedGame logged{first, second, result, forfeit_of(game, first, second, termination), "", {}};
    told_ = told_ || game.tag("Termination") != nullptr;
    if (count_game(logged, options_, table_, summary_)) tell_pair(game, logged);
  }

  void add(const PgnRemark& remark) {
    const std::string at = place(remark.line);
    auto& findings = summary_.findings;
    switch (remark.oddity) {
      case PgnOddity::kOpenComment:
        return findings.noted("comment", "never closed, taken to end where the next game begins", at);
      case PgnOddity::kOpenVariation:
        return findings.noted("variation", "never closed, taken to end where the next game begins", at);
      case PgnOddity::kBadTag:
        return findings.noted("bad tag", "skipped, expected [Name \"value\"]", at, remark.text);
      case PgnOddity::kFlawedTag:
        return findings.noted("tag", "without a quote or a bracket at the end", at, remark.text);
      case PgnOddity::kTagTwice:
        return findings.noted("tag", "given twice in one game, of which the first counts", at, remark.text);
      case PgnOddity::kClosesNothing:  // about moves, which are ignored here
      case PgnOddity::kAfterResult:
        return;
    }
  }

  void finish() {
    if (options_.without_forfeits && !told_) {
      summary_.warnings.push_back(
          file_ + ": no game has a tag Termination, so --without-forfeits leaves none of them out");
    }
    // Warns if several variants would be rated as one game.
    if (variants_.size() + (without_variant_ ? 1 : 0) < 2) return;
    std::string list;
    for (const std::string& variant : variants_) list += (list.empty() ? "" : ", ") + quote(variant);
    summary_.warnings.push_back(fmt::format("{}: games of several variants are rated as one game: {}{}",
                                            file_, list, without_variant_ ? ", and standard chess" : ""));
  }

 private:
  [[nodiscard]] std::string place(std::uint64_t line) const { return fmt::format("{}:{}", file_, line); }
  static std::string text_of(const std::string* tag) { return tag == nullptr ? "" : *tag; }

  std::string_view name(const std::string* tag, std::string& buffer) {
    if (tag == nullptr) return {};
    const std::string_view read = player_name(*tag, buffer);
    if (read.size() != tag->size() && is_ascii_text(*tag) && !read.empty())
      summary_.findings.noted("name", "read without superfluous blanks", place_, *tag);
    return read;
  }
  static bool is_ascii_text(std::string_view text) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0x80) return false;
    }
    return true;
  }

  // The tag's result, else that of the text.
  std::optional<GameResult> result_in(const PgnGame& game, std::string_view written) {
    const auto by_tag = foreign_result(written);
    const auto by_text = foreign_result(game.result);
    if (!by_tag && by_text) {
      summary_.findings.noted("game", "whose result only the end of its text gives", place_, written);
      return by_text;
    }
    const bool differs = by_tag && !game.result.empty() && by_tag != by_text;
    if (differs) {
      summary_.findings.noted("game", "whose tag Result differs from the end of its text: the tag counts",
                              place_, fmt::format("{}, not {}", written, game.result));
    }
    return by_tag;
  }

  // The reason for the loser's forfeit, in the tags' words; no value for a game played to its end.
  std::optional<std::string_view> forfeit_of(const PgnGame& game, std::string_view first,
                                             std::string_view second, const std::string& termination) {
    // The arena's own word, written by `ludex export`.
    if (const std::string* const details = game.tag("TerminationDetails")) {
      if (const auto own = enum_from_text<Termination>(*details))
        return is_forfeit(*own) ? std::optional<std::string_view>(*details) : std::nullopt;
    }
    std::string word = lower_case(termination);
    // "NAME won by resignation": ignores the name, which may contain any words.
    for (const auto& player : {first, second}) {
      if (const std::string small = lower_case(player) + ' '; word.starts_with(small))
        word.erase(0, small.size());
    }
    for (const std::string_view forfeit : kForfeitWords) {
      if (word.find(forfeit) != std::string::npos) return termination;
    }
    return std::nullopt;
  }

  void note_variant(const PgnGame& game) {
    const std::string variant = lower_case(text_of(game.tag("Variant")));
    if (variant.empty() || variant == "standard" || variant == "normal" || variant == "chess" ||
        variant == "from position") {
      without_variant_ = true;
    } else if (std::find(variants_.begin(), variants_.end(), variant) == variants_.end() &&
               variants_.size() < kMostVariants) {
      variants_.push_back(variant);
    }
  }

  // Passes on a game that can be paired, by its round and its start. The round alone does not suffice: many
  // programs number all games 1.
  void tell_pair(const PgnGame& game, const LoggedGame& logged) {
    const std::string round = text_of(game.tag("Round"));
    const std::string* opening = game.tag("OpeningId");
    if (opening == nullptr) opening = game.tag("FEN");
    if (!options_.sink || round.empty() || round == "?" || round == "-" || opening == nullptr) return;
    options_.sink(logged.first, logged.second, *logged.result, "", round + '\n' + *opening, {});
  }

  static constexpr std::size_t kMostVariants = 10;

  const std::string& file_;
  const ReadOptions& options_;
  ResultTable& table_;
  ReadSummary& summary_;
  std::string place_;
  std::string white_;
  std::string black_;
  bool told_ = false;  // some game has a termination
  bool without_variant_ = false;
  std::vector<std::string> variants_;
};

}  // namespace

Result<void> read_pgn(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options) {
  PgnReader reader(text, PgnParts::kTagsOnly);
  PgnResults results(file, options, table, summary);
  PgnGame game;
  for (bool more = true; more;) {
    more = reader.next(game);
    for (const PgnRemark& remark : reader.take_remarks()) results.add(remark);
    if (more) results.add(game);
  }
  results.finish();
  return {};
}

}  // namespace ludex::arena::rating
