#include "arena/faces/web/log_index.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/compressed.hpp"
#include "arena/base/files/descriptor.hpp"
#include "arena/base/files/input_file.hpp"
#include "arena/base/files/mapped_file.hpp"
#include "arena/results/log/line_scanner.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/record_json.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::web {
namespace {

// Head of games.index; then names, each ended by '\n', agents first; then the games.
struct Head {
  std::array<char, 8> magic{'L', 'U', 'D', 'E', 'X', 'I', 'X', '3'};
  std::uint64_t seen = 0;
  std::uint64_t games = 0;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
  std::uint32_t agents = 0;
  std::uint32_t labels = 0;
  std::uint64_t name_bytes = 0;
};

bool read_at(int fd, char* out, std::size_t size, std::uint64_t offset) {
  while (size > 0) {
    const ssize_t n = pread(fd, out, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    out += n, offset += static_cast<std::uint64_t>(n), size -= static_cast<std::size_t>(n);
  }
  return true;
}

// Fields of a game's line. False: leave the line to the parser.
struct Entry {
  std::array<std::string_view, kMaxPlayers> agents;
  std::uint32_t players = 0;
  std::array<std::uint32_t, kMaxPlayers> ranks{};
  std::string_view label;
  std::string_view outcome;
  std::string_view termination;
  std::uint64_t plies = 0;
  std::uint64_t opening = 0;
};
bool scan(std::string_view line, Entry& entry) {
  log::LineScanner in(line);
  std::size_t ranks = 0;
  bool faults = false;
  std::uint64_t opening = 0, position = 0;
  in.object([&](std::string_view key) {
    if (key == "game") {
      entry.label = in.plain_text();
    } else if (key == "agents") {
      in.array([&] {
        const std::string_view name = in.plain_text();
        if (entry.players < kMaxPlayers) entry.agents[entry.players] = name;
        ++entry.players;
      });
    } else if (key == "ranks") {
      in.array([&] {
        std::uint32_t rank = 0;
        in.number(rank);
        if (ranks < kMaxPlayers) entry.ranks[ranks] = rank;
        ++ranks;
      });
    } else if (key == "outcome") {
      entry.outcome = in.plain_text();
    } else if (key == "termination") {
      entry.termination = in.plain_text();
    } else if (key == "plies") {
      in.number(entry.plies);
    } else if (key == "opening") {
      opening = fnv1a(in.skip());
    } else if (key == "position") {
      position = fnv1a(in.skip());
    } else {
      faults = faults || key == "faults";
      in.skip();
    }
  });
  entry.opening = hash_combine(hash_combine(fnv1a(entry.label), opening), position);
  return in.at_end() && entry.players >= 2 && entry.players <= kMaxPlayers && !faults &&
         (ranks == 0 || ranks == entry.players) && !entry.label.empty() && !entry.outcome.empty() &&
         !entry.termination.empty();
}

// Seats that lost by a fault or a withdrawal. A line that was only scanned names none.
void find_forfeits(const GameRecord& record, bool scanned, IndexedGame& game) {
  const auto termination = static_cast<Termination>(game.termination);
  for (std::uint32_t seat = game.players; seat-- > 0;) {
    std::optional<Termination> reason;
    if (!scanned) {
      reason = forfeit_of(record, seat);
    } else if (is_forfeit(termination)) {
      const bool lost =
          game.players == 2 ? static_cast<GameResult>(game.outcome) == loss_of(seat) : game.rank(seat) > 1;
      if (lost) reason = termination;
    }
    if (!reason) continue;
    game.forfeits |= static_cast<std::uint8_t>(1U << seat);
    game.fault = static_cast<std::uint8_t>(*reason);
  }
}

}  // namespace

std::uint16_t LogIndex::Names::of(std::string_view name) {
  const auto [at, added] = numbers.try_emplace(std::string(name), static_cast<std::uint16_t>(names.size()));
  if (!added) return at->second;
  if (names.size() >= 0xFFFF) {
    numbers.erase(at);
    return 0xFFFF;
  }
  names.emplace_back(name);
  return at->second;
}

LogIndex::LogIndex(std::string folder) : folder_(std::move(folder)), log_(log::log_in(folder_)) {}

void LogIndex::forget() {
  LogIndex fresh(folder_);
  fresh.log_ = std::move(log_);
  fresh.expanded_ = std::move(expanded_);
  *this = std::move(fresh);
}

Descriptor LogIndex::open_log() const {
  if (expanded_.get() >= 0) return Descriptor(::dup(expanded_.get()));
  auto log = open_input(log_);
  return log ? std::move(*log) : Descriptor();
}

Result<bool> LogIndex::update(std::size_t most_bytes) {
  log_ = log::log_in(folder_);
  auto opened = open_input(log_);
  if (!opened) return Error{opened.error()};
  Descriptor file = std::move(*opened);
  struct stat info {};
  if (fstat(file.get(), &info) != 0) return Error{"cannot read '" + log_ + "': " + std::strerror(errno)};
  const bool known = inode_ == info.st_ino && device_ == info.st_dev;
  // A compressed log does not grow, so it is expanded once.
  if (!known) expanded_ = Descriptor();
  if (plain_name(log_) != log_) {
    if (expanded_.get() < 0) {
      const auto bytes = MappedFile::open_as_is(log_);
      if (!bytes) return Error{bytes.error()};
      auto expanded = expand(bytes->bytes(), log_);
      if (!expanded) return Error{expanded.error()};
      expanded_ = std::move(expanded->file);
    }
    file = Descriptor(::dup(expanded_.get()));
    struct stat text {};
    if (fstat(file.get(), &text) != 0) return Error{"cannot read '" + log_ + "': " + std::strerror(errno)};
    info.st_size = text.st_size;
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  bool changed = false;
  if (!known || size < seen_) {
    changed = seen_ != 0;
    forget();
    inode_ = info.st_ino, device_ = info.st_dev, bytes_ = size;
    changed = load() || changed;
  }
  bytes_ = size;
  if (damaged_ || size <= seen_ || most_bytes == 0) return changed;
  std::string text(std::min<std::uint64_t>(size - seen_, most_bytes), '\0');
  if (!read_at(file.get(), text.data(), text.size(), seen_))
    return Error{"cannot read '" + log_ + "': it has become shorter"};
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::string_view line(text.data() + begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto done = add(line, seen_); !done) {
      damaged_ = true;
      return Error{fmt::format("{}:{}: {}", log_, games_.size() + 1, done.error())};
    }
    seen_ += end + 1 - begin;
    changed = true;
  }
  if (begin == 0 && text.size() >= log::LogCursor::kLongestLine) {
    damaged_ = true;
    return Error{fmt::format("{}:{}: a line longer than 64 MiB, expected one JSON object a line", log_,
                             games_.size() + 1)};
  }
  if (begin == 0 && text.size() < size - seen_) {
    // The line is longer than a piece, so read more.
    return update(most_bytes * 4);
  }
  return changed;
}

Result<void> LogIndex::add(std::string_view line, std::uint64_t offset) {
  Entry entry;
  GameRecord record;
  const bool scanned = scan(line, entry);
  if (!scanned) {
    auto read = log::game_record_from_json(line);
    if (!read) return Error{read.error()};
    record = *std::move(read);
    entry.players = static_cast<std::uint32_t>(players(record));
    std::copy(record.agents.begin(), record.agents.end(), entry.agents.begin());
    std::copy(record.ranks.begin(), record.ranks.end(), entry.ranks.begin());
    entry.label = record.game, entry.outcome = to_text(record.outcome);
    entry.termination = to_text(record.termination), entry.plies = record.plies;
    // Escapes in names are rare; such games get separate openings.
    entry.opening = fnv1a(line);
  }
  auto outcome = enum_from_text<GameResult>(entry.outcome);
  if (entry.players > 2) outcome = entry.ranks[0] != 0 ? GameResult::kRanked : GameResult::kNone;
  const auto termination = enum_from_text<Termination>(entry.termination);
  if (!outcome || !termination) return Error{"'outcome' or 'termination' is none"};
  IndexedGame game;
  game.offset = offset;
  game.size = static_cast<std::uint32_t>(line.size());
  game.plies = static_cast<std::uint32_t>(entry.plies);
  game.opening = static_cast<std::uint32_t>(entry.opening);
  game.players = static_cast<std::uint8_t>(entry.players);
  game.agents.fill(0xFFFF);
  game.game = labels_.of(entry.label);
  game.outcome = static_cast<std::uint8_t>(*outcome);
  game.termination = static_cast<std::uint8_t>(*termination);
  for (std::uint32_t seat = 0; seat < entry.players; ++seat) {
    game.agents[seat] = agents_.of(entry.agents[seat]);
    if (game.agents[seat] == 0xFFFF || game.game == 0xFFFF) return Error{"more than 65,534 agents or games"};
    game.ranks |= (entry.ranks[seat] & 0xFU) << (4 * seat);
  }
  find_forfeits(record, scanned, game);
  if (games_.empty()) first_line_ = fnv1a(line);
  games_.push_back(game);
  count(game);
  return {};
}

void LogIndex::count(const IndexedGame& game) {
  by_label_.resize(labels_.names.size());
  pairs_.resize(labels_.names.size());
  rankings_.resize(labels_.names.size());
  const auto outcome = static_cast<GameResult>(game.outcome);
  ++endings_[game.termination];
  if (outcome == GameResult::kRanked) {
    ++rankings_[game.game][{game.agents, game.ranks}];
  } else if (outcome != GameResult::kNone) {
    const std::size_t index = outcome == GameResult::kFirstWins ? 0 : outcome == GameResult::kDraw ? 1 : 2;
    ++pairs_[game.game][{game.agents[0], game.agents[1]}][index];
    ++by_label_[game.game][index];
  }
  by_label_[game.game][3] += game.plies;
  if (game.forfeits == 0 && !is_forfeit(static_cast<Termination>(game.termination))) return;
  for (std::uint32_t seat = 0; seat < game.players; ++seat) {
    if ((game.forfeits >> seat & 1U) != 0)
      forfeits_.add(agents_.names[game.agents[seat]], to_text(static_cast<Termination>(game.fault)));
  }
  faults_.push_back(static_cast<std::uint32_t>(games_.size() - 1));
  if (faults_.size() > kFaults) faults_.erase(faults_.begin());
}

bool LogIndex::load() {
  const auto opened = open_input(index_file());
  if (!opened) return false;
  const Descriptor& file = *opened;
  const Descriptor log = open_log();
  struct stat info {};
  Head head;
  const Head expected;
  if (file.get() < 0 || log.get() < 0 || fstat(file.get(), &info) != 0 ||
      !read_at(file.get(), reinterpret_cast<char*>(&head), sizeof head, 0) || head.magic != expected.magic)
    return false;
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (head.seen > bytes_ || head.games == 0 || head.games > size / sizeof(IndexedGame) ||
      head.games > bytes_ ||  // every game takes bytes
      head.name_bytes > size || size != sizeof head + head.name_bytes + head.games * sizeof(IndexedGame))
    return false;
  std::string names(head.name_bytes, '\0');
  std::vector<IndexedGame> games(head.games);
  if (!read_at(file.get(), names.data(), names.size(), sizeof head) ||
      !read_at(file.get(), reinterpret_cast<char*>(games.data()), games.size() * sizeof(IndexedGame),
               sizeof head + names.size()))
    return false;
  // The index belongs to this log if the first and last lines match.
  const auto hash_of = [&](const IndexedGame& game) -> std::uint64_t {
    if (game.size > bytes_ || game.offset > bytes_ - game.size) return 0;
    std::string line(game.size, '\0');
    return read_at(log.get(), line.data(), line.size(), game.offset) ? fnv1a(line) : 0;
  };
  if (hash_of(games.front()) != head.first_line || hash_of(games.back()) != head.last_line) return false;
  Names agents, labels;
  std::string_view rest = names;
  for (std::uint32_t i = 0; i < head.agents + head.labels; ++i) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return false;
    static_cast<void>((i < head.agents ? agents : labels).of(rest.substr(0, end)));
    rest.remove_prefix(end + 1);
  }
  if (agents.names.size() != head.agents || labels.names.size() != head.labels) return false;
  for (const IndexedGame& game : games) {
    if (game.players < 2 || game.players > kMaxPlayers || game.game >= head.labels ||
        game.outcome >= kEnumSize<GameResult> || game.termination >= kTerminations ||
        game.fault >= kTerminations)
      return false;
    for (const std::uint16_t agent : game.seats()) {
      if (agent >= head.agents) return false;
    }
  }
  agents_ = std::move(agents), labels_ = std::move(labels);
  games_.reserve(games.size());
  for (const IndexedGame& game : games) {
    games_.push_back(game);
    count(game);
  }
  seen_ = kept_ = head.seen;
  first_line_ = head.first_line;
  return true;
}

void LogIndex::keep() noexcept {
  try {
    constexpr std::uint64_t kWorthIt = 8 << 20;
    if (games_.empty() || seen_ - kept_ < std::max(kWorthIt, kept_ / 8)) return;
    const auto last = line(games_.size() - 1);
    if (!last) return;
    std::string names;
    for (const auto* list : {&agents_.names, &labels_.names}) {
      for (const std::string& name : *list) {
        if (name.find('\n') != std::string::npos) return;
        names += name + '\n';
      }
    }
    Head head;
    head.seen = seen_, head.games = games_.size(), head.first_line = first_line_,
    head.last_line = fnv1a(*last);
    head.agents = static_cast<std::uint32_t>(agents_.names.size());
    head.labels = static_cast<std::uint32_t>(labels_.names.size());
    head.name_bytes = names.size();
    const std::string path = index_file() + fmt::format(".{}", getpid());
    std::remove(path.c_str());
    std::FILE* const file = std::fopen(path.c_str(), "wbxe");
    if (file == nullptr) return;
    const bool written =
        std::fwrite(&head, sizeof head, 1, file) == 1 &&
        std::fwrite(names.data(), 1, names.size(), file) == names.size() &&
        std::fwrite(games_.data(), sizeof(IndexedGame), games_.size(), file) == games_.size();
    if (std::fclose(file) == 0 && written && std::rename(path.c_str(), index_file().c_str()) == 0) {
      kept_ = seen_;
    } else {
      std::remove(path.c_str());
    }
  } catch (const std::exception&) {
    // Without memory there is no index file.
  }
}

std::vector<std::uint32_t> LogIndex::select(const GameFilter& filter, std::size_t from, std::size_t count,
                                            std::size_t* total) const {
  // -1: any, -2: unknown name.
  const auto number = [](const Names& names, const std::string& name) {
    if (name.empty()) return -1;
    const auto at = names.numbers.find(name);
    return at == names.numbers.end() ? -2 : static_cast<int>(at->second);
  };
  const int agent = number(agents_, filter.agent);
  const int opponent = number(agents_, filter.opponent);
  const int label = number(labels_, filter.game);
  const bool faults = filter.termination == "fault";
  const auto termination = enum_from_text<Termination>(filter.termination);
  const auto outcome = enum_from_text<GameResult>(filter.outcome);
  std::uint32_t opening = 0;
  const bool by_opening = std::sscanf(filter.opening.c_str(), "%8x", &opening) == 1;
  std::vector<std::uint32_t> found;
  std::size_t n = 0;
  for (std::size_t i = games_.size(); i-- > 0;) {
    const IndexedGame& game = games_[i];
    const auto seats_of = [&](int who) { return std::count(game.seats().begin(), game.seats().end(), who); };
    const auto plays = [&](int who) { return who == -1 || seats_of(who) > 0; };
    if (!plays(agent) || !plays(opponent)) continue;
    if (agent >= 0 && agent == opponent && seats_of(agent) < 2) continue;
    if (label != -1 && game.game != label) continue;
    const auto ending = static_cast<Termination>(game.termination);
    if (faults ? !is_forfeit(ending) && game.forfeits == 0
               : !filter.termination.empty() && termination != ending)
      continue;
    if (!filter.outcome.empty() && outcome != static_cast<GameResult>(game.outcome)) continue;
    if (by_opening && game.opening != opening) continue;
    if (n++ >= from && found.size() < count) found.push_back(static_cast<std::uint32_t>(i));
  }
  *total = n;
  return found;
}

Result<std::string> LogIndex::line(std::size_t number) const {
  const Descriptor file = open_log();
  const IndexedGame& game = games_.at(number);
  std::string text(game.size, '\0');
  if (file.get() < 0 || !read_at(file.get(), text.data(), text.size(), game.offset))
    return Error{"cannot read '" + log_ + "'"};
  return text;
}

}  // namespace ludex::arena::web
