#include "arena/faces/web/gate.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "arena/faces/web/json.hpp"

namespace ludex::arena::web {
namespace {

// Compares in constant time.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^
                                        static_cast<unsigned char>(b[b.empty() ? 0 : i % b.size()]));
  return difference == 0;
}

std::string_view cookie(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    std::string_view item = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(cookies.size(), item.size() + 1));
    while (item.starts_with(' ')) item.remove_prefix(1);
    if (item.starts_with(name) && item.size() > name.size() && item[name.size()] == '=')
      return item.substr(name.size() + 1);
  }
  return {};
}

}  // namespace

Response failed(unsigned status, const std::string& why) {
  return {status, "application/json", text_of({{"error", why}})};
}

std::optional<Response> Gate::refused(const Request& request) const {
  const std::string_view host = request.header("host");
  // Refuses names that foreign pages have pointed here (DNS rebinding). With a token, names do not matter.
  if (token_.empty() && !is_own_host(host))
    return failed(403, "the request is for another host: open the address that `ludex serve` has printed");
  const std::string_view origin = request.header("origin");
  if (!origin.empty() && origin != fmt::format("http://{}", host) &&
      origin != fmt::format("https://{}", host))
    return failed(403, "requests from other pages are not answered");
  const std::string_view site = request.header("sec-fetch-site");
  if (request.path.starts_with("/api/") && !site.empty() && site != "same-origin" && site != "none")
    return failed(403, "requests from other pages are not answered");
  if (request.method == "POST" && !request.header("content-type").starts_with("application/json"))
    return failed(415, "expected Content-Type: application/json");
  if (token_.empty()) return std::nullopt;
  constexpr std::string_view kBearer = "Bearer ";
  std::string_view given = request.header("authorization");
  given =
      given.starts_with(kBearer) ? given.substr(kBearer.size()) : cookie(request.header("cookie"), "ludex");
  if (same_secret(given, token_)) return std::nullopt;
  if (request.path == "/" && same_secret(request.parameter("token"), token_)) {
    // The cookie replaces the token, which leaves the address bar.
    Response response{303, "text/plain", ""};
    response.headers = {
        {"Location", "/"},
        {"Set-Cookie", fmt::format("ludex={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000", token_)}};
    return response;
  }
  return failed(401, "a token is needed: open the link that `ludex serve` has printed");
}

bool Gate::is_own_host(std::string_view host) const {
  const std::string port = fmt::format(":{}", port_);
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]", address_.c_str()}) {
    if (host == fmt::format("{}{}", name, port) || (port_ == 80 && host == name)) return true;
  }
  return false;
}

}  // namespace ludex::arena::web
