// An HTTP/1.1 server on one thread: requests in, answers and endless streams out. Handles connections, limits
// and timeouts; the contents come from a Handler.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena::web {

// A complete request. Header names are looked up in lower case.
struct Request {
  std::string method;
  std::string path;   // decoded
  std::string query;  // after '?', as sent
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  // The first header of that name; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const noexcept;
  // The decoded value of `name` in the query; empty if there is none.
  [[nodiscard]] std::string parameter(std::string_view name) const;
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// A response without an end, such as server-sent events. Thread-safe.
class Stream {
 public:
  virtual ~Stream() = default;
  // False once the reader is gone or has been cut off for slowness.
  virtual bool write(std::shared_ptr<const std::string> text) = 0;
  virtual void close() = 0;
};

// A request and its answer. Call exactly one of the two methods, once, from any thread.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void answer(Response response) = 0;
  // `closed` is called on the server's thread when the reader has gone, not after close().
  [[nodiscard]] virtual std::shared_ptr<Stream> stream(std::string type, std::function<void()> closed) = 0;
};
using ExchangePtr = std::shared_ptr<Exchange>;

// Called on the server's thread; must not block.
using Handler = std::function<void(Request request, ExchangePtr exchange)>;

struct ServerLimits {
  std::size_t connections = 1024;  // further ones get 503 and a reason
  std::size_t streams = 768;       // at most, to leave room for requests
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 256 * 1024;
  std::size_t stream_bytes = 1 << 20;     // buffered for a slow reader
  std::chrono::seconds request_time{20};  // to send a request, wait for the next one, accept an answer
};

class HttpServer {
 public:
  // Listens on `address` ("127.0.0.1", "::1", "0.0.0.0"); port 0: any free one. Adds `headers` to every
  // answer.
  [[nodiscard]] static Result<std::unique_ptr<HttpServer>> listen(
      const std::string& address, std::uint16_t port, const ServerLimits& limits,
      std::vector<std::pair<std::string, std::string>> headers);
  virtual ~HttpServer() = default;

  [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
  // Serves until stop() is called.
  virtual void run(Handler handler) = 0;
  virtual void stop() = 0;  // from any thread; not from a signal handler
  // Runs `call` on the server's thread, soon or after a time. From any thread.
  virtual void post(std::function<void()> call) = 0;
  virtual void after(std::chrono::milliseconds time, std::function<void()> call) = 0;
  // Runs `call` on a pool thread; for work of more than a millisecond.
  virtual void work(std::function<void()> call) = 0;
  [[nodiscard]] virtual std::size_t connections() const noexcept = 0;
};

// Decodes "%20", and "+" as a blank if requested; keeps invalid escapes.
[[nodiscard]] std::string decoded(std::string_view text, bool plus_is_blank);

}  // namespace ludex::arena::web
