// mpi: messages by MPI (MPI-3.1, 2015; chapter 3, point-to-point communication). Uses its own communicator,
// without collective operations during games.
#include <cstdint>
#include <cstring>
#include <list>
#include <string>
#include <vector>

#include <mpi.h>

#include "core/plugin/transport_plugin.hpp"

namespace ludex::transports {

class Mpi final : public Transport {
 public:
  static constexpr PluginInfo kInfo{"mpi", "1.0.0", "messages between the ranks of an MPI program", "MIT"};

  [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override {
    *count = 0;
    return nullptr;
  }

  Status open(TextSink& error) const noexcept override {
    int provided = 0;
    // Only one of several threads calls MPI.
    if (const int code = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        code != MPI_SUCCESS)
      return failed("MPI_Init_thread", code, error);
    if (provided < MPI_THREAD_FUNNELED) {
      error.write("this MPI was built without support for programs with threads (MPI_THREAD_FUNNELED)");
      return Status::kUnsupported;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    // The host reports errors; a rank that dies ends the run, as usual in MPI.
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &ranks_);
    return Status::kOk;
  }
  [[nodiscard]] std::uint32_t rank() const noexcept override { return static_cast<std::uint32_t>(rank_); }
  [[nodiscard]] std::uint32_t ranks() const noexcept override { return static_cast<std::uint32_t>(ranks_); }

  Status send(std::uint32_t to, const char* bytes, std::uint64_t size,
              TextSink& error) const noexcept override {
    if (size > kMost) {
      error.write("a message of more than 1 GiB");
      return Status::kInvalidArgument;
    }
    Sending& sending = under_way_.emplace_back();
    sending.bytes.assign(bytes, size);
    const int code = MPI_Isend(sending.bytes.data(), static_cast<int>(size), MPI_BYTE, static_cast<int>(to),
                               kTag, comm_, &sending.request);
    if (code == MPI_SUCCESS) return Status::kOk;
    under_way_.pop_back();
    return failed("MPI_Isend", code, error);
  }

  Status receive(std::uint32_t* from, TextSink& message, TextSink& error) const noexcept override {
    *from = kNobody;
    if (const Status status = move_on(error); status != Status::kOk) return status;
    int found = 0;
    MPI_Message handle{};
    MPI_Status status{};
    if (const int code = MPI_Improbe(MPI_ANY_SOURCE, kTag, comm_, &found, &handle, &status);
        code != MPI_SUCCESS)
      return failed("MPI_Improbe", code, error);
    if (found == 0) return Status::kOk;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    buffer_.resize(static_cast<std::size_t>(size));
    if (const int code = MPI_Mrecv(buffer_.data(), size, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
        code != MPI_SUCCESS)
      return failed("MPI_Mrecv", code, error);
    message.write(buffer_.data(), buffer_.size());
    *from = static_cast<std::uint32_t>(status.MPI_SOURCE);
    return Status::kOk;
  }

  Status close(TextSink& error) const noexcept override {
    for (Sending& sending : under_way_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    under_way_.clear();
    MPI_Comm_free(&comm_);
    const int code = MPI_Finalize();
    return code == MPI_SUCCESS ? Status::kOk : failed("MPI_Finalize", code, error);
  }

  void abort(int exit_code) const noexcept override { MPI_Abort(MPI_COMM_WORLD, exit_code); }

 private:
  struct Sending {
    std::string bytes;
    MPI_Request request{};
  };
  static constexpr int kTag = 1;
  static constexpr std::uint64_t kMost = 1U << 30;

  // Releases messages that have been sent.
  Status move_on(TextSink& error) const noexcept {
    for (auto it = under_way_.begin(); it != under_way_.end();) {
      int done = 0;
      if (const int code = MPI_Test(&it->request, &done, MPI_STATUS_IGNORE); code != MPI_SUCCESS)
        return failed("completion of a sent message", code, error);
      if (done == 0) break;  // the following ones are younger
      it = under_way_.erase(it);
    }
    return Status::kOk;
  }
  static Status failed(const char* what, int code, TextSink& error) noexcept {
    char text[MPI_MAX_ERROR_STRING];
    int size = 0;
    MPI_Error_string(code, text, &size);
    error.write(what);
    error.write(": ");
    error.write(text, static_cast<std::size_t>(size));
    return Status::kInternal;
  }

  // MPI is global to the process, so its state belongs to the plug-in.
  mutable MPI_Comm comm_ = MPI_COMM_NULL;
  mutable int rank_ = 0;
  mutable int ranks_ = 1;
  mutable std::list<Sending> under_way_;
  mutable std::vector<char> buffer_;
};

}  // namespace ludex::transports

LUDEX_TRANSPORT_PLUGIN(ludex::transports::Mpi);
