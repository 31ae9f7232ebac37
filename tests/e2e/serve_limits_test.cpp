// The limits of ludex serve: malformed requests, more connections than it may open, and its own death.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/http.hpp"

namespace ludex::tests {

TEST_CASE(
    "a request of which nobody should guess where it ends or for whom it is, is refused and the connection "
    "closed") {
  const TemporaryFolder folder;
  ServeProcess server({"serve", folder.path().string()});
  const std::string host = "Host: " + server.host() + "\r\n";
  const std::string json = "Content-Type: application/json\r\n";
  const std::string next = "GET /api/tournaments HTTP/1.1\r\n" + host + "\r\n";
  const auto refused = [&](const std::string& request) {
    CAPTURE(request);
    Connection connection(server.port());
    connection.send(request + next);
    const std::string text = connection.rest();  // until it is closed
    CHECK_MESSAGE((text.empty() || text.starts_with("HTTP/1.1 400 ")), text);
    CHECK(text.find("HTTP/1.1", 1) == std::string::npos);
  };
  refused("GET / HTTP/1.1\r\n" + host + "Host: example.org\r\n\r\n");
  refused("GET / HTTP/1.1\r\n" + host + host + "\r\n");
  for (const std::string length : {"2, 2", "2,2", "+2", "0x2", "2;", "-2", "2 2"})
    refused("POST /api/sessions HTTP/1.1\r\n" + host + json + "Content-Length: " + length + "\r\n\r\n{}");
  refused("POST /api/sessions HTTP/1.1\r\n" + host + json +
          "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}");
  for (const std::string encoding :
       {"gzip, chunked", "identity", "xchunked", "chunked, chunked", "chunked, identity"})
    refused("POST /api/sessions HTTP/1.1\r\n" + host + json + "Transfer-Encoding: " + encoding +
            "\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
  refused("POST /api/sessions HTTP/1.1\r\n" + host + json +
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
  refused("POST /api/sessions HTTP/1.1\r\n" + host + json +
          "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
  // Which is none of these.
  const auto chunked =
      server.raw("POST /api/sessions HTTP/1.1\r\n" + host + json +
                 "Connection: close\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
  CHECK(chunked.head.find("refused") == std::string::npos);
  CHECK(chunked.body.find("the request is refused") == std::string::npos);
  CHECK(server.get("/api/tournaments").status == 200);
}

TEST_CASE("with more streams than there is room for, requests are answered, and the rest is told why not") {
  const TemporaryFolder folder;
  // A shell's usual limit, and a smaller one that cannot be raised.
  for (const rlim_t hard : {rlim_t{4096}, rlim_t{700}}) {
    CAPTURE(hard);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    if (before.rlim_max < 4096 || before.rlim_cur < 1000) {
      MESSAGE("skipped: this process may not open that many files");
      return;
    }
    ServeProcess server({"serve", folder.path().string()}, [&] {
      const rlimit small{std::min<rlim_t>(hard, 1024), hard};
      setrlimit(RLIMIT_NOFILE, &small);
    });
    std::vector<std::unique_ptr<Connection>> streams;
    int opened = 0, refused = 0;
    for (int i = 0; i < 850; ++i) {
      streams.push_back(std::make_unique<Connection>(server.port()));
      streams.back()->send("GET /api/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
      const std::string head = streams.back()->until("\r\n\r\n");
      if (head.starts_with("HTTP/1.1 200 ")) ++opened;
      if (head.starts_with("HTTP/1.1 503 ")) ++refused;
    }
    CHECK(opened >= (hard == 700 ? 200 : 500));
    CHECK(refused > 0);
    CHECK(opened + refused == 850);
    CHECK(server.get("/api/tournaments").status == 200);
    // Who goes makes room.
    streams.clear();
    int status = 0;
    for (int i = 0; i < 600 && status != 200; ++i) {
      Connection again(server.port());
      again.send("GET /api/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
      status = again.until("\r\n\r\n").starts_with("HTTP/1.1 200 ") ? 200 : 0;
      if (status == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(status == 200);
  }
}

TEST_CASE(
    "where all connections are taken everybody who comes is told so, however many have been turned away") {
  const TemporaryFolder folder;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  constexpr rlim_t kFew = 700;
  if (before.rlim_cur < 1000) {
    MESSAGE("skipped: this process may not open that many files");
    return;
  }
  const ServeProcess server({"serve", folder.path().string()}, [] {
    const rlimit small{kFew, kFew};
    setrlimit(RLIMIT_NOFILE, &small);
  });
  std::vector<std::unique_ptr<Connection>> all;
  for (int i = 0; i < 350; ++i) all.push_back(std::make_unique<Connection>(server.port()));
  int answered = 0;
  for (int i = 0; i < 200; ++i) {
    all.push_back(std::make_unique<Connection>(server.port()));
    all.back()->send("GET /api/tournaments HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
    if (all.back()->until("\r\n\r\n").starts_with("HTTP/1.1 ")) ++answered;
  }
  CHECK(answered == 200);
}

TEST_CASE("agents end with a server that is killed") {
  const TemporaryFolder folder;
  ServeProcess server({"serve", folder.path().string()});
  const auto made = server.post("/api/sessions", R"({"game": "hex:size=11", "agent": "uct"})");
  REQUIRE_MESSAGE(made.status == 200, made.body);
  const std::string id = arena::json::Value::parse(made.body)["id"];
  Connection search(server.port());
  search.send(
      server.post_text("/api/sessions/" + id + "/search", R"({"moves": [], "budget": {"seconds": 300}})"));
  REQUIRE(search.until("progress").find("progress") != std::string::npos);
  std::vector<pid_t> workers;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/" + std::to_string(server.process()) + "/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) workers.push_back(child);
  }
  REQUIRE_FALSE(workers.empty());
  server.end(SIGKILL);
  for (const pid_t worker : workers) {
    bool there = true;
    for (int i = 0; i < 600 && there; ++i) {
      there = kill(worker, 0) == 0;
      if (there) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    CHECK_FALSE(there);
  }
}

}  // namespace ludex::tests
