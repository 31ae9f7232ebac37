// The child's side of a sandboxed game.
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/box.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/host/plugins/examine.hpp"
#include "arena/host/plugins/sandboxed_game.hpp"
#include "arena/host/plugins/sandboxed_game_messages.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::host {
namespace {

using sandboxed::Answer;
using sandboxed::Call;
using sandboxed::Greeting;
using sandboxed::Question;

// Exits if the pipe is closed: the host is gone.
void read_whole(void* to, std::size_t size) noexcept {
  for (auto* at = static_cast<char*>(to); size != 0;) {
    const ssize_t n = read(sandboxed::kQuestions, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);
    at += n;
    size -= static_cast<std::size_t>(n);
  }
}
void write_whole(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t n = write(sandboxed::kAnswers, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}
template <class T>
std::string_view bytes_of(const T& object) noexcept {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}

class BoxedGameServer {
 public:
  explicit BoxedGameServer(const Game& game)
      : game_(game),
        state_bytes_(game.traits().state_size),
        states_(game.traits(), 1),
        moves_(game.traits().max_moves),
        chance_(find<Chance>(game)),
        chances_(chance_ == nullptr ? 0 : chance_->max_outcomes()) {}

  [[noreturn]] void serve() {
    while (true) {
      Question question{};
      read_whole(&question, sizeof question);
      if (question.has_state != 0) read_whole(states_[0], state_bytes_);
      text_.resize(question.text_bytes);
      read_whole(text_.data(), text_.size());
      const Answer answer = this->answer(question);
      out_.assign(bytes_of(answer));
      if (answer.has_state != 0) out_.append(reinterpret_cast<const char*>(states_[0]), state_bytes_);
      out_ += text_;
      write_whole(out_);
    }
  }

 private:
  // Answers a question; the answer's text is in text_.
  Answer answer(const Question& question) {
    Answer answer{};
    State* const state = states_[0];
    StringSink sink;
    switch (question.call) {
      case Call::kInitial:
        game_.initial(state);
        answer.has_state = 1;
        break;
      case Call::kApply:
        game_.apply(state, question.move);
        answer.has_state = 1;
        break;
      case Call::kFromText:
        answer.status = game_.position_from_text(text_.data(), text_.size(), state, sink);
        answer.has_state = answer.status == Status::kOk ? 1 : 0;
        break;
      case Call::kMoves:
        answer.value = game_.legal_moves(state, moves_.data());
        sink.write(reinterpret_cast<const char*>(moves_.data()), answer.value * sizeof(Move));
        break;
      case Call::kChances:
        if (chance_ != nullptr) answer.value = chance_->probabilities(state, chances_.data());
        sink.write(reinterpret_cast<const char*>(chances_.data()), answer.value * sizeof(double));
        break;
      case Call::kMoveClass:
        answer.value = game_.move_class(state, question.move);
        break;
      case Call::kMoveText:
        game_.move_to_text(state, question.move, sink);
        break;
      case Call::kMoveFromText: {
        Move move = kNoMove;
        answer.status = game_.move_from_text(state, text_.data(), text_.size(), &move, sink);
        answer.value = static_cast<std::uint32_t>(move);
        break;
      }
      case Call::kText:
        game_.position_to_text(state, sink);
        break;
      case Call::kDrawing:
        game_.draw(state, sink);
        break;
    }
    text_ = sink.take();
    answer.text_bytes = static_cast<std::uint32_t>(text_.size());
    if (answer.has_state != 0) {
      sandboxed::Facts& facts = answer.facts;
      facts.hash = game_.hash(state);
      facts.status = game_.status(state);
      if (is_over(facts.status)) {
        game_.returns(state, facts.returns.data());
      } else {
        facts.to_move = game_.to_move(state);
      }
    }
    return answer;
  }

  const Game& game_;
  std::uint32_t state_bytes_;
  StateBuffer states_;
  std::vector<Move> moves_;
  const Chance* chance_;
  std::vector<double> chances_;
  std::string text_;
  std::string out_;
};

[[noreturn]] void refuse(const std::string& why) {
  const Greeting greeting{Status::kInvalidArgument, static_cast<std::uint32_t>(why.size()), {}, 0};
  write_whole(std::string(bytes_of(greeting)) + why);
  _exit(0);
}

}  // namespace

int sandboxed_game_in_this_process(const std::string& text) {
  tie_to_reader(sandboxed::kAnswers);
  std::string file;
  Settings settings;
  try {
    const auto json = json::Value::parse(text);
    file = json.at("file").get<std::string>();
    settings = json.at("settings").get<Settings>();
  } catch (const json::Exception& e) {
    refuse(e.what());
  }
  std::vector<std::string> readable;
  add_readable(file, settings, readable);
  constexpr std::uint64_t kMemory = std::uint64_t{2} << 30;
  const MemoryLimit memory;
  memory.set(kMemory);
  if (const auto done = enter_box({.sandbox = true, .readable = readable, .threads = false}); !done)
    refuse("sandbox: " + done.error());
  const auto library = Library::load(file);
  if (!library) refuse(library.error());
  const auto game = (*library)->make_game(settings);
  if (!game) refuse(game.error());
  const auto* const chance = find<Chance>(**game);
  write_whole(
      bytes_of(Greeting{Status::kOk, 0, (*game)->traits(), chance == nullptr ? 0 : chance->max_outcomes()}));
  BoxedGameServer(**game).serve();
}

}  // namespace ludex::arena::host
