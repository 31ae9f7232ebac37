// Named texts, and places in them. Every token, and so every node of a tree, knows its text, its place, and
// the definition or option through which it came in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ludex::games::lud {

// A text and its name in messages.
struct Source {
  std::string name;  // a path, or the name of a definition
  std::string text;
};

// A place in a text; line and column count from 1, columns in bytes.
struct Place {
  const Source* source = nullptr;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  // The call of a definition through which the text came, as an index into Sources::calls; 0: none.
  std::uint32_t via = 0;
};

// One call of a definition or use of an option.
struct Call {
  std::string name;
  Place where;
};

// The texts of one description; they live as long as the trees that point into them.
class Sources {
 public:
  Sources() { calls_.emplace_back(); }
  const Source* add(std::string name, std::string text) {
    texts_.push_back(std::make_unique<Source>(Source{std::move(name), std::move(text)}));
    return texts_.back().get();
  }
  std::uint32_t add_call(Call call) {
    calls_.push_back(std::move(call));
    return static_cast<std::uint32_t>(calls_.size() - 1);
  }
  [[nodiscard]] const Call& call(std::uint32_t index) const { return calls_[index]; }

  // "Hex.lud:12:5", and its origin: "..., in "StepToEmpty" called at Hex.lud:4:9".
  [[nodiscard]] std::string text(const Place& place) const;

 private:
  std::vector<std::unique_ptr<Source>> texts_;
  std::vector<Call> calls_;
};

}  // namespace ludex::games::lud
