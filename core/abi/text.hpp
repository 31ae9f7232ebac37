// Small helpers on both sides of the boundary: a sink that fills a std::string, and the guard that turns
// exceptions into a Status and a message.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/abi/types.hpp"

namespace ludex {

class StringSink final : public TextSink {
 public:
  using TextSink::write;
  void write(const char* text, std::size_t size) noexcept override { text_.append(text, size); }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::string take() noexcept { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

// Runs the author's code; whatever it throws becomes a Status and a message.
template <class F>
Status guarded(TextSink& error, F&& body) noexcept {
  try {
    return std::forward<F>(body)();
  } catch (const std::bad_alloc&) {
    error.write("out of memory");
    return Status::kOutOfMemory;
  } catch (const std::exception& e) {
    error.write(e.what());
    return Status::kException;
  } catch (...) {
    error.write("an exception of unknown type");
    return Status::kException;
  }
}

}  // namespace ludex
