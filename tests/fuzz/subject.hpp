// A game under fuzzing: the variants to try and what its parser may accept, read from games/ID.txt, and the
// form of an input.
//
// An input is text, so that a corpus can be read and written by people:
//
//   0 7/7/7/7/7/7 x        variant ('0' the first one), any one character, a position up to the end of the
//   line a                      the rest is a move; one newline at its end does not belong to it
//
// Lines of games/ID.txt (a game without such a file has one variant, its default, and `text any`):
//
//   # comment
//   variant [name=value ...]       parameters, in the order of their digits in the corpus
//   text exact                     every position has one text only
//   text fields N                  the first N blank-separated fields are always written as they were read
//   text anagram [ignored ...]     written with the same characters, whatever their order, less what is
//   ignored text any
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/abi/text.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/plugin/entry.hpp"
#include "core/util/rng.hpp"

namespace ludex::tests::fuzz {

// How far a text that is read must resemble the text that is written for the position.
class TextRule {
 public:
  void parse(std::istream& words) {
    words >> kind_;
    if (kind_ == "fields") words >> fields_;
    for (std::string word; kind_ == "anagram" && words >> word;) ignored_.push_back(word);
    if (kind_ != "exact" && kind_ != "any" && kind_ != "fields" && kind_ != "anagram")
      throw std::invalid_argument("unknown rule 'text " + kind_ + "'");
  }
  [[nodiscard]] bool allows(std::string_view read, std::string_view written) const {
    if (kind_ == "exact") return read == written;
    if (kind_ == "fields") return head(read) == head(written);
    if (kind_ == "anagram") return letters(read) == letters(written);
    return true;
  }

 private:
  [[nodiscard]] std::string_view head(std::string_view text) const {
    std::size_t end = 0;
    for (std::size_t i = 0; i < fields_ && end != std::string_view::npos; ++i)
      end = text.find(' ', end + (i > 0 ? 1 : 0));
    return text.substr(0, end);
  }
  [[nodiscard]] std::string letters(std::string_view text) const {
    std::string sorted(text);
    for (const std::string& word : ignored_) {
      if (const auto at = sorted.find(word); at != std::string::npos) sorted.erase(at, word.size());
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

  std::string kind_ = "any";
  std::size_t fields_ = 0;
  std::vector<std::string> ignored_;
};

struct DestroyGame {
  void operator()(Game* game) const noexcept { game->destroy(); }
};
using OwnedGame = std::unique_ptr<Game, DestroyGame>;

class Subject {
 public:
  // `folder` is the one of this file.
  Subject(const PluginEntry& entry, const std::filesystem::path& folder) : id_(entry.id) {
    factory_ = static_cast<const GameFactory*>(entry.factory(GameFactory::kInterface));
    std::ifstream file(folder / "games" / (id_ + ".txt"));
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string key;
      words >> key;
      if (key == "variant") {
        add(words);
      } else if (key == "text") {
        rule_.parse(words);
      } else if (!key.empty() && key[0] != '#') {
        throw std::invalid_argument(id_ + ".txt: unknown line '" + line + "'");
      }
    }
    std::istringstream none;
    if (variants_.empty()) add(none);
  }

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const TextRule& rule() const { return rule_; }
  [[nodiscard]] std::size_t variants() const { return variants_.size(); }
  [[nodiscard]] const Game& game(std::size_t variant) const { return *variants_[variant]; }

 private:
  void add(std::istream& words) {
    std::vector<std::string> texts;
    for (std::string word; words >> word;) texts.push_back(word);
    std::vector<ParamText> values;
    for (std::string& text : texts) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos) throw std::invalid_argument(id_ + ".txt: no '=' in " + text);
      text[equals] = '\0';
      values.push_back({text.c_str(), text.c_str() + equals + 1});
    }
    StringSink error;
    OwnedGame game(factory_->create(values.data(), static_cast<std::uint32_t>(values.size()), error));
    if (game == nullptr) throw std::invalid_argument(id_ + ".txt: " + error.text());
    variants_.push_back(std::move(game));
  }

  std::string id_;
  const GameFactory* factory_;
  TextRule rule_;
  std::vector<OwnedGame> variants_;
};

struct Input {
  std::size_t variant;
  std::string_view position;
  std::string_view move;

  Input(const Subject& subject, std::string_view bytes) : variant(0) {
    if (bytes.empty()) return;
    variant = static_cast<unsigned char>(bytes[0] - '0') % subject.variants();
    bytes.remove_prefix(std::min<std::size_t>(2, bytes.size()));
    const std::size_t end = bytes.find('\n');
    position = bytes.substr(0, end);
    if (end != std::string_view::npos) move = bytes.substr(end + 1);
    if (move.ends_with('\n')) move.remove_suffix(1);
  }
};

// A valid input: a position of a random game, mostly an early one, and a legal move of it.
inline std::string random_input(const Subject& subject, Rng& rng) {
  const std::uint32_t variant = rng.below(static_cast<std::uint32_t>(subject.variants()));
  Position position(subject.game(variant));
  for (std::uint32_t plies = rng.below(2U << rng.below(8)); plies > 0 && !position.over(); --plies) {
    const std::vector<Move> moves = position.legal_moves();
    position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  std::string text = std::to_string(variant % 10) + ' ' + position.text() + '\n';
  if (!position.over()) {
    const std::vector<Move> moves = position.legal_moves();
    text += position.move_text(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]) + '\n';
  }
  return text;
}

// One slip of a typist: two characters exchanged, or one copied elsewhere, dropped, doubled or miscounted.
inline void misspell(std::string& text, Rng& rng) {
  if (text.size() < 4) return;
  const auto size = static_cast<std::uint32_t>(text.size()) - 2;  // the variant stays
  const std::size_t i = 2 + rng.below(size);
  const std::size_t j = 2 + rng.below(size);
  switch (rng.below(6)) {
    case 0:
      std::swap(text[i], text[j]);
      break;
    case 1:
      text[i] = text[j];
      break;
    case 2:
      text.erase(i, 1);
      break;
    case 3:
      text.insert(i, 1, text[i]);
      break;
    case 4:
      text.insert(i, 1, text[j]);
      break;
    default:
      text[i] = static_cast<char>(text[i] + (rng.below(2) == 0 ? 1 : -1));
  }
}

}  // namespace ludex::tests::fuzz
