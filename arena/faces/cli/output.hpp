// A command's output: every byte arrives, or the command reports an error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"

namespace ludex::arena::cli {

// A new file, or standard output.
class Output final : public TextSink {
 public:
  // "": standard output. Throws Failure::system.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  using TextSink::write;
  // Unbuffered for other readers of the file; keeps a failure for close().
  void write(const char* text, std::size_t size) noexcept override;
  // Throws Failure::system if anything was lost. Must be the last call.
  void close();

 private:
  [[nodiscard]] bool to_stdout() const noexcept { return file_ == stdout; }

  std::string path_;
  std::FILE* file_;
  int error_ = 0;  // errno of the first failure
};

// Writes a whole file; throws Failure::system.
void write_file(const std::string& path, std::string_view text);

// Whether all output to standard output so far has arrived; else says so on stderr.
[[nodiscard]] bool stdout_arrived() noexcept;

}  // namespace ludex::arena::cli
