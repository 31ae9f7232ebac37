// `ludex rate` from files to text, in-process.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/statistics/rate.hpp"

namespace ludex::arena::statistics {

using namespace host;
using namespace log;
namespace {

using Json = json::Value;

// A folder of its own, gone afterwards.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("ludex-rate-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

RateOutput run(std::vector<std::string> logs, void (*change)(RateOptions&) = nullptr) {
  RateOptions options;
  options.logs = std::move(logs);
  if (change != nullptr) change(options);
  return rate(options);
}

constexpr const char* kCsv = "A,B,1\nB,A,0.5\nB,C,1\nC,A,0\nA,C,0.5\n";

TEST_CASE("JSON has the promised fields, sorted by rating, and nothing else is on stdout") {
  const Folder folder;
  const RateOutput output = run({folder.write("g.csv", kCsv)}, [](RateOptions& o) {
    o.json = true;
    o.advantage = "32.8";
    o.draw_elo = "97.3";
  });
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  const Json json = Json::parse(output.out);
  REQUIRE(json["players"].size() == 3);
  for (const char* parameter : {"advantage", "draw_elo"}) {
    const std::string name = parameter;
    CHECK(json[name] == (name == "advantage" ? 32.8 : 97.3));
    CHECK(json[name + "_fitted"] == false);
    CHECK(json[name + "_source"] == "given");
    CHECK(json[name + "_error"].is_null());
  }
  CHECK(json["groups"] == Json::parse(R"([["A","B","C"]])"));
  CHECK(json["games"] == 5);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& player = json["players"][i];
    for (const char* field : {"elo", "plus", "minus", "score", "draws", "display_elo"}) {
      REQUIRE_MESSAGE(player[field].is_number(), field);
    }
    sum += player["elo"].get<double>();
    if (i > 0) CHECK(json["players"][i - 1]["elo"].get<double>() > player["elo"].get<double>());
    CHECK(player["display_elo"].get<double>() ==
          doctest::Approx(json["scale"].get<double>() * player["elo"].get<double>()));
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(json["los"][i][j].get<double>() + json["los"][j][i].get<double>() == doctest::Approx(1));
    }
  }
  CHECK(std::abs(sum) < 1e-9);
  CHECK(json["players"][0]["name"] == "A");
  CHECK(json["players"][0]["games"] == 4);
  CHECK(json["players"][0]["score"] == 0.75);
  CHECK(json["players"][0]["draws"] == 0.5);
}

// Games of A against B with both colours, as often each: won by A, drawn, won by B, per hundred.
std::string match_csv(int won, int drawn) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    const char* const result = i < won ? "1" : i < won + drawn ? "0.5" : "0";
    const char* const mirrored = i < won ? "0" : i < won + drawn ? "0.5" : "1";
    text += std::string("A,B,") + result + "\nB,A," + mirrored + "\n";
  }
  return text;
}

TEST_CASE("by default advantage and draw Elo are fitted, 0 without draws, and printed with their errors") {
  const Folder folder;
  const std::string drawless = folder.write("drawless.csv", match_csv(79, 0));
  const Json json = Json::parse(run({drawless}, [](RateOptions& o) { o.json = true; }).out);
  const auto elo = [](const Json& document, std::size_t row) {
    return document["players"][row]["display_elo"].get<double>();
  };
  // `ludex match` says 230.2; the two virtual draws pull towards equality.
  CHECK(elo(json, 0) - elo(json, 1) == doctest::Approx(400 * std::log10(159.0 / 43)).epsilon(1e-9));
  CHECK(json["draw_elo"] == 0.0);
  CHECK(json["draw_elo_source"] == "no draws");
  CHECK(json["advantage_source"] == "fitted");
  CHECK(json["advantage_error"].get<double>() == doctest::Approx(58.5).epsilon(0.01));
  CHECK(run({drawless}).out.find("advantage 0.0 +- 58.5 (fitted), draw Elo 0 (no draws)") !=
        std::string::npos);
  // BayesElo's constants for chess are there for those who ask.
  const Json chess = Json::parse(run({drawless}, [](RateOptions& o) {
                                   o.json = true;
                                   o.advantage = "32.8";
                                   o.draw_elo = "97.3";
                                 }).out);
  CHECK(elo(chess, 0) - elo(chess, 1) > 265);

  const std::string drawn = folder.write("drawn.csv", match_csv(50, 30));
  const Json with_draws = Json::parse(run({drawn}, [](RateOptions& o) { o.json = true; }).out);
  const Json fitted = Json::parse(run({drawn}, [](RateOptions& o) {
                                    o.json = true;
                                    o.advantage = o.draw_elo = "fit";
                                  }).out);
  CHECK(with_draws == fitted);
  CHECK(with_draws["draw_elo_source"] == "fitted");
  CHECK(with_draws["draw_elo"].get<double>() > 50);
  CHECK(with_draws["draw_elo_error"].get<double>() > 0);
  // One colour only.
  CHECK(run({folder.write("one.csv", "A,B,1\nA,B,1\nA,B,0\n")}).out.find("advantage 0 (not identified)") !=
        std::string::npos);
}

TEST_CASE("files of all formats together count as one log") {
  const Folder folder;
  const std::string csv = folder.write("g.csv", "A,B,1\n");
  const std::string pgn = folder.write("g.pgn", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n");
  const std::string line = R"({"agents":["B","A"],"outcome":"1/2-1/2","termination":"normal"})";
  folder.write("games.jsonl", line + "\n");
  // Unknown extensions are told by their content; a folder stands for its games.jsonl.
  const std::string unknown = folder.write("log.txt", line + "\n");
  const RateOutput output = run({csv, pgn, folder.path(), unknown}, [](RateOptions& o) { o.json = true; });
  REQUIRE(output.exit_code == 0);
  const Json json = Json::parse(output.out);
  CHECK(json["games"] == 4);
  CHECK(json["players"][0]["wins"] == 2);
  CHECK(json["players"][0]["drawn"] == 2);
}

TEST_CASE("bad input: exit code 2, a message, nothing on stdout") {
  const Folder folder;
  const auto refused = [](const RateOutput& output, const std::string& message) {
    CHECK(output.exit_code == kBadInput);
    CHECK(output.out.empty());
    CHECK_MESSAGE(output.err.find(message) != std::string::npos, output.err);
  };
  refused(run({folder.path() + "/absent.csv"}), "absent.csv': No such file or directory");
  refused(run({folder.write("empty.jsonl", "")}), "no games to rate in ");
  refused(run({folder.write("star.csv", "A,B,*\n")}), "; 1 without a result");
  const std::string bad = folder.write("bad.csv", "A,B,1\nA,B,x\n");
  refused(run({bad}, [](RateOptions& o) { o.strict = true; }), "--strict: 1 game without a usable result");
  const RateOutput rated = run({bad});
  CHECK(rated.exit_code == 0);
  CHECK(rated.err.starts_with("warning: 1 game without a usable result left out, expected "));
  CHECK(rated.out.find(", 1 record not usable and left out") != std::string::npos);
  const std::string good = folder.write("good.csv", kCsv);
  refused(run({good}, [](RateOptions& o) { o.model = "glicko"; }), "expected bayeselo or elo");
  refused(run({good}, [](RateOptions& o) { o.advantage = "much"; }), "--advantage: \"much\"");
  refused(run({good}, [](RateOptions& o) { o.draw_elo = "nan"; }), "--draw-elo: \"nan\"");
  refused(run({good}, [](RateOptions& o) { o.prior = -1; }), "prior -1 is out of range");
  refused(run({good}, [](RateOptions& o) { o.confidence = 1; }), "--confidence");
  refused(run({good}, [](RateOptions& o) { o.json = o.csv = true; }), "only one of");
  refused(run({good}, [](RateOptions& o) { o.anchor = "A"; }), "expected NAME=ELO");
  refused(run({good}, [](RateOptions& o) { o.anchor = "Z=0"; }), "the anchor \"Z\" played no game");
  refused(run({folder.write("shut.csv", "A,B,1\n")}, [](RateOptions& o) { o.prior = 0; }),
          "without a prior the ratings are infinite");
  const std::string forfeit = folder.write(
      "forfeit.jsonl", "{\"agents\":[\"A\",\"B\"],\"outcome\":\"1-0\",\"termination\":\"crash\"}\n");
  CHECK(run({forfeit}).exit_code == 0);
  refused(run({forfeit}, [](RateOptions& o) { o.without_forfeits = true; }), "; 1 forfeit left out");
}

TEST_CASE("the table, with offset, anchor, groups and warnings") {
  const Folder folder;
  const std::string csv = folder.write("g.csv", std::string(kCsv) + "X,Y,1\n");
  const RateOutput plain = run({csv});
  CHECK(plain.exit_code == 0);
  CHECK(plain.err.find("warning: 2 groups") != std::string::npos);
  CHECK(plain.out.find("Likelihood of superiority") != std::string::npos);
  CHECK(plain.out.find("2 groups without a game between them") != std::string::npos);

  const Json anchored = Json::parse(run({csv}, [](RateOptions& o) {
                                      o.json = true;
                                      o.anchor = "B=1500";
                                    }).out);
  const Json shifted = Json::parse(run({csv}, [](RateOptions& o) {
                                     o.json = true;
                                     o.offset = 100;
                                   }).out);
  for (const Json& player : anchored["players"]) {
    if (player["name"] == "B") CHECK(player["display_elo"].get<double>() == doctest::Approx(1500));
  }
  for (std::size_t i = 0; i < 5; ++i) {
    const Json& player = shifted["players"][i];
    CHECK(player["display_elo"].get<double>() ==
          doctest::Approx(100 + shifted["scale"].get<double>() * player["elo"].get<double>()));
    CHECK(player["elo"] == anchored["players"][i]["elo"]);
  }
}

TEST_CASE("a rating of zero has no sign") {
  const Folder folder;
  const std::string drawn = folder.write("z.csv", "A,B,1\nB,A,1\n");
  CHECK(run({drawn}).out.find("-0.0") == std::string::npos);
  CHECK(run({drawn}, [](RateOptions& o) { o.csv = true; }).out.find("-0.000") == std::string::npos);
}

TEST_CASE("CSV and Markdown forms") {
  const Folder folder;
  const std::string csv = folder.write("g.csv", "\"a|b\",\"c, d\",1\n");
  const RateOutput table = run({csv}, [](RateOptions& o) { o.csv = true; });
  CHECK(table.out.starts_with("rank,name,elo,plus,minus,games,score,draws,display_elo,"));
  // A win and two virtual draws: 400 log10(2) between them.
  CHECK(table.out.find("\n1,a|b,60.205999") != std::string::npos);
  CHECK(table.out.find("\n2,\"c, d\",-60.205999") != std::string::npos);
  const RateOutput markdown = run({csv}, [](RateOptions& o) { o.markdown = true; });
  CHECK(markdown.out.starts_with("| rank | name | Elo |"));
  CHECK(markdown.out.find("| 1 | a\\|b | 60.2 |") != std::string::npos);
  CHECK(markdown.out.find("| LOS % |") != std::string::npos);
}

// `wins` of first against second, of 20 games with swapped seats.
std::string jsonl(const std::string& label, const std::string& first, const std::string& second, int wins) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    const bool swapped = i % 2 != 0;
    text += "{\"game\":\"" + label + "\",\"agents\":[\"" + (swapped ? second : first) + "\",\"" +
            (swapped ? first : second) + "\"],\"round\":" + std::to_string(i / 2) + ",\"outcome\":\"" +
            ((i < wins) != swapped ? "1-0" : "0-1") + "\",\"termination\":\"" +
            (i == 0 ? "crash" : "normal") + "\"}\n";
  }
  return text;
}

TEST_CASE("--game and --by-game: ratings of each game are those of a log with that game alone") {
  const Folder folder;
  const std::string hex = jsonl("hex:size=7", "A", "B", 18) + jsonl("hex:size=7", "B", "C", 12);
  const std::string othello = jsonl("othello", "A", "B", 2) + jsonl("othello", "C", "B", 11);
  const std::string umlaut = jsonl("\\u00fcber", "A", "C", 10);
  const std::string log = folder.write("all.jsonl", hex + othello + umlaut);
  const auto json = [&](const std::string& file, std::vector<std::string> games, bool by_game) {
    RateOptions options;
    options.logs = {file};
    options.json = true;
    options.games = std::move(games);
    options.by_game = by_game;
    const RateOutput output = rate(options);
    REQUIRE_MESSAGE(output.exit_code == 0, output.err);
    Json document = Json::parse(output.out);
    document.erase("logs");  // names of files
    return document;
  };
  const Json hex_alone = json(folder.write("hex.jsonl", hex), {}, false);
  const Json both_alone = json(folder.write("both.jsonl", hex + othello), {}, false);
  CHECK(json(log, {"hex:size=7"}, false) == hex_alone);
  CHECK(json(log, {"othello", "hex:size=7"}, false) == both_alone);

  const Json all = json(log, {}, true);
  CHECK(all["games"] == 100);
  REQUIRE(all["by_game"].size() == 3);
  Json first = all["by_game"][0];
  CHECK(first["game"] == "hex:size=7");
  CHECK(first["forfeits"] == 2);
  first.erase("game");
  CHECK(first == hex_alone);
  CHECK(all["by_game"][2]["game"] == "\u00fcber");
  CHECK(json(log, {"othello"}, true)["by_game"].size() == 1);
  // A is much stronger than B in hex, and much weaker in othello.
  REQUIRE(both_alone["heterogeneity"].size() == 3);
  REQUIRE(both_alone["warnings"].size() >= 1);
  const std::string warning = both_alone["warnings"][0];
  CHECK(warning.find("the ratings of A differ between the games by more than their errors: +") == 0);
  CHECK(run({folder.path() + "/both.jsonl"}).err.find("warning: " + warning) != std::string::npos);
  CHECK(hex_alone["warnings"].empty());

  RateOptions options;
  options.logs = {log};
  options.by_game = true;
  const std::string table = rate(options).out;
  CHECK(table.starts_with("game hex:size=7\n\nrank  name"));
  CHECK(table.find("\n\ngame othello\n\nrank  name") != std::string::npos);
  options.csv = true;
  const std::string csv = rate(options).out;
  CHECK(csv.starts_with("game,rank,name,elo,"));
  CHECK(csv.find("\nhex:size=7,1,A,") != std::string::npos);
  CHECK(csv.find("\nothello,3,A,") != std::string::npos);
}

TEST_CASE("several games: the ratings of each first, the joint ones last and called so") {
  const Folder folder;
  const std::string log =
      folder.write("all.jsonl", jsonl("hex:size=7", "A", "B", 18) + jsonl("othello", "A", "B", 2));
  RateOptions options;
  options.logs = {log};
  const RateOutput output = rate(options);
  CHECK(output.err.find("warning: the ratings of A differ between the games") != std::string::npos);
  CHECK(output.out.starts_with("game hex:size=7\n\nrank  name"));
  const auto othello = output.out.find("\ngame othello\n\nrank  name");
  const auto joint = output.out.find("\nall games together\n\nrank  name");
  CHECK(othello != std::string::npos);
  CHECK(joint != std::string::npos);
  CHECK(othello < joint);
  options.markdown = true;
  CHECK(rate(options).out.find("\n## all games together\n") != std::string::npos);
  options.markdown = false;
  options.latex = true;
  CHECK(rate(options).out.find("\n% all games together\n") != std::string::npos);
  options.latex = false;
  options.json = true;
  CHECK(Json::parse(rate(options).out)["by_game"].size() == 2);
  // One game has one table without a title.
  options.json = false;
  options.games = {"othello"};
  CHECK(rate(options).out.starts_with("rank  name"));
}

TEST_CASE("--game and --by-game: what no log can tell is refused") {
  const Folder folder;
  const std::string log = folder.write("g.jsonl", jsonl("hex:size=7", "A", "B", 18));
  const auto refused = [&](const std::string& file, std::vector<std::string> games, const std::string& why) {
    RateOptions options;
    options.logs = {file};
    options.by_game = games.empty();
    options.games = std::move(games);
    const RateOutput output = rate(options);
    CHECK(output.exit_code == kBadInput);
    CHECK(output.out.empty());
    CHECK_MESSAGE(output.err.find(why) != std::string::npos, output.err);
  };
  refused(log, {"hex:size=7", "hex:sise=7"},
          "--game: the logs have no game 'hex:sise=7'; did you mean 'hex:size=7'?");
  refused(log, {"chess"}, "--game: the logs have no game 'chess'; known: hex:size=7");
  refused(folder.write("g.csv", kCsv), {}, "g.csv: CSV and PGN do not say which game was played");
  refused(folder.write("bare.jsonl",
                       "{\"agents\":[\"A\",\"B\"],\"outcome\":\"1-0\",\"termination\":\"normal\"}\n"),
          {"hex"}, "1 game without its label left out, expected \"game\":\"hex:size=7\" (");
}

TEST_CASE("the command line is wired to the options") {
  const Folder folder;
  const std::string csv = folder.write("bad.csv", "A,B,1\nA,B,x\n");
  cli::Context context;
  const auto run_with = [&](std::vector<const char*> words) {
    cli::Program app("test", "0");
    cli::add_rate(app, context);
    words.insert(words.begin(), "ludex");
    return app.run(static_cast<int>(words.size()), words.data());
  };
  CHECK(run_with({"rate", "--json", "--strict", "--advantage", "-5", "--draw-elo", "fit", "--prior", "1",
                  csv.c_str()}) == std::nullopt);
  CHECK(context.exit_code == cli::kUsage);
  CHECK(run_with({"rate"}) == cli::kUsage);
  CHECK(run_with({"rate", "--unknown", csv.c_str()}) == cli::kUsage);
}

TEST_CASE("--game takes one label at a time, so that the log may follow it") {
  const Folder folder;
  const std::string log = folder.write("g.jsonl", jsonl("x", "A", "B", 3) + jsonl("y", "A", "B", 3));
  for (const auto add : {cli::add_rate, cli::add_match}) {
    cli::Program app("test", "0");
    cli::Context context;
    context.exit_code = cli::kUsage;
    add(app, context);
    const std::vector<const char*> words{
        "ludex",    add == cli::add_rate ? "rate" : "match", "--by-game", "--game", "x", "--game", "y",
        log.c_str()};
    CHECK(app.run(static_cast<int>(words.size()), words.data()) == std::nullopt);
    CHECK(context.exit_code == 0);
  }
}

}  // namespace
}  // namespace ludex::arena::statistics
