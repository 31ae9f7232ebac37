// Sowing along a track.
#include "games/lud/interp/tables.hpp"

namespace ludex::games::lud {

namespace {

constexpr std::size_t kSownAtFirst = 1024;

namespace arg {
enum : std::size_t {
  kIf,
  kStart,
  kCount,
  kTrack,
  kOwner,
  kApply,
  kIncludeSelf,
  kOrigin,
  kSkipIf,
  kBacktracking,
  kForward,
  kThen,
  kNumPerHole,
  kSowEffect
};
}

[[maybe_unused]] const Track* track_of([[maybe_unused]] const Node& n, [[maybe_unused]] Eval& e) {
  // To be written from the specification.
  return nullptr;
}

// What one sowing does, in borrowed memory: a sowing may look ahead to another.
class Sown {
 public:
  explicit Sown(Workspace& workspace) : all_(workspace.sown), first_(all_.size()) {
    if (all_.capacity() == 0) all_.reserve(kSownAtFirst);
  }
  ~Sown() { all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(first_), all_.end()); }
  Sown(const Sown&) = delete;
  Sown& operator=(const Sown&) = delete;
  [[nodiscard]] std::vector<Action>& all() { return all_; }
  [[nodiscard]] std::span<const Action> actions() const { return std::span(all_).subspan(first_); }

 private:
  std::vector<Action>& all_;
  std::size_t first_;
};

void sow([[maybe_unused]] const Node& n, [[maybe_unused]] Eval& e) {
  // To be written from the specification.
}

const Row kRows[] = {
    {"(sow [if:bool] [int] [count:int] [string] [owner:role|int] [apply:moves] [includeSelf:bool] "
     "[origin:bool] "
     "[skipIf:bool] [backtracking:bool] [forward:bool] [then] "
     "[numPerHole:int] [sowEffect:moves])",
     Type::kMoves, sow,
     +[](Node& n, Compiler& c) {
       c.needs_count();
       if (c.program().tracks.empty()) Compiler::fail(n, "there is no track to sow along");
       // How often they are counted is not known.
       const std::string then = n.has(arg::kThen) ? n.kid(arg::kThen).kid(0).tree->to_text() : "";
       if (then.find("(then") != std::string::npos && then.find("(addScore") != std::string::npos)
         Compiler::fail(n, "scores among what follows from what follows a sowing are not implemented");
     }},
};

}  // namespace

std::span<const Row> sow_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
