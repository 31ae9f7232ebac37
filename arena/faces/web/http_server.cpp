#include "arena/faces/web/http_server.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <deque>
#include <iterator>
#include <optional>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace ludex::arena::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Headers = std::vector<std::pair<std::string, std::string>>;

class Connection;

struct Shared {
  ServerLimits limits;
  Headers headers;
  Handler handler;
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> streams{0};
  std::deque<std::weak_ptr<Connection>> leaving;  // the latest to get their answer; server's thread
};

// Each takes a descriptor.
constexpr std::size_t kMostLeaving = 64;

constexpr std::string_view kTooMany =
    R"({"error":"too many connections are open: close some pages, or try again in a moment"})";

// The reason why the end or target of this request is ambiguous: proxies and servers that interpret it
// differently would take the rest for another request. "" if it is not.
std::string ambiguity(const http::request<http::string_body>& message) {
  const auto count = [&](http::field field) {
    const auto [first, last] = message.equal_range(field);
    return std::distance(first, last);
  };
  const auto lengths = count(http::field::content_length);
  const auto encodings = count(http::field::transfer_encoding);
  const std::string length(message[http::field::content_length]);
  if (count(http::field::host) > 1) return "it has more than one Host";
  if (lengths > 1 || length.find_first_not_of("0123456789") != std::string::npos)
    return "its Content-Length is not one number";
  if (encodings > 1 ||
      (encodings == 1 && !beast::iequals(message[http::field::transfer_encoding], "chunked")))
    return "its Transfer-Encoding is not 'chunked'";
  if (lengths != 0 && encodings != 0) return "it has both a Content-Length and a Transfer-Encoding";
  return "";
}

class Connection final : public Exchange, public Stream, public std::enable_shared_from_this<Connection> {
 public:
  // `welcome`: false for a connection that is only turned away and not counted.
  Connection(Tcp::socket socket, std::shared_ptr<Shared> shared, bool welcome)
      : stream_(std::move(socket)), shared_(std::move(shared)), counts_(welcome) {
    if (counts_) ++shared_->connections;
  }
  ~Connection() override {
    if (counts_) --shared_->connections;
    if (streams_) --shared_->streams;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_->limits.header_bytes));
    parser_->body_limit(shared_->limits.body_bytes);
    stream_.expires_after(shared_->limits.request_time);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
  }

  void turn_away() {
    keep_alive_ = false;
    unread_ = !counts_;
    if (!counts_) leave();
    send({503, "application/json", std::string(kTooMany), {{"Retry-After", "5"}}});
  }

  void answer(Response response) override {
    asio::dispatch(stream_.get_executor(),
                   [self = shared_from_this(), response = std::move(response)]() mutable {
                     self->send(std::move(response));
                   });
  }

  std::shared_ptr<Stream> stream(std::string type, std::function<void()> closed) override {
    auto self = shared_from_this();
    streams_ = true;
    if (shared_->streams++ >= shared_->limits.streams) {
      // Behaves as if the reader had gone, once the stream's owner knows the stream.
      cut_ = true;
      asio::post(stream_.get_executor(), [self, closed = std::move(closed)] {
        self->turn_away();
        if (closed) closed();
      });
      return self;
    }
    asio::dispatch(stream_.get_executor(),
                   [self, type = std::move(type), closed = std::move(closed)]() mutable {
                     self->begin_stream(type, std::move(closed));
                   });
    return self;
  }

  bool write(std::shared_ptr<const std::string> text) override {
    if (cut_.load(std::memory_order_relaxed)) return false;
    asio::post(stream_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
      self->push(std::move(text));
    });
    return true;
  }
  void close() override {
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      self->ending_ = true;
      self->closed_ = nullptr;
      if (self->queue_.empty()) self->cut();
    });
  }

 private:
  // A stream's reader that accepts nothing for this long is gone.
  static constexpr std::chrono::seconds kStuck{30};

  void on_read(error_code error) {
    if (error == http::error::end_of_stream || error == beast::error::timeout) return hang_up();
    if (error == http::error::body_limit || error == http::error::header_limit) {
      keep_alive_ = false;
      unread_ = true;
      return send({413, "application/json", R"({"error":"the request is too large"})"});
    }
    if (error) {
      // Covers invalid lengths and line ends, too: nothing after them is read.
      if (error.category() != http::make_error_code(http::error::bad_method).category()) return hang_up();
      keep_alive_ = false;
      unread_ = true;
      return send({400, "application/json", R"({"error":"this is not HTTP"})"});
    }
    auto message = parser_->release();
    if (const std::string why = ambiguity(message); !why.empty()) {
      keep_alive_ = false;
      unread_ = true;
      return send({400, "application/json", R"({"error":"the request is refused: )" + why + "\"}"});
    }
    keep_alive_ = message.keep_alive();
    Request request;
    request.method = std::string(message.method_string());
    const std::string target(message.target());
    const std::size_t mark = target.find('?');
    request.path = decoded(std::string_view(target).substr(0, mark), false);
    if (mark != std::string::npos) request.query = target.substr(mark + 1);
    for (const auto& field : message) {
      std::string name(field.name_string());
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      request.headers.emplace_back(std::move(name), std::string(field.value()));
    }
    request.body = std::move(message.body());
    head_only_ = request.method == "HEAD";
    stream_.expires_never();
    try {
      shared_->handler(std::move(request), shared_from_this());
    } catch (const std::exception&) {
      send({500, "application/json", "{}"});
    }
  }

  void send(Response response) {
    auto message = std::make_shared<http::response<http::string_body>>();
    message->result(response.status);
    message->version(11);
    message->set(http::field::content_type, response.type);
    for (const auto& [name, value] : shared_->headers) message->set(name, value);
    for (const auto& [name, value] : response.headers) message->set(name, value);
    message->keep_alive(keep_alive_);
    message->body() = std::move(response.body);
    message->prepare_payload();
    if (head_only_) message->body().clear();
    stream_.expires_after(shared_->limits.request_time);
    http::async_write(stream_, *message, [self = shared_from_this(), message](error_code error, std::size_t) {
      if (error) return self->hang_up();
      if (!message->keep_alive()) return self->unread_ ? self->part() : self->hang_up();
      self->read();
    });
  }
  // Closes the connection that has been leaving longest.
  void leave() {
    shared_->leaving.push_back(weak_from_this());
    if (shared_->leaving.size() <= kMostLeaving) return;
    if (const auto oldest = shared_->leaving.front().lock()) oldest->hang_up();
    shared_->leaving.pop_front();
  }
  // Drains input before closing, because closing with unread input would discard the answer. Leaving
  // connections do not count towards the limit.
  void part() {
    constexpr std::chrono::seconds kLeave{2};
    const bool turned_away = !counts_;
    if (counts_) {
      --shared_->connections;
      counts_ = false;
      leave();
    }
    error_code ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLeave);
    // A connection that is turned away ends after its first bytes.
    drain(turned_away ? 1 : shared_->limits.body_bytes);
  }
  void drain(std::size_t most) {
    stream_.async_read_some(asio::buffer(ignored_),
                            [self = shared_from_this(), most](error_code error, std::size_t size) {
                              if (error || size >= most) return self->hang_up();
                              self->drain(most - size);
                            });
  }

  void begin_stream(const std::string& type, std::function<void()> closed) {
    closed_ = std::move(closed);
    auto head = std::make_shared<std::string>("HTTP/1.1 200 OK\r\nContent-Type: " + type +
                                              "\r\nConnection: close\r\nX-Accel-Buffering: no\r\n");
    for (const auto& [name, value] : shared_->headers) *head += name + ": " + value + "\r\n";
    *head += "\r\n";
    push(std::move(head));
    watch();
  }
  // Discards all further input, and notices its end.
  void watch() {
    stream_.socket().async_read_some(asio::buffer(ignored_),
                                     [self = shared_from_this()](error_code error, std::size_t) {
                                       if (error) return self->cut();
                                       self->watch();
                                     });
  }

  void push(std::shared_ptr<const std::string> text) {
    if (cut_ || ending_) return;
    const auto now = std::chrono::steady_clock::now();
    if (!queue_.empty() && now - write_began_ > kStuck) return cut();
    waiting_ += text->size();
    if (waiting_ > shared_->limits.stream_bytes) return cut();
    queue_.push_back(std::move(text));
    if (queue_.size() == 1) write_next();
  }
  void write_next() {
    write_began_ = std::chrono::steady_clock::now();
    asio::async_write(stream_.socket(), asio::buffer(*queue_.front()),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error || self->cut_) return self->cut();
                        self->waiting_ -= self->queue_.front()->size();
                        self->queue_.pop_front();
                        if (!self->queue_.empty()) return self->write_next();
                        if (self->ending_) self->cut();
                      });
  }
  void cut() {
    if (cut_.exchange(true)) return;
    hang_up();
    if (const auto closed = std::exchange(closed_, nullptr)) closed();
  }
  void hang_up() {
    error_code ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_both, ignored);
    stream_.socket().close(ignored);
  }

  beast::tcp_stream stream_;
  std::shared_ptr<Shared> shared_;
  bool counts_;           // as a connection, else as leaving
  bool streams_ = false;  // counts as a stream
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  bool keep_alive_ = false;
  bool unread_ = false;  // unread input may remain
  bool head_only_ = false;
  // Members for streams.
  std::function<void()> closed_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t waiting_ = 0;
  std::chrono::steady_clock::time_point write_began_{};
  bool ending_ = false;
  std::atomic<bool> cut_{false};
  std::array<char, 512> ignored_{};
};

class Server final : public HttpServer {
 public:
  Server(const ServerLimits& limits, Headers headers)
      : loop_(1), acceptor_(loop_), retry_(loop_), shared_(std::make_shared<Shared>()), pool_(2) {
    shared_->limits = limits;
    shared_->headers = std::move(headers);
  }
  ~Server() override {
    pool_.stop();
    pool_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  Result<void> bind(const std::string& address, std::uint16_t port) {
    error_code error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) return Error{"'" + address + "' is not an address, expected one like 127.0.0.1 or ::1"};
    const Tcp::endpoint end(ip, port);
    const auto failed = [&](const error_code& code) {
      return Error{"cannot listen on " + address + " port " + std::to_string(port) + ": " + code.message()};
    };
    if (acceptor_.open(end.protocol(), error); error) return failed(error);
    acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (acceptor_.bind(end, error); error) return failed(error);
    if (acceptor_.listen(asio::socket_base::max_listen_connections, error); error) return failed(error);
    port_ = acceptor_.local_endpoint(error).port();
    return {};
  }

  [[nodiscard]] std::uint16_t port() const noexcept override { return port_; }
  void run(Handler handler) override {
    shared_->handler = std::move(handler);
    accept();
    loop_.run();
    // Calls waiting in the pool would find no server.
    pool_.stop();
    pool_.join();
  }
  void stop() override { loop_.stop(); }
  void post(std::function<void()> call) override { asio::post(loop_, std::move(call)); }
  void after(std::chrono::milliseconds time, std::function<void()> call) override {
    auto timer = std::make_shared<asio::steady_timer>(loop_, time);
    timer->async_wait([timer, call = std::move(call)](error_code error) {
      if (!error) call();
    });
  }
  void work(std::function<void()> call) override { asio::post(pool_, std::move(call)); }
  [[nodiscard]] std::size_t connections() const noexcept override { return shared_->connections; }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, Tcp::socket socket) {
      if (error) {
        // No descriptor is free; retries shortly.
        retry_.expires_after(std::chrono::milliseconds(50));
        return retry_.async_wait([this](error_code stopped) {
          if (!stopped) accept();
        });
      }
      error_code ignored;
      socket.set_option(Tcp::no_delay(true), ignored);
      if (shared_->connections < shared_->limits.connections) {
        std::make_shared<Connection>(std::move(socket), shared_, true)->read();
      } else {
        std::make_shared<Connection>(std::move(socket), shared_, false)->turn_away();
      }
      accept();
    });
  }

  asio::io_context loop_;
  Tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  std::shared_ptr<Shared> shared_;
  std::uint16_t port_ = 0;
  asio::thread_pool pool_;
};

int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

}  // namespace

std::string decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string_view Request::header(std::string_view name) const noexcept {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

std::string Request::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (decoded(pair.substr(0, equals), true) == name)
      return decoded(pair.substr(std::min(equals + 1, pair.size())), true);
  }
  return {};
}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const std::string& address, std::uint16_t port,
                                                       const ServerLimits& limits, Headers headers) {
  auto server = std::make_unique<Server>(limits, std::move(headers));
  if (const auto bound = server->bind(address, port); !bound) return Error{bound.error()};
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace ludex::arena::web
