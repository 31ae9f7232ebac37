// A client of `ludex serve` for tests: raw HTTP/1.1 over a socket, one connection a request.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.hpp"

namespace ludex::tests {

struct HttpAnswer {
  int status = 0;
  std::string head;
  std::string body;
};

// A connection to a port of this machine. Waits for a minute at most, so that a test fails and does not hang.
class Connection {
 public:
  explicit Connection(int port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{60, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    open_ = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Connection() { close(fd_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] bool open() const { return open_; }
  void send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  // What has come when it holds `part`, or when nothing more comes.
  std::string until(std::string_view part) {
    char buffer[65536];
    while (read_.find(part) == std::string::npos) {
      const ssize_t n = recv(fd_, buffer, sizeof buffer, 0);
      if (n <= 0) break;
      read_.append(buffer, static_cast<std::size_t>(n));
    }
    return read_;
  }
  std::string rest() { return until(std::string_view("\0never\0", 7)); }

 private:
  int fd_;
  bool open_ = false;
  std::string read_;
};

// `ludex serve` on a free port.
class ServeProcess {
 public:
  // `prepare` is called in the new process.
  explicit ServeProcess(std::vector<std::string> arguments, const std::function<void()>& prepare = nullptr) {
    int out[2];
    REQUIRE(pipe(out) == 0);
    arguments.insert(arguments.begin(), LUDEX_BUILD_DIR "/ludex");
    arguments.insert(arguments.end(), {"--port", "0"});
    child_ = fork();
    if (child_ == 0) {
      if (prepare) prepare();
      dup2(out[1], STDOUT_FILENO);
      close(out[0]), close(out[1]);
      std::vector<char*> argv;
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(out[1]);
    char c = 0;
    while (read(out[0], &c, 1) == 1 && c != '\n') link_ += c;
    close(out[0]);
    const auto colon = link_.rfind(':');
    REQUIRE_MESSAGE(colon != std::string::npos, link_);
    port_ = std::atoi(link_.c_str() + colon + 1);
    REQUIRE(port_ > 0);
  }
  ~ServeProcess() {
    if (child_ > 0) end(SIGKILL);
  }
  ServeProcess(const ServeProcess&) = delete;
  ServeProcess& operator=(const ServeProcess&) = delete;

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::string& link() const { return link_; }
  [[nodiscard]] bool alive() const { return waitpid(child_, nullptr, WNOHANG) == 0; }
  [[nodiscard]] pid_t process() const { return child_; }
  // Its exit code, 128 + signal if it was killed.
  int end(int signal) {
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  // The whole of an answer to a request as it stands.
  [[nodiscard]] HttpAnswer raw(const std::string& request) const {
    Connection connection(port_);
    connection.send(request);
    const std::string text = connection.rest();
    HttpAnswer answer;
    const auto end = text.find("\r\n\r\n");
    if (end == std::string::npos) return answer;
    answer.head = text.substr(0, end);
    answer.body = text.substr(end + 4);
    if (text.size() > 12) answer.status = std::atoi(text.c_str() + 9);
    return answer;
  }
  // `headers` each ended by "\r\n".
  [[nodiscard]] HttpAnswer get(const std::string& path, const std::string& headers = "") const {
    return raw("GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n" + headers +
               "\r\n");
  }
  [[nodiscard]] HttpAnswer post(const std::string& path, const std::string& body,
                                const std::string& headers = "") const {
    return raw(post_text(path, body, headers));
  }
  [[nodiscard]] std::string post_text(const std::string& path, const std::string& body,
                                      const std::string& headers = "") const {
    return "POST " + path + " HTTP/1.1\r\nHost: " + host() +
           "\r\nConnection: close\r\nContent-Type: application/json\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

 private:
  pid_t child_ = -1;
  int port_ = 0;
  std::string link_;
};

}  // namespace ludex::tests
