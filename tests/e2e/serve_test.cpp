// ludex serve over HTTP: what it answers, whom it refuses, and that nothing an agent does ends it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>

#include "arena/base/json/value.hpp"
#include "core/util/rng.hpp"
#include "tests/support/command.hpp"
#include "tests/support/http.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kHostile = LUDEX_BUILD_DIR "/tests/agents";

Json json_of(const HttpAnswer& answer) {
  REQUIRE_MESSAGE(answer.status == 200, answer.status << " " << answer.body);
  return Json::parse(answer.body);
}

// A small tournament of a few games in FOLDER/results/small.
void play_small(const TemporaryFolder& folder, int games_per_pair = 4) {
  folder.write("small.yaml", R"(name: small
seed: 3
games:
  - {game: hex, params: {size: 4}}
  - {game: chess, params: {max_plies: 40}}
agents:
  - {name: first <i>, agent: uct, budget: {iterations: 30}}
  - {name: second, agent: random}
format: {type: round-robin, games_per_pair: )" +
                                 std::to_string(games_per_pair) + R"(}
openings: {random_plies: 2}
budget: {iterations: 30}
mode: inline
)");
  const auto run =
      ludex("run '" + folder.file("small.yaml") + "' --out '" + folder.file("results/small") + "' --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
}

std::string session(const ServeProcess& server, const std::string& game, const std::string& agent) {
  return json_of(server.post("/api/sessions", Json{{"game", game}, {"agent", agent}}.dump()))["id"];
}

// The last line of a search.
Json search(const ServeProcess& server, const std::string& id, const Json& body) {
  const auto answer = server.post("/api/sessions/" + id + "/search", body.dump());
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  std::istringstream in(answer.body);
  Json last;
  for (std::string line; std::getline(in, line);) last = Json::parse(line);
  return last;
}

}  // namespace

TEST_CASE("the page is small, whole, and asks nobody else") {
  const TemporaryFolder folder;
  ServeProcess server({"serve", folder.path().string()});
  const auto page = server.get("/");
  REQUIRE(page.status == 200);
  CHECK(page.head.find("Content-Security-Policy: default-src 'none'; script-src 'self'") !=
        std::string::npos);
  CHECK(page.head.find("X-Content-Type-Options: nosniff") != std::string::npos);
  // All that it loads, and what that loads.
  std::size_t bytes = page.body.size();
  std::vector<std::string> open{"app.js", "style.css", "icon.svg"}, seen = open;
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    const auto file = server.get("/" + name);
    REQUIRE_MESSAGE(file.status == 200, name);
    bytes += file.body.size();
    std::string text = file.body;
    for (const char* const known : {"http://www.w3.org/2000/svg"}) {
      for (std::size_t at; (at = text.find(known)) != std::string::npos;)
        text.erase(at, std::string(known).size());
    }
    CHECK_MESSAGE(text.find("://") == std::string::npos, name << " names another address");
    for (std::size_t at = 0; (at = text.find("from \"./", at)) != std::string::npos; ++at) {
      const std::string import = text.substr(at + 8, text.find('"', at + 8) - at - 8);
      if (std::find(seen.begin(), seen.end(), import) != seen.end()) continue;
      seen.push_back(import);
      open.push_back(import);
    }
  }
  CHECK(seen.size() > 10);
  CHECK(bytes < 300'000);
  CHECK(server.end(SIGINT) == 0);
}

TEST_CASE("what it says of a tournament is what the log and the ratings say") {
  const TemporaryFolder folder;
  play_small(folder);
  const ServeProcess server({"serve", folder.file("results")});
  const Json list = json_of(server.get("/api/tournaments"))["tournaments"];
  REQUIRE(list.size() == 1);
  const std::string base = "/api/tournaments/" + list[0]["id"].get<std::string>();
  // The log is read beside the answers.
  Json summary = Json::object();
  for (int i = 0; i < 600 && summary.value("games", 0) != 8; ++i) {
    summary = json_of(server.get(base));
    usleep(50'000);
  }
  REQUIRE(summary["games"] == 8);
  CHECK(summary["scheduled"] == 8);
  CHECK(summary["live"] == false);
  CHECK(summary["finished"] == true);
  const auto rated = ludex("rate '" + folder.file("results/small/games.jsonl") + "' --json");
  REQUIRE(rated.exit_code == 0);
  const Json rating = Json::parse(rated.out);
  CHECK(summary["standings"]["players"] == rating["players"]);
  CHECK(summary["standings"]["los"] == rating["los"]);
  // Each game by itself as well, and which endings are faults.
  REQUIRE(summary["standings"]["by_game"].size() == 2);
  for (const Json& one : summary["standings"]["by_game"]) {
    const auto alone = ludex("rate '" + folder.file("results/small/games.jsonl") + "' --json --game '" +
                             one["game"].get<std::string>() + "'");
    REQUIRE_MESSAGE(alone.exit_code == 0, alone.err);
    CHECK(one["players"] == Json::parse(alone.out)["players"]);
  }
  CHECK(summary["warnings"].is_array());
  CHECK(summary["faulty"].empty());

  std::ifstream log(folder.file("results/small/games.jsonl"));
  std::vector<Json> records;
  for (std::string line; std::getline(log, line);) records.push_back(Json::parse(line));
  const Json games = json_of(server.get(base + "/games"));
  CHECK(games["total"] == records.size());
  CHECK(games["games"][0]["number"] == records.size());
  std::size_t of_second = 0;
  for (const Json& record : records) of_second += record["game"] == "hex:size=4" ? 1 : 0;
  CHECK(json_of(server.get(base + "/games?game=hex%3Asize%3D4"))["total"] == of_second);
  CHECK(json_of(server.get(base + "/games?agent=nobody"))["total"] == 0);

  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string path = base + "/games/" + std::to_string(i + 1);
    const Json game = json_of(server.get(path));
    auto moves = records[i]["opening"].get<std::vector<std::string>>();
    for (const auto& move : records[i]["moves"]) moves.push_back(move);
    REQUIRE(game["moves"].size() == moves.size());
    for (std::size_t k = 0; k < moves.size(); ++k) CHECK(game["moves"][k]["move"] == moves[k]);
    CHECK(game["outcome"] == records[i]["outcome"]);
    CHECK(game["fault"] == false);
    const bool chess = game["game"].get<std::string>().starts_with("chess");
    CHECK(game["sides"][0]["name"] == (chess ? "White" : "Black"));
    CHECK(game["sides"][1]["name"] == (chess ? "Black" : "White"));
    const auto alike = std::count_if(records.begin(), records.end(), [&](const Json& other) {
      return other["game"] == records[i]["game"] && other["opening"] == records[i]["opening"];
    });
    CHECK(json_of(server.get(base + "/games?opening=" + game["opening"].get<std::string>()))["total"] ==
          alike);
    // Each board as changes is the board as `ludex draw` makes it.
    const Json boards = json_of(server.get(path + "/boards"));
    auto lines = boards["first"].get<std::vector<std::string>>();
    REQUIRE(boards["steps"].size() == moves.size());
    for (std::size_t k = 0; k < moves.size(); ++k) {
      std::vector<std::string> next;
      std::size_t at = 0;
      for (const Json& change : boards["steps"][k]) {
        for (std::size_t skip = change[0]; skip > 0; --skip) next.push_back(lines[at++]);
        at += change[1].get<std::size_t>();
        for (std::size_t n = 2; n < change.size(); ++n) next.push_back(change[n]);
      }
      while (at < lines.size()) next.push_back(lines[at++]);
      lines = next;
    }
    std::string played, drawn;
    for (const std::string& move : moves) played += move + " ";
    for (const std::string& line : lines) drawn += line + "\n";
    const auto draw = ludex("draw " + game["rules"].get<std::string>() + " --svg --moves '" + played + "'");
    REQUIRE(draw.exit_code == 0);
    CHECK(drawn == draw.out);
  }
  CHECK(server.get(base + "/games/0").status == 404);
  CHECK(server.get(base + "/games/9").status == 404);
  CHECK(server.get(base + "/games/8/text").body.find("second") != std::string::npos);
}

TEST_CASE("described games of the served folders are played like any other") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "results/mine");
  const std::string line =
      "(game \"Line\" (players 2) (equipment {(piece \"Disc\" Each) (board (square 3))})\n"
      "  (rules (play (move Add (to (sites Empty Cell)))) (end (if (is Line 3) (result Mover Win)))))\n";
  write_file(folder.path() / "results/mine/Line.lud", line);
  write_file(folder.path() / "Outside.lud", line);
  const ServeProcess server({"serve", folder.file("results")});
  const Json games = json_of(server.get("/api/plugins"))["games"];
  const auto listed = std::find_if(games.begin(), games.end(),
                                   [](const Json& one) { return one.value("file", "") == "mine/Line.lud"; });
  REQUIRE(listed != games.end());
  CHECK((*listed)["id"] == "lud");
  CHECK((*listed)["cells"] == true);
  const std::string game = "lud:file=mine/Line.lud";
  const Json position = json_of(server.post("/api/position", Json{{"game", game}, {"moves", {"b2"}}}.dump()));
  CHECK(position["cells"].size() == 9);
  CHECK(position["legal"].size() == 8);
  CHECK(position["legal"][0]["cells"][0] == "a1");
  CHECK(position["sides"][0]["name"] == "White");
  CHECK(position["to_move"] == 1);
  const Json done = search(server, session(server, game, "uct"),
                           {{"moves", {"b2"}}, {"seat", 1}, {"budget", {{"iterations", 50}}}});
  CHECK(done.contains("done"));
  // A file that has come since, and one that is changed, are what they are now.
  write_file(folder.path() / "results/mine/Later.lud", line);
  const Json later = json_of(server.get("/api/plugins"))["games"];
  CHECK(std::count_if(later.begin(), later.end(), [](const Json& one) { return one.contains("file"); }) == 2);
  std::string wider = line;
  wider.replace(wider.find("square 3"), 8, "square 4");
  write_file(folder.path() / "results/mine/Line.lud", wider);
  CHECK(json_of(server.post("/api/position", Json{{"game", game}}.dump()))["cells"].size() == 16);
  // Other files are not the page's to name.
  for (const std::string& file :
       {folder.file("Outside.lud"), std::string("../Outside.lud"), folder.file("results/mine/Line.lud")}) {
    const auto refused = server.post("/api/position", Json{{"game", "lud:file=" + file}}.dump());
    CHECK(refused.status == 400);
    CHECK(refused.body.find("--allow-texts") != std::string::npos);
  }
}

TEST_CASE("games that are written while somebody looks are told") {
  const TemporaryFolder folder;
  play_small(folder);
  const std::string all = folder.read("results/small/games.jsonl");
  const std::size_t first = all.find('\n') + 1;
  std::filesystem::create_directories(folder.file("live/one"));
  folder.write("live/one/games.jsonl", all.substr(0, first));
  const ServeProcess server({"serve", folder.file("live")});
  const Json list = json_of(server.get("/api/tournaments"))["tournaments"];
  REQUIRE(list.size() == 1);
  Connection events(server.port());
  events.send("GET /api/tournaments/" + list[0]["id"].get<std::string>() +
              "/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
  CHECK(events.until("event: summary").find("event: summary") != std::string::npos);
  CHECK(events.until("\"games\":1").find("\"games\":1,") != std::string::npos);
  std::ofstream(folder.file("live/one/games.jsonl"), std::ios::app) << all.substr(first);
  CHECK(events.until("\"games\":8").find("\"games\":8,") != std::string::npos);
  // A tournament that comes to be.
  Connection lists(server.port());
  lists.send("GET /api/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
  CHECK(lists.until("event: list").find("\"name\":\"one\"") != std::string::npos);
  std::filesystem::create_directories(folder.file("live/two"));
  folder.write("live/two/games.jsonl", all);
  CHECK(lists.until("\"name\":\"two\"").find("\"name\":\"two\"") != std::string::npos);
}

TEST_CASE("requests of other pages, for other hosts and for other files are refused") {
  const TemporaryFolder folder;
  folder.write("secret.txt", "secret");
  std::filesystem::create_directories(folder.file("results"));
  const ServeProcess server({"serve", folder.file("results")});
  const std::string host = "Host: " + server.host() + "\r\n";
  const auto raw = [&](const std::string& head) {
    return server.raw(head + "Connection: close\r\n\r\n").status;
  };
  CHECK(raw("GET /api/info HTTP/1.1\r\n" + host) == 200);
  // DNS rebinding: somebody else's name for this address.
  CHECK(raw("GET /api/info HTTP/1.1\r\nHost: evil.example:" + std::to_string(server.port()) + "\r\n") == 403);
  CHECK(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n") == 403);
  CHECK(raw("GET /api/info HTTP/1.1\r\n") == 403);
  CHECK(raw("GET /api/info HTTP/1.1\r\nHost: localhost:" + std::to_string(server.port()) + "\r\n") == 200);
  CHECK(raw("GET /api/info HTTP/1.1\r\n" + host + "Origin: http://evil.example\r\n") == 403);
  CHECK(raw("GET /api/info HTTP/1.1\r\n" + host + "Origin: null\r\n") == 403);
  CHECK(raw("GET /api/info HTTP/1.1\r\n" + host + "Origin: http://" + server.host() + "\r\n") == 200);
  CHECK(raw("GET /api/info HTTP/1.1\r\n" + host + "Sec-Fetch-Site: cross-site\r\n") == 403);
  // A form of another page cannot send this type.
  CHECK(server
            .raw("POST /api/position HTTP/1.1\r\n" + host +
                 "Connection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}")
            .status == 415);
  for (const char* const path :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/results/../secret.txt",
        "/api/tournaments/..%2f..", "/api/tournaments/../../secret.txt", "//secret.txt", "/etc/passwd"}) {
    const auto answer = server.get(path);
    CHECK_MESSAGE(answer.status == 404, path);
    CHECK(answer.body.find("secret\n") == std::string::npos);
  }
  CHECK(server.post("/", "{}").status == 405);
  CHECK(server.post("/api/position", "[1]").status == 400);
  CHECK(server.post("/api/position", "{").status == 400);
  CHECK(server.post("/api/position", "{}").status == 400);
  CHECK(server.post("/api/position", R"({"game": 7})").status == 400);
  CHECK(server.post("/api/position", R"({"game": "nothing"})").status == 400);
  CHECK(server.post("/api/position", R"({"game": "hex:size=99"})").status == 400);
  CHECK(server.post("/api/position", R"({"game": "hex", "moves": ["z9"]})").status == 400);
  CHECK(server.post("/api/position", std::string(300'000, ' ')).status == 413);
  CHECK(server.raw("GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n").status == 413);
  CHECK(server.raw("what is this\r\n\r\n").status == 400);
  CHECK(server.get("/api/info").status == 200);
}

TEST_CASE("whoever listens to others needs a token, and with one nothing goes without it") {
  const auto open = ludex("serve --address 0.0.0.0 --port 0");
  CHECK(open.exit_code == 2);
  CHECK(open.err.find("--token") != std::string::npos);
  CHECK(ludex("serve --address nonsense --port 0 --token").exit_code == 2);
  CHECK(ludex("serve /nowhere/at/all --port 0").exit_code == 2);
  CHECK(ludex("serve --port 70000").exit_code == 2);

  const TemporaryFolder folder;
  const ServeProcess server({"serve", folder.path().string(), "--token"});
  const auto at = server.link().find("?token=");
  REQUIRE(at != std::string::npos);
  const std::string token = server.link().substr(at + 7);
  CHECK(token.size() == 32);
  for (const char* const path : {"/", "/app.js", "/api/info", "/api/tournaments", "/api/events"})
    CHECK_MESSAGE(server.get(path).status == 401, path);
  CHECK(server.get("/?token=" + std::string(32, '0')).status == 401);
  CHECK(server.get("/?token=").status == 401);
  CHECK(server.get("/api/info", "Authorization: Bearer " + token.substr(1) + "\r\n").status == 401);
  CHECK(server.get("/api/info", "Authorization: Bearer " + token + "\r\n").status == 200);
  const auto entered = server.get("/?token=" + token);
  CHECK(entered.status == 303);
  CHECK(entered.head.find("HttpOnly; SameSite=Strict") != std::string::npos);
  CHECK(server.get("/api/info", "Cookie: a=b; ludex=" + token + "; c=d\r\n").status == 200);
  CHECK(server.get("/api/info", "Cookie: xludex=" + token + "\r\n").status == 401);
  const ServeProcess other({"serve", folder.path().string(), "--token"});
  CHECK(other.link().substr(other.link().find("?token=")) != server.link().substr(at));
}

TEST_CASE("an agent plays, is looked into, and forgets nothing that was played") {
  const TemporaryFolder folder;
  const ServeProcess server({"serve", folder.path().string()});
  const std::string id = session(server, "hex:size=4", "uct");
  const Json budget{{"iterations", 500}};
  std::vector<std::string> moves;
  for (int ply = 0; ply < 4; ++ply) {
    const Json answer = search(server, id, {{"moves", moves}, {"seat", ply % 2}, {"budget", budget}});
    REQUIRE_MESSAGE(answer.contains("done"), answer.dump());
    const Json& done = answer["done"];
    CHECK(done["iterations"] == 500);
    CHECK(done["tree"] == true);
    const auto position =
        json_of(server.post("/api/position", Json{{"game", "hex:size=4"}, {"moves", moves}}.dump()));
    CHECK(std::any_of(position["legal"].begin(), position["legal"].end(),
                      [&](const Json& legal) { return legal["move"] == done["move"]; }));
    const Json node = json_of(server.post("/api/sessions/" + id + "/inspect", "{}"))["node"];
    CHECK(node["columns"][0] == "visits");
    CHECK(node["rows"].size() == position["legal"].size());
    const Json path{{"path", std::vector<Json>{node["rows"][0]["move"]}}, {"limit", 1}};
    const Json below = json_of(server.post("/api/sessions/" + id + "/inspect", path.dump()))["node"];
    CHECK(below["rows"].size() == 1);
    moves.push_back(done["move"]);
  }
  // Taken back, and from the middle of another game.
  CHECK(search(server, id, {{"moves", {"b2"}}, {"seat", 1}, {"budget", budget}}).contains("done"));
  CHECK(search(server, id, {{"moves", {"b2", "b2"}}, {"seat", 0}, {"budget", budget}}).contains("error"));
  CHECK(search(server, id, {{"moves", {"b2"}}, {"seat", 1}, {"budget", budget}}).contains("done"));
  CHECK(json_of(server.post("/api/sessions/" + id + "/inspect", R"({"path": ["b2"]})")).contains("error"));
  // A search is ended by who has begun it.
  Connection long_one(server.port());
  long_one.send(
      server.post_text("/api/sessions/" + id + "/search", R"({"moves": [], "budget": {"seconds": 300}})"));
  CHECK(long_one.until("\"progress\"").find("\"progress\"") != std::string::npos);
  CHECK(server.post("/api/sessions/" + id + "/search", "{}").status == 409);
  CHECK(server.post("/api/sessions/" + id + "/stop", "{}").status == 200);
  CHECK(long_one.until("\"done\"").find("\"done\"") != std::string::npos);
  CHECK(server.post("/api/sessions/none/search", "{}").status == 404);
  CHECK(server
            .raw("DELETE /api/sessions/" + id + " HTTP/1.1\r\nHost: " + server.host() +
                 "\r\nConnection: close\r\n\r\n")
            .status == 200);
  CHECK(server.post("/api/sessions/" + id + "/search", "{}").status == 404);
}

TEST_CASE("whatever an agent does, it is a sentence and not the end of the server") {
  const TemporaryFolder folder;
  const ServeProcess server({"--plugin-path", kHostile, "serve", folder.path().string()});
  for (const char* const deed : {"null-write", "abort", "exit", "throw", "terminate", "throw-thread",
                                 "illegal", "scribble", "wrong-thread", "close-fds", "leak", "print"}) {
    CAPTURE(deed);
    const std::string id = session(server, "mnk", std::string("hostile:move=1,deed=") + deed);
    const Json answer =
        search(server, id, {{"moves", Json::array()}, {"seat", 0}, {"budget", {{"iterations", 1}}}});
    CHECK_MESSAGE((answer.contains("fault") || answer.contains("error") || answer.contains("done")),
                  answer.dump());
    if (answer.contains("fault")) {
      CHECK(answer["fault"]["termination"].is_string());
      // Who comes later is told the same.
      const auto again = server.post("/api/sessions/" + id + "/search", "{}");
      CHECK(again.body.find("\"fault\"") != std::string::npos);
    }
    CHECK(server.get("/api/info").status == 200);
  }
  CHECK(search(server, session(server, "mnk", "hostile:move=1,deed=null-write"),
               {{"budget", {{"iterations", 1}}}})["fault"]["termination"] ==
        (kAddressSanitizer ? "exit" : "crash"));
  // One that does not end is killed: 0.1 s of its own, and the grace.
  const Json hung =
      search(server, session(server, "mnk", "hostile:move=1,deed=loop"), {{"budget", {{"seconds", 0.1}}}});
  REQUIRE_MESSAGE(hung.contains("fault"), hung.dump());
  CHECK(hung["fault"]["termination"] == "hang");
  // Made with what it does not bear.
  const Json refused = search(server, session(server, "mnk", "hostile:deed=abort,where=create"),
                              {{"budget", {{"iterations", 1}}}});
  CHECK(refused.contains("fault"));
  // Texts may be commands: not from the page.
  const auto text = server.post("/api/sessions", R"({"game": "mnk", "agent": "hostile:file=/tmp/x"})");
  CHECK(text.status == 400);
  CHECK(text.body.find("--allow-texts") != std::string::npos);
  CHECK(server.post("/api/sessions", R"({"game": "mnk", "agent": "nobody"})").status == 400);
  CHECK(server.alive());
}

TEST_CASE("any bytes at all are answered or refused, and the server goes on") {
  const TemporaryFolder folder;
  play_small(folder, 2);
  const ServeProcess server({"serve", folder.file("results")});
  const std::string id = json_of(server.get("/api/tournaments"))["tournaments"][0]["id"];
  const std::vector<std::string> seeds{
      "GET /api/tournaments/" + id + "/games/1/boards?from=3&count=9 HTTP/1.1\r\nHost: " + server.host() +
          "\r\nConnection: close\r\n\r\n",
      "GET /api/tournaments/" + id + "/games?agent=second&opening=00ff&from=1 HTTP/1.1\r\nHost: " +
          server.host() + "\r\nConnection: close\r\n\r\n",
      server.post_text("/api/position", R"({"game":"hex:size=4","position":"","moves":["a1","b2"]})"),
      server.post_text("/api/sessions/x/inspect", R"({"path":["a1"],"column":3})")};
  Connection no_path(server.port());
  no_path.send("GET ?game=hex HTTP/1.1\r\nHost: " + server.host() + "\r\nConnection: close\r\n\r\n");
  CHECK(no_path.rest().starts_with("HTTP/1.1 400 "));
  Rng rng = Rng::seeded(11);
  for (int i = 0; i < 600; ++i) {
    std::string text = seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
    for (std::uint32_t n = 1 + rng.below(6); n > 0; --n) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
      switch (rng.below(4)) {
        case 0:
          text[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          text.erase(at, 1 + rng.below(20));
          break;
        case 2:
          text.insert(at, std::string(1 + rng.below(50), static_cast<char>(rng.below(256))));
          break;
        default:
          text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), rng.below(30)));
      }
      if (text.empty()) text = "x";
    }
    // Nobody waits for an answer that may need more bytes.
    Connection connection(server.port());
    connection.send(text);
  }
  CHECK(server.alive());
  CHECK(server.get("/api/info").status == 200);
}

TEST_CASE("report --games writes a page that needs nothing else") {
  const TemporaryFolder folder;
  play_small(folder, 2);
  const auto report =
      ludex("report '" + folder.file("results/small") + "' --games --out '" + folder.file("page.html") + "'");
  REQUIRE_MESSAGE(report.exit_code == 0, report.err);
  const std::string page = folder.read("page.html");
  CHECK(page.find("id=\"ludex-game-4\"") != std::string::npos);
  CHECK(page.find("id=\"ludex-game-5\"") == std::string::npos);
  CHECK(page.find("first <i>") == std::string::npos);
  CHECK(page.find("import ") == std::string::npos);
  CHECK(page.find("</html>") != std::string::npos);
  const std::string opening = "<script type=\"application/json\" id=\"ludex-game-1\">";
  const auto at = page.find(opening);
  REQUIRE(at != std::string::npos);
  const auto begin = at + opening.size();
  const Json game = Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  CHECK(game["boards"]["steps"].size() == game["game"]["moves"].size());
  CHECK(ludex("report '" + folder.file("results/small") + "' --games --json").exit_code == 2);
}

TEST_CASE("analyze --tree writes the tree as JSON or DOT") {
  const TemporaryFolder folder;
  const std::string search = "analyze hex:size=4 --agent pns --iterations 200 --json --tree '";
  REQUIRE(ludex(search + folder.file("t.json") + "'").exit_code == 0);
  const Json tree = Json::parse(folder.read("t.json"));
  CHECK(tree["columns"] == Json({"work", "pn", "dn"}));
  CHECK(tree["rows"].size() == 8);
  REQUIRE(ludex(search + folder.file("t.dot") + "' --tree-width 2 --tree-depth 2").exit_code == 0);
  CHECK(folder.read("t.dot").find("digraph search {") == 0);
  CHECK(ludex("analyze mnk --agent random --tree '" + folder.file("x.json") + "'").exit_code == 2);
}

}  // namespace ludex::tests
