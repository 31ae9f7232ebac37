#include "arena/host/plugins/sandboxed_game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/await_end.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/spawn.hpp"
#include "arena/host/plugins/sandboxed_game_messages.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/system/own_time.hpp"
#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::host {
namespace {

using sandboxed::Answer;
using sandboxed::Call;
using sandboxed::Facts;
using sandboxed::Greeting;
using sandboxed::Question;

// The child, its pipes, and its failure.
class Respondent {
 public:
  explicit Respondent(SandboxedGameStart start) : start_(std::move(start)) {}
  ~Respondent() { end(); }
  Respondent(const Respondent&) = delete;
  Respondent& operator=(const Respondent&) = delete;

  [[nodiscard]] Result<Greeting> open() {
    auto questions = make_pipe();
    if (!questions) return Error{questions.error()};
    auto answers = make_pipe();
    if (!answers) return Error{answers.error()};
    auto noise = make_pipe();
    if (!noise) return Error{noise.error()};
    const json::Value text{{"file", start_.file.string()}, {"settings", start_.settings}};
    ChildStart how{start_.executable,
                   {"--boxed-game", text.dump()},
                   noise->write_end.get(),
                   {questions->read_end.get(), answers->write_end.get()}};
    how.apart = true;
    const auto child = spawn(how);
    if (!child) return Error{"cannot start a child process: " + child.error()};
    child_ = *child;
    tree_ = ProcessTree(child_);
    questions_ = std::move(*questions);
    answers_ = std::move(answers->read_end);
    noise_ = std::move(noise->read_end);
    for (const Descriptor* end : {&questions_.write_end, &answers_, &noise_})
      fcntl(end->get(), F_SETFL, O_NONBLOCK);
    answers->write_end = {};
    noise->write_end = {};
    begin(start_.start_ns);
    Greeting greeting{};
    if (!receive(&greeting, sizeof greeting)) return Error{failure_};
    if (greeting.status != Status::kOk) {
      std::string why(std::min(greeting.text_bytes, sandboxed::kMostText), '\0');
      if (!receive(why.data(), why.size())) return Error{failure_};
      return Error{why};
    }
    if (const std::string wrong = flaw_of(greeting.traits); !wrong.empty()) return Error{wrong};
    if (greeting.max_outcomes > greeting.traits.max_moves)
      return Error{fmt::format("its chance cannot be: max_outcomes {}", greeting.max_outcomes)};
    return greeting;
  }

  // Asks the child; false if it has failed, now or before. `new_state` has the size of a state.
  bool ask(const Question& question, const std::byte* state, std::string_view text, Answer& answer,
           std::vector<std::byte>& new_state, std::string& answer_text) {
    if (!failure_.empty()) return false;
    begin(start_.call_ns);
    out_.assign(reinterpret_cast<const char*>(&question), sizeof question);
    if (question.has_state != 0) out_.append(reinterpret_cast<const char*>(state), new_state.size());
    out_ += text;
    if (!send(out_) || !receive(&answer, sizeof answer)) return false;
    if (answer.text_bytes > sandboxed::kMostText) return fail("answered with nonsense");
    if (answer.has_state != 0 && !receive(new_state.data(), new_state.size())) return false;
    answer_text.resize(answer.text_bytes);
    return receive(answer_text.data(), answer_text.size());
  }

  bool fail(const std::string& how) {
    if (failure_.empty()) failure_ = fmt::format("game '{}' {}{}", start_.name, how, said());
    end();
    return false;
  }
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  void set_stop(const std::uint32_t* stop) noexcept { stop_ = stop; }

 private:
  // Checks the bounds that the plug-in gate enforces for a loaded game (core/contract).
  static std::string flaw_of(const GameTraits& traits) {
    const auto wrong = [](const char* name, std::uint32_t value) {
      return fmt::format("its traits cannot be: {} {}", name, value);
    };
    if (traits.players < 2 || traits.players > kMaxPlayers) return wrong("players", traits.players);
    if (traits.state_size == 0 || traits.state_size > sandboxed::kMostState)
      return wrong("state_size", traits.state_size);
    if (!std::has_single_bit(traits.state_align) || traits.state_align > 64)
      return wrong("state_align", traits.state_align);
    if (traits.max_moves == 0 || traits.max_moves > sandboxed::kMostMoves)
      return wrong("max_moves", traits.max_moves);
    if (traits.move_classes > sandboxed::kMostClasses) return wrong("move_classes", traits.move_classes);
    return "";
  }

  void begin(std::int64_t limit_ns) {
    began_ = wall_clock_ns();
    limit_ns_ = limit_ns;
    own_.reset();
  }

  // Waits until `descriptor` is ready; false if the child is late or gone.
  bool wait_for(int descriptor, short events) {
    while (true) {
      drain();
      if (stop_requested(stop_)) return fail("was not waited for: the run stops");
      const std::int64_t elapsed = wall_clock_ns() - began_;
      std::int64_t next = OwnTime::kFirstLook - elapsed;
      if (next <= 0) {
        const ProcessTimes times = tree_.look();
        if (!own_) own_.emplace(elapsed, times);
        switch (own_->judge(limit_ns_, elapsed, times)) {
          case OwnTime::Verdict::kWait:
            break;
          case OwnTime::Verdict::kOver:
            return fail(fmt::format("did not answer within {:g} s", static_cast<double>(limit_ns_) * 1e-9));
          case OwnTime::Verdict::kStarved:
            return fail("was not let run: this machine is too busy");
        }
        next = std::clamp(limit_ns_ - own_->own_ns(elapsed, times), OwnTime::kNextLook, OwnTime::kFirstLook);
      }
      std::array<pollfd, 2> wanted{{{descriptor, events, 0}, {answers_.get(), 0, 0}}};
      constexpr std::int64_t kMillisecond = 1'000'000;
      constexpr std::int64_t kSlice = 50 * kMillisecond;  // until the next check of stop_
      next = std::min(next, kSlice);
      const int ready = poll(wanted.data(), wanted.size(), static_cast<int>(next / kMillisecond + 1));
      if (ready > 0) return wanted[0].revents != 0 || lost();
      if (ready < 0 && errno != EINTR) return fail(std::strerror(errno));
    }
  }

  bool send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = write(questions_.write_end.get(), text.data(), text.size());
      if (n > 0) {
        text.remove_prefix(static_cast<std::size_t>(n));
      } else if (n < 0 && errno == EAGAIN) {
        if (!wait_for(questions_.write_end.get(), POLLOUT)) return false;
      } else if (n == 0 || errno != EINTR) {
        return lost();
      }
    }
    return true;
  }
  bool receive(void* to, std::size_t size) {
    for (auto* at = static_cast<char*>(to); size != 0;) {
      const ssize_t n = read(answers_.get(), at, size);
      if (n > 0) {
        at += n;
        size -= static_cast<std::size_t>(n);
      } else if (n < 0 && errno == EAGAIN) {
        if (!wait_for(answers_.get(), POLLIN)) return false;
      } else if (n == 0 || errno != EINTR) {
        return lost();
      }
    }
    return true;
  }

  // Reads the child's output, which would otherwise block it.
  void drain() {
    std::array<char, 4096> buffer;
    for (int i = 0; i < 16; ++i) {
      const ssize_t n = read(noise_.get(), buffer.data(), buffer.size());
      if (n <= 0) return;
      constexpr std::size_t kMost = 4096;
      if (printed_.size() < kMost) printed_.append(buffer.data(), static_cast<std::size_t>(n));
    }
  }
  [[nodiscard]] std::string said() {
    drain();
    return printed_.empty() ? "" : "; it said: " + printed_.substr(0, printed_.find('\n'));
  }

  // Handles a closed pipe: the child has ended, or will soon.
  bool lost() {
    constexpr int kPatience = 100;  // milliseconds
    int status = 0;
    for (int i = 0; i < kPatience && child_ > 0; ++i) {
      if (waitpid(child_, &status, WNOHANG) == child_) {
        kill(-child_, SIGKILL);
        child_ = -1;
      } else {
        poll(nullptr, 0, 1);
      }
    }
    if (child_ > 0) return fail("closed its pipe");
    if (WIFEXITED(status))
      return fail(fmt::format("ended its process with exit code {}", WEXITSTATUS(status)));
    return fail(fmt::format("died of signal {} ({}){}", WTERMSIG(status), strsignal(WTERMSIG(status)),
                            stack_note(WTERMSIG(status))));
  }
  // Kills the child and its process group.
  void end() noexcept {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    kill(-child_, SIGKILL);
    await_end(child_, nullptr);
    child_ = -1;
  }

  SandboxedGameStart start_;
  pid_t child_ = -1;
  ProcessTree tree_{0};
  Pipe questions_;  // both ends: writing to a dead child then raises no signal
  Descriptor answers_;
  Descriptor noise_;
  std::int64_t began_ = 0;
  std::int64_t limit_ns_ = 0;
  std::optional<OwnTime> own_;  // of the present question
  std::string out_;
  std::string printed_;
  std::string failure_;
  const std::uint32_t* stop_ = nullptr;
};

// Offset of the child's own state in a caller's state, after the Facts; states are aligned to at most 64
// bytes.
constexpr std::size_t kOwn = 64;
static_assert(sizeof(Facts) <= kOwn);

class GameInBox final : public Game, public SandboxedGame, public Chance {
 public:
  explicit GameInBox(SandboxedGameStart start) : child_(std::move(start)) {}

  [[nodiscard]] Result<void> open() {
    const auto greeting = child_.open();
    if (!greeting) return Error{greeting.error()};
    traits_ = greeting->traits;
    max_outcomes_ = greeting->max_outcomes;
    new_state_.resize(traits_.state_size);
    traits_.state_size += kOwn;
    traits_.state_align = kOwn;
    return {};
  }

  void destroy() noexcept override { delete this; }
  [[nodiscard]] const GameTraits& traits() const noexcept override { return traits_; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    if (std::string_view(id) == SandboxedGame::kId) return static_cast<const SandboxedGame*>(this);
    if (std::string_view(id) == Chance::kId && max_outcomes_ != 0) return static_cast<const Chance*>(this);
    return nullptr;
  }
  [[nodiscard]] std::string failure() const override {
    const std::scoped_lock lock(mutex_);
    return child_.failure();
  }
  void set_stop(const std::uint32_t* stop) const noexcept override {
    const std::scoped_lock lock(mutex_);
    child_.set_stop(stop);
  }

  void initial(State* state) const noexcept override {
    const std::scoped_lock lock(mutex_);
    renew(Call::kInitial, nullptr, kNoMove, state);
  }
  void copy(State* to, const State* from) const noexcept override {
    std::memcpy(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from),
                traits_.state_size);
  }
  [[nodiscard]] Player to_move(const State* state) const noexcept override { return facts(state).to_move; }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override { return facts(state).status; }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override {
    if (is_over(status(state))) return 0;
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (ask(Call::kMoves, state, kNoMove, {}, answer)) {
      if (answer.value != 0 && answer.value <= traits_.max_moves &&
          text_.size() == answer.value * sizeof(Move)) {
        std::memcpy(out, text_.data(), text_.size());
        return answer.value;
      }
      child_.fail(fmt::format("answered with {} moves", answer.value));
    }
    // The result no longer matters, but there must be a move.
    out[0] = kNoMove;
    return 1;
  }
  GameStatus apply(State* state, Move move) const noexcept override {
    const std::scoped_lock lock(mutex_);
    renew(Call::kApply, state, move, state);
    return facts(state).status;
  }
  void returns(const State* state, float* out) const noexcept override {
    std::copy_n(facts(state).returns.begin(), traits_.players, out);
  }
  [[nodiscard]] std::uint64_t hash(const State* state) const noexcept override { return facts(state).hash; }
  [[nodiscard]] std::uint32_t move_class(const State* state, Move move) const noexcept override {
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (!ask(Call::kMoveClass, state, move, {}, answer)) return 0;
    if (answer.value >= traits_.move_classes) child_.fail("answered with a move class that it does not have");
    return answer.value < traits_.move_classes ? answer.value : 0;
  }
  // Slower than the plug-in's playout, but correct.
  PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept override {
    std::vector<Move> moves(traits_.max_moves);
    PlayoutResult result{status(state), 0};
    if (trace != nullptr) trace->size = 0;
    for (; !is_over(result.status); ++result.plies) {
      const Move move =
          to_move(state) == kChance ? draw(state, rng) : moves[rng->below(legal_moves(state, moves.data()))];
      if (trace != nullptr && trace->size < trace->capacity)
        trace->moves[trace->size++] = {move, move_class(state, move), to_move(state)};
      result.status = apply(state, move);
    }
    return result;
  }

  [[nodiscard]] std::uint32_t max_outcomes() const noexcept override { return max_outcomes_; }
  std::uint32_t probabilities(const State* state, double* out) const noexcept override {
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (ask(Call::kChances, state, kNoMove, {}, answer)) {
      if (answer.value != 0 && answer.value <= max_outcomes_ &&
          text_.size() == answer.value * sizeof(double)) {
        std::memcpy(out, text_.data(), text_.size());
        return answer.value;
      }
      child_.fail(fmt::format("answered with {} probabilities", answer.value));
    }
    // As legal_moves after a failure.
    out[0] = 1;
    return 1;
  }
  // In this process, by the probabilities: the child's draws need not be right.
  Move draw(const State* state, Rng* rng) const noexcept override {
    std::vector<double> chances(max_outcomes_);
    std::vector<Move> outcomes(traits_.max_moves);
    const std::uint32_t n =
        std::min(probabilities(state, chances.data()), legal_moves(state, outcomes.data()));
    std::uint32_t i = 0;
    for (double left = rng->uniform(); i + 1 < n && (left -= chances[i]) >= 0;) ++i;
    return outcomes[i];
  }

  void move_to_text(const State* state, Move move, TextSink& out) const noexcept override {
    tell(Call::kMoveText, state, move, out);
  }
  Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                        TextSink& error) const noexcept override {
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (!ask(Call::kMoveFromText, state, kNoMove, {text, size}, answer)) return lost(error);
    if (answer.status == Status::kOk) {
      *out = static_cast<Move>(answer.value);
      return Status::kOk;
    }
    error.write(text_);
    return Status::kInvalidArgument;
  }
  void position_to_text(const State* state, TextSink& out) const noexcept override {
    tell(Call::kText, state, kNoMove, out);
  }
  Status position_from_text(const char* text, std::size_t size, State* out,
                            TextSink& error) const noexcept override {
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (!ask(Call::kFromText, nullptr, kNoMove, {text, size}, answer)) return lost(error);
    error.write(text_);  // a reason or a warning
    if (answer.status != Status::kOk) return Status::kInvalidArgument;
    return take(answer, out) ? Status::kOk : lost(error);
  }
  void draw(const State* state, TextSink& out) const noexcept override {
    tell(Call::kDrawing, state, kNoMove, out);
  }

 private:
  ~GameInBox() = default;

  [[nodiscard]] static const Facts& facts(const State* state) noexcept {
    return *reinterpret_cast<const Facts*>(state);
  }

  // The methods below need the mutex. They leave the answer's text in text_ and its state in new_state_.
  bool ask(Call call, const State* state, Move move, std::string_view text, Answer& answer) const noexcept {
    if (text.size() > sandboxed::kMostText) return child_.fail("was asked about a text that is too long");
    const std::byte* const own =
        state == nullptr ? nullptr : reinterpret_cast<const std::byte*>(state) + kOwn;
    return child_.ask({call, move, own != nullptr ? 1U : 0U, static_cast<std::uint32_t>(text.size())}, own,
                      text, answer, new_state_, text_);
  }
  // Stores the answer's position in `out`; false if it is invalid.
  bool take(const Answer& answer, State* out) const noexcept {
    const Facts& told = answer.facts;
    const bool over = is_over(told.status);
    if (answer.has_state == 0 || !in_range(told.status, traits_.players) ||
        (!over && told.to_move >= traits_.players && (told.to_move != kChance || max_outcomes_ == 0)) ||
        !std::all_of(told.returns.begin(), told.returns.end(), [](float r) { return r >= -1 && r <= 1; }))
      return child_.fail("answered with a position that cannot be");
    std::memcpy(reinterpret_cast<std::byte*>(out), &told, sizeof told);
    std::memcpy(reinterpret_cast<std::byte*>(out) + kOwn, new_state_.data(), new_state_.size());
    return true;
  }
  // Stores the answer's position in `out`; after a failure, a finished game.
  void renew(Call call, const State* from, Move move, State* out) const noexcept {
    Answer answer{};
    if (ask(call, from, move, {}, answer) && take(answer, out)) return;
    Facts none{};
    none.status = GameStatus::kDraw;
    std::memset(reinterpret_cast<std::byte*>(out), 0, traits_.state_size);
    std::memcpy(reinterpret_cast<std::byte*>(out), &none, sizeof none);
  }
  void tell(Call call, const State* state, Move move, TextSink& out) const noexcept {
    const std::scoped_lock lock(mutex_);
    Answer answer{};
    if (ask(call, state, move, {}, answer)) out.write(text_);
  }
  Status lost(TextSink& error) const noexcept {
    error.write(child_.failure());
    return Status::kInternal;
  }

  GameTraits traits_{};
  std::uint32_t max_outcomes_ = 0;
  mutable std::mutex mutex_;  // guards the members below
  mutable Respondent child_;
  mutable std::vector<std::byte> new_state_;
  mutable std::string text_;
};

}  // namespace

void set_stop(const Game& game, const std::uint32_t* stop) noexcept {
  if (const auto* const sandboxed = find<SandboxedGame>(game)) sandboxed->set_stop(stop);
}

std::string failure_of(const Game& game) {
  const auto* const sandboxed = find<SandboxedGame>(game);
  return sandboxed == nullptr ? "" : sandboxed->failure();
}

Result<GamePtr> make_sandboxed_game(SandboxedGameStart start) {
  auto game = std::unique_ptr<GameInBox, Destroy>(new GameInBox(std::move(start)));
  if (const auto opened = game->open(); !opened) return Error{opened.error()};
  return GamePtr(game.release());
}

}  // namespace ludex::arena::host
