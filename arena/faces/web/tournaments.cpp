#include "arena/faces/web/tournaments.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "arena/faces/web/json.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/heterogeneity.hpp"
#include "arena/results/rating/population_table.hpp"
#include "arena/results/rating/rank_table.hpp"
#include "arena/results/rating/result_table.hpp"
#include "arena/results/rating/standings.hpp"
#include "arena/results/rating/statistics_json.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::web {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Logs locked for writing, by device and inode: `ludex run` holds such a lock while it lives, and the kernel
// releases it with the process. Only reads the list, because trying the lock could block a run that is
// starting.
std::set<std::pair<std::uint64_t, std::uint64_t>> locked_files() {
  std::set<std::pair<std::uint64_t, std::uint64_t>> files;
  std::ifstream in("/proc/locks");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string number, kind, advice, mode, pid, file;
    words >> number >> kind >> advice >> mode >> pid >> file;
    unsigned major = 0, minor = 0;
    unsigned long long inode = 0;
    if (kind == "FLOCK" && mode == "WRITE" &&
        std::sscanf(file.c_str(), "%x:%x:%llu", &major, &minor, &inode) == 3)
      files.emplace(makedev(major, minor), inode);
  }
  return files;
}

// Reads "2026-01-31T12:00:00Z"; no value for other texts.
std::optional<std::time_t> utc_time(const std::string& text) {
  std::tm time{};
  return strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) != nullptr ? std::optional(timegm(&time))
                                                                        : std::nullopt;
}

// Ranks of a game of three and more players, by seat.
std::vector<std::uint32_t> unpacked(std::uint32_t ranks, std::size_t players) {
  std::vector<std::uint32_t> list;
  for (std::size_t seat = 0; seat < players; ++seat) list.push_back(ranks >> (4 * seat) & 0xFU);
  return list;
}
std::size_t players_of(const std::array<std::uint16_t, kMaxPlayers>& agents) {
  return static_cast<std::size_t>(std::find(agents.begin(), agents.end(), 0xFFFF) - agents.begin());
}

rating::ResultTable results_of(const LogIndex& index, const LogIndex::Pairs& pairs,
                               const LogIndex::Rankings& rankings) {
  rating::ResultTable table;
  for (const auto& [game, count] : rankings) {
    const std::size_t n = players_of(game.first);
    std::vector<std::uint32_t> players;
    for (std::size_t seat = 0; seat < n; ++seat)
      players.push_back(table.intern(index.agents()[game.first[seat]]));
    if (std::count(players.begin(), players.end(), players[0]) != static_cast<std::ptrdiff_t>(n))
      table.add_ranking(players, unpacked(game.second, n), count);
  }
  for (const auto& [pair, counts] : pairs) {
    if (pair.first == pair.second) continue;
    const auto first = table.intern(index.agents()[pair.first]);
    const auto second = table.intern(index.agents()[pair.second]);
    table.add(first, second, GameResult::kFirstWins, counts[0]);
    table.add(first, second, GameResult::kDraw, counts[1]);
    table.add(first, second, GameResult::kSecondWins, counts[2]);
  }
  return table;
}

// Adds the comparisons of every two seats of a game.
void count_pairs(const std::array<std::uint16_t, kMaxPlayers>& agents, std::uint32_t packed,
                 std::uint64_t count, LogIndex::Pairs& pairs) {
  const std::size_t n = players_of(agents);
  const std::vector<std::uint32_t> ranks = unpacked(packed, n);
  for (std::size_t other = 0; other < n; ++other) {
    for (std::size_t seat = 0; seat < other; ++seat) {
      const std::size_t index = ranks[seat] < ranks[other] ? 0 : ranks[seat] == ranks[other] ? 1 : 2;
      if (agents[seat] != agents[other]) pairs[{agents[seat], agents[other]}][index] += count;
    }
  }
}

// [{"games", "score"}] by seat, or null for a game of two players.
Json seats_json(const LogIndex::Rankings& rankings) {
  std::vector<rating::SeatTally> seats;
  for (const auto& [game, count] : rankings) {
    const std::vector<std::uint32_t> ranks = unpacked(game.second, players_of(game.first));
    seats.resize(std::max(seats.size(), ranks.size()));
    for (std::uint32_t seat = 0; seat < ranks.size(); ++seat) {
      seats[seat].games += count;
      seats[seat].points += static_cast<double>(count) * share_of(ranks, seat);
    }
  }
  Json list;
  for (const rating::SeatTally& seat : seats)
    list.push_back({{"games", seat.games}, {"score", seat.score()}});
  return list;
}

std::string outcome_of(const IndexedGame& game) {
  GameRecord record;
  record.outcome = static_cast<GameResult>(game.outcome);
  if (record.outcome == GameResult::kRanked) record.ranks = unpacked(game.ranks, game.players);
  return outcome_text(record);
}

// A population whose cycles ratings do not show, as the page shows it.
Json cycles_json(const std::string& game, const rating::Population& population) {
  Json cycles = Json::array();
  for (const rating::NamedCycle& cycle : population.cycles)
    if (cycle.beyond_noise()) cycles.push_back(rating::to_text(population, cycle));
  return {{"game", game},
          {"cycles", std::move(cycles)},
          {"agents", rating::to_json(population)["agents"]},
          {"summary", rating::summary_of(population)}};
}

// As `ludex rate --json`, with by_game and its warnings if there are several games.
Result<Json> standings_of(const LogIndex& index, const rating::ResultTable& table) {
  constexpr std::size_t kMostRatedGames = 40;  // each is a fit, and a summary may be made every second
  rating::ReadSummary read;
  read.games = table.games();
  auto joint = rating::rate_table(table, std::move(read), {}, {});
  if (!joint) return Error{joint.error()};
  rating::GameResults games;
  if (index.labels().size() <= kMostRatedGames) {
    for (std::size_t label = 0; label < index.pairs().size(); ++label) {
      auto& entry = games.of(index.labels()[label]);
      entry.table = results_of(index, index.pairs()[label], index.rankings()[label]);
      entry.summary.games = entry.table.games();
    }
  }
  std::vector<rating::GameStandings> by_game;
  if (games.played().size() > 1) {
    if (auto made = rating::rate_by_game(games, {}, {})) {
      by_game = *std::move(made);
      rating::compare_games(games, by_game, *joint);
    }
  }
  Json json = Json::parse(rating::to_json(*joint, by_game.empty() ? nullptr : &by_game));
  // Only what the report has, too: agents that beat each other in a circle by more than noise.
  Json cyclic = Json::array();
  if (const auto population = rating::cyclic_population(table, joint->rows))
    cyclic.push_back(cycles_json("", *population));
  for (const rating::GameStandings& one : by_game)
    if (const auto population = rating::cyclic_population(games.of(one.game).table, one.standings.rows))
      cyclic.push_back(cycles_json(one.game, *population));
  json["cycles"] = std::move(cyclic);
  json["cycles_text"] = rating::kCyclesText;
  return json;
}

}  // namespace

Tournament::Tournament(std::string id, std::string name, fs::path folder)
    : id_(std::move(id)), name_(std::move(name)), folder_(std::move(folder)), index_(folder_.string()) {}

bool Tournament::update(bool live) {
  constexpr std::size_t kPiece = 32 << 20;
  bool changed = false;
  // Reads in pieces, so that other requests are answered meanwhile.
  for (bool more = true; more;) {
    const std::scoped_lock lock(mutex_);
    const auto done = index_.update(kPiece);
    const std::string error = done ? "" : done.error();
    changed = changed || (done && *done) || error != error_;
    if (!done && error_.empty()) error_ = error;
    more = done && *done && index_.seen() < index_.bytes();
    if (!more) index_.keep();
  }
  struct stat info {};
  const bool there = stat(log::log_in(folder_.string()).c_str(), &info) == 0;
  std::error_code code;
  const auto run_time = fs::last_write_time(folder_ / "run.json", code);
  const std::scoped_lock lock(mutex_);
  if (!code && run_time != run_time_) {
    run_time_ = run_time;
    if (auto run = log::read_run_info(folder_.string())) run_ = std::move(*run);
    changed = true;
  }
  if (there) written_ns_ = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
  if (live != live_) {
    live_ = live;
    samples_.clear();
    changed = true;
  }
  if (live_) {
    const auto now = Clock::now();
    samples_.push_back({now, index_.size()});
    while (now - samples_.front().time > std::chrono::minutes(1)) samples_.pop_front();
  }
  if (changed) ++version_;
  return changed;
}

std::optional<double> Tournament::games_per_minute() const {
  if (!live_) return std::nullopt;
  const auto rate = [](double games, double seconds) { return 60 * games / seconds; };
  if (!samples_.empty()) {
    const double seconds =
        std::chrono::duration<double>(samples_.back().time - samples_.front().time).count();
    const auto games = static_cast<double>(samples_.back().games - samples_.front().games);
    if (seconds >= 10 && games > 0) return rate(games, seconds);
  }
  if (!run_ || run_->segments.empty() || run_->segments.back().started.empty()) return std::nullopt;
  const auto started = utc_time(run_->segments.back().started.back());
  if (!started || index_.size() <= run_->segments.back().games_before) return std::nullopt;
  const double seconds = std::max(1.0, std::difftime(std::time(nullptr), *started));
  return rate(static_cast<double>(index_.size() - run_->segments.back().games_before), seconds);
}

std::pair<bool, std::int64_t> Tournament::order() const {
  const std::scoped_lock lock(mutex_);
  return {live_, written_ns_};
}

std::pair<std::uint64_t, std::uint64_t> Tournament::file_id() const {
  const std::scoped_lock lock(mutex_);
  return index_.file_id();
}

std::string Tournament::line() const {
  const std::scoped_lock lock(mutex_);
  return line_locked();
}

std::string Tournament::line_locked() const {
  Json json{{"id", id_},
            {"name", name_},
            {"games", index_.size()},
            {"scheduled", scheduled()},
            {"live", live_},
            {"finished", run_ && run_->finished},
            {"agents", index_.agents().size()},
            {"labels", index_.labels()},
            {"written", written_ns_ / 1'000'000}};
  if (index_.seen() < index_.bytes() && index_.bytes() != 0)
    json["read"] = static_cast<double>(index_.seen()) / static_cast<double>(index_.bytes());
  if (!error_.empty()) json["error"] = error_;
  return text_of(json);
}

std::string Tournament::note_of(std::uint32_t number) const {
  const auto known = notes_.find(number);
  if (known != notes_.end()) return known->second;
  std::string note;
  if (const auto line = index_.line(number)) {
    if (const auto record = log::game_record_from_json(*line)) note = record->note.substr(0, 300);
  }
  if (notes_.size() > 10 * LogIndex::kFaults) notes_.clear();
  return notes_.emplace(number, note).first->second;
}

std::shared_ptr<const std::string> Tournament::summary() {
  const std::scoped_lock lock(mutex_);
  if (summary_ == nullptr || summary_version_ != version_) {
    const auto began = Clock::now();
    summary_ = std::make_shared<std::string>(make_summary());
    summary_version_ = version_;
    cost_ = Clock::now() - began;
  }
  return summary_;
}

std::chrono::nanoseconds Tournament::summary_cost() const {
  const std::scoped_lock lock(mutex_);
  return cost_;
}

std::string Tournament::make_summary() const {
  Json json = Json::parse(line_locked());
  json["names"] = index_.agents();
  const auto rate = games_per_minute();
  json["games_per_minute"] = rate ? Json(*rate) : Json();
  json["seconds_left"] = rate && *rate > 0 && scheduled() > index_.size()
                             ? Json(60 * static_cast<double>(scheduled() - index_.size()) / *rate)
                             : Json();
  // Row against column, by index of "names": wins, draws, losses, and those as first player.
  auto& cross = json["cross"] = Json::array();
  LogIndex::Pairs all;
  for (const LogIndex::Pairs& pairs : index_.pairs()) {
    for (const auto& [pair, counts] : pairs) {
      for (std::size_t k = 0; k < counts.size(); ++k) all[pair][k] += counts[k];
    }
  }
  LogIndex::Rankings ranked;
  LogIndex::Pairs compared = all;
  for (const LogIndex::Rankings& rankings : index_.rankings()) {
    for (const auto& [game, count] : rankings) {
      ranked[game] += count;
      count_pairs(game.first, game.second, count, compared);
    }
  }
  for (const auto& [pair, counts] : compared)
    cross.push_back({pair.first, pair.second, counts[0], counts[1], counts[2]});
  json["standings"] = Json();
  if (const auto table = results_of(index_, all, ranked); table.games() > 0) {
    if (auto standings = standings_of(index_, table)) {
      json["standings"] = *std::move(standings);
    } else {
      json["rating_error"] = standings.error();
    }
  }
  json["warnings"] = run_ ? run_->warnings : std::vector<std::string>{};
  auto& labels = json["by_label"] = Json::array();
  for (std::size_t i = 0; i < index_.by_label().size(); ++i) {
    const auto& counts = index_.by_label()[i];
    labels.push_back({{"game", index_.labels()[i]},
                      {"first", counts[0]},
                      {"draws", counts[1]},
                      {"second", counts[2]},
                      {"plies", counts[3]}});
    if (!index_.rankings()[i].empty()) labels[i]["seats"] = seats_json(index_.rankings()[i]);
  }
  auto& endings = json["endings"] = Json::object();
  for (std::size_t i = 0; i < kTerminations; ++i) {
    if (index_.endings()[i] != 0)
      endings[std::string(to_text(static_cast<Termination>(i)))] = index_.endings()[i];
  }
  // The endings that are faults.
  auto& faulty = json["faulty"] = Json::array();
  for (const auto& [ending, count] : endings.items()) {
    if (const auto termination = enum_from_text<Termination>(ending); termination && is_forfeit(*termination))
      faulty.push_back(ending);
  }
  auto& forfeits = json["forfeits"] = Json::object();
  for (const auto& [loser, reasons] : index_.forfeits().by_loser()) {
    std::uint64_t games = 0;
    for (const auto& [reason, count] : reasons) games += count;
    forfeits[loser] = games;
  }
  json["lost_by"] = rating::to_json(index_.forfeits());
  json["forfeits_text"] = index_.forfeits().text();
  // Latest first.
  auto& faults = json["faults"] = Json::array();
  constexpr std::size_t kShown = 20;
  for (std::size_t i = index_.faults().size(); i-- > 0 && faults.size() < kShown;) {
    const std::uint32_t number = index_.faults()[i];
    const IndexedGame& game = index_.game(number);
    std::string losers;
    std::string others;
    for (std::uint32_t seat = 0; seat < game.players; ++seat) {
      std::string& names = (game.forfeits >> seat & 1U) != 0 ? losers : others;
      names += (names.empty() ? "" : ", ") + index_.agents()[game.agents[seat]];
    }
    const auto reason = static_cast<Termination>(game.forfeits != 0 ? game.fault : game.termination);
    faults.push_back({{"number", number + 1},
                      {"agent", losers},
                      {"opponent", others},
                      {"game", index_.labels()[game.game]},
                      {"termination", to_text(reason)},
                      {"note", note_of(number)}});
  }
  return text_of(json);
}

std::string Tournament::games(const GameFilter& filter, std::size_t from, std::size_t count) const {
  const std::scoped_lock lock(mutex_);
  std::size_t total = 0;
  Json list = Json::array();
  for (const std::uint32_t number : index_.select(filter, from, count, &total)) {
    const IndexedGame& game = index_.game(number);
    Json agents = Json::array();
    for (const std::uint16_t agent : game.seats()) agents.push_back(index_.agents()[agent]);
    list.push_back({{"number", number + 1},
                    {"game", index_.labels()[game.game]},
                    {"agents", std::move(agents)},
                    {"outcome", outcome_of(game)},
                    {"termination", to_text(static_cast<Termination>(game.termination))},
                    {"fault", game.forfeits != 0 || is_forfeit(static_cast<Termination>(game.termination))},
                    {"plies", game.plies},
                    {"opening", fmt::format("{:08x}", game.opening)}});
  }
  return text_of({{"total", total}, {"games", std::move(list)}});
}

Result<GameRecord> Tournament::record(std::size_t number) const {
  std::string line;
  {
    const std::scoped_lock lock(mutex_);
    if (number == 0 || number > index_.size())
      return Error{fmt::format("there is no game {}: the log has {}", number, index_.size())};
    auto text = index_.line(number - 1);
    if (!text) return Error{text.error()};
    line = std::move(*text);
  }
  return log::game_record_from_json(line);
}

std::string Tournament::opening(std::size_t number) const {
  const std::scoped_lock lock(mutex_);
  return number == 0 || number > index_.size() ? "" : fmt::format("{:08x}", index_.game(number - 1).opening);
}

Tournaments::Tournaments(std::vector<std::string> roots, std::function<void(const std::string&)> changed)
    : roots_(std::move(roots)), changed_(std::move(changed)) {
  discover();
  thread_ = std::thread([this] { watch(); });
}

Tournaments::~Tournaments() {
  stop_ = true;
  thread_.join();
}

bool Tournaments::discover() {
  std::map<std::string, std::pair<std::string, fs::path>> found;
  const auto is_log = [](const fs::path& folder) {
    std::error_code code;
    return fs::is_regular_file(log::log_in(folder.string()), code);
  };
  const auto add = [&](const fs::path& folder, const std::string& name) {
    std::error_code code;
    const fs::path real = fs::canonical(folder, code);
    if (code) return;
    // A folder keeps its address after a restart.
    found.emplace(fmt::format("{:016x}", mix64(fnv1a(real.string()))), std::pair{name, real});
  };
  for (const std::string& root : roots_) {
    std::error_code code;
    const fs::path top = fs::canonical(root, code);
    if (code) continue;
    if (is_log(top)) add(top, top.filename().string());
    constexpr int kDepth = 3;
    fs::recursive_directory_iterator at(top, fs::directory_options::skip_permission_denied, code), end;
    for (; !code && at != end; at.increment(code)) {
      if (!at->is_directory(code) || at->is_symlink(code)) continue;
      if (is_log(at->path())) add(at->path(), fs::relative(at->path(), top, code).string());
      if (at.depth() >= kDepth - 1) at.disable_recursion_pending();
    }
  }
  const std::scoped_lock lock(mutex_);
  bool changed = false;
  for (const auto& [id, place] : found) {
    if (all_.contains(id)) continue;
    all_.emplace(id, std::make_shared<Tournament>(id, place.first, place.second));
    changed = true;
  }
  return std::erase_if(all_, [&](const auto& item) { return !found.contains(item.first); }) > 0 || changed;
}

void Tournaments::watch() {
  constexpr auto kLook = std::chrono::milliseconds(500);
  constexpr int kDiscoverEvery = 6;
  for (int round = 0; !stop_; ++round) {
    if (round % kDiscoverEvery == 0 && discover()) changed_("");
    std::vector<TournamentPtr> all;
    {
      const std::scoped_lock lock(mutex_);
      for (const auto& [id, tournament] : all_) all.push_back(tournament);
    }
    const auto locked = locked_files();
    for (const TournamentPtr& tournament : all) {
      if (stop_) return;
      if (tournament->update(locked.contains(tournament->file_id()))) changed_(tournament->id());
    }
    for (auto left = kLook; !stop_ && left.count() > 0; left -= std::chrono::milliseconds(50))
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TournamentPtr Tournaments::find(const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto at = all_.find(id);
  return at == all_.end() ? nullptr : at->second;
}

std::string Tournaments::list() const {
  std::vector<TournamentPtr> all;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [id, tournament] : all_) all.push_back(tournament);
  }
  std::vector<std::pair<std::pair<bool, std::int64_t>, TournamentPtr>> ordered;
  for (const TournamentPtr& tournament : all) ordered.emplace_back(tournament->order(), tournament);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = "{\"tournaments\":[";
  for (std::size_t i = 0; i < ordered.size(); ++i) text += (i == 0 ? "" : ",") + ordered[i].second->line();
  return text + "]}";
}

}  // namespace ludex::arena::web
