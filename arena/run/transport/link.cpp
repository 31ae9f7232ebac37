#include "arena/run/transport/link.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "core/abi/text.hpp"
#include "core/transport/transport.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

class PluginLink final : public Link {
 public:
  explicit PluginLink(const Transport& transport) : transport_(transport) {}

  [[nodiscard]] std::uint32_t rank() const noexcept override { return transport_.rank(); }
  [[nodiscard]] std::uint32_t ranks() const noexcept override { return transport_.ranks(); }
  Result<void> send(std::uint32_t to, std::string_view bytes) override {
    StringSink error;
    if (transport_.send(to, bytes.data(), bytes.size(), error) != Status::kOk) return Error{error.take()};
    return {};
  }
  [[nodiscard]] Result<bool> receive(Message& message) override {
    StringSink bytes;
    StringSink error;
    if (transport_.receive(&message.from, bytes, error) != Status::kOk) return Error{error.take()};
    if (message.from == Transport::kNobody) return false;
    message.bytes = bytes.take();
    return true;
  }
  Result<void> close() override {
    StringSink error;
    if (transport_.close(error) != Status::kOk) return Error{error.take()};
    return {};
  }
  void abort(int exit_code) noexcept override { transport_.abort(exit_code); }

 private:
  const Transport& transport_;
};

}  // namespace

Result<bool> wait_for_message(Link& link, Link::Message& message, double seconds) {
  const std::int64_t end = wall_clock_ns() + static_cast<std::int64_t>(seconds * 1e9);
  constexpr std::int64_t kLongest = 2'000'000;
  for (std::int64_t pause = 50'000;; pause = std::min(2 * pause, kLongest)) {
    auto received = link.receive(message);
    if (!received || *received || wall_clock_ns() >= end) return received;
    std::this_thread::sleep_for(std::chrono::nanoseconds(pause));
  }
}

std::string launcher_transport() {
  // Set by Open MPI's mpirun, by MPICH and Intel (Hydra), and by launchers with PMIx (srun --mpi=pmix).
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* size = std::getenv(name)) return parse_unsigned(size).value_or(1) > 1 ? "mpi" : "";
  }
  if (std::getenv("PMIX_RANK") != nullptr) {
    // PMIx does not set the number of processes, but Slurm does.
    const char* size = std::getenv("SLURM_STEP_NUM_TASKS");
    return size == nullptr || parse_unsigned(size).value_or(2) > 1 ? "mpi" : "";
  }
  return "";
}

Result<std::unique_ptr<Link>> open_link(host::Registry& registry, const std::string& id) {
  const auto library = registry.library(PluginKind::kTransport, id);
  if (!library)
    return Error{
        fmt::format("{}\nTransports are plug-ins: `./setup.sh {}` installs what theirs needs, and the "
                    "build then makes it; `ludex list` shows those found",
                    library.error(), id)};
  const Transport& transport = (*library)->transport();
  StringSink error;
  if (transport.open(error) != Status::kOk) return Error{fmt::format("transport '{}': {}", id, error.text())};
  return std::unique_ptr<Link>(std::make_unique<PluginLink>(transport));
}

}  // namespace ludex::arena::run
